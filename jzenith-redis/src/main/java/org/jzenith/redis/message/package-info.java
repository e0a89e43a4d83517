/** For users: what subscribers of a channel of Redis receive, messages and word of those that may be missing. */
@NullMarked
package org.jzenith.redis.message;

import org.jspecify.annotations.NullMarked;
