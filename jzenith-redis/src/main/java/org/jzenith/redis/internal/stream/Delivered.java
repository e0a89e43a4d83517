package org.jzenith.redis.internal.stream;

import org.jzenith.redis.stream.StreamEntry;

/**
 * An entry that could be read.
 *
 * @param size the bytes of its fields
 */
record Delivered<T>(StreamEntry<T> entry, long size) {}
