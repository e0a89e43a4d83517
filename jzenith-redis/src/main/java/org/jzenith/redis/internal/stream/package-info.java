/**
 * Internal. Streams with groups: a {@code StreamGroupReader} reads entries with demand on its own connection, a {@code GroupConsumer} gives
 * them to a handler, and the {@link org.jzenith.redis.internal.stream.StreamHub} starts and stops both.
 */
@NullMarked
package org.jzenith.redis.internal.stream;

import org.jspecify.annotations.NullMarked;
