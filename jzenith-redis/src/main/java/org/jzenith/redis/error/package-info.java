/** For users: the errors of commands. {@link org.jzenith.redis.error.RedisException} is their common type. */
@NullMarked
package org.jzenith.redis.error;

import org.jspecify.annotations.NullMarked;
