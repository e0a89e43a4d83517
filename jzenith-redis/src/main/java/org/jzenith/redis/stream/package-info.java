/** For users: streams of Redis, whose entries the consumers of a group share. */
@NullMarked
package org.jzenith.redis.stream;

import org.jspecify.annotations.NullMarked;
