/** For users: a Redis server for development and tests. {@link org.jzenith.redis.embedded.EmbeddedRedis} is its plugin. */
@NullMarked
package org.jzenith.redis.embedded;

import org.jspecify.annotations.NullMarked;
