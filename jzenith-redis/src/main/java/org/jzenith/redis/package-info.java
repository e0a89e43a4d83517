/**
 * For users: Redis. {@link org.jzenith.redis.RedisPlugin} brings it into an application; services inject {@link
 * org.jzenith.redis.RedisClient}.
 */
@NullMarked
package org.jzenith.redis;

import org.jspecify.annotations.NullMarked;
