/** For users: topics in Redis. {@link org.jzenith.messages.redis.RedisMessagesPlugin} brings them into an application. */
@NullMarked
package org.jzenith.messages.redis;

import org.jspecify.annotations.NullMarked;
