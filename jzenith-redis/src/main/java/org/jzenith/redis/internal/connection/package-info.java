/**
 * Internal. Connections: {@link org.jzenith.redis.internal.connection.RedisConnections} has a {@code RedisPipeline} for each event loop, whose
 * {@link org.jzenith.redis.internal.connection.RedisConnection} all its callers share, and a {@link
 * org.jzenith.redis.internal.connection.ConnectionPool}. The {@link org.jzenith.redis.internal.connection.RedisConnector} opens them.
 */
@NullMarked
package org.jzenith.redis.internal.connection;

import org.jspecify.annotations.NullMarked;
