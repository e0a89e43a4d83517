/**
 * For users: caches that load each value once.
 *
 * <p>Services inject {@link org.jzenith.cache.Caches} and create a {@link org.jzenith.cache.Cache} for each kind of values. Values are in
 * memory, and in Redis if the application has {@code RedisPlugin}; then all instances share them and load each one once.
 */
@NullMarked
package org.jzenith.cache;

import org.jspecify.annotations.NullMarked;
