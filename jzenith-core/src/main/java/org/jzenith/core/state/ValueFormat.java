package org.jzenith.core.state;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: the format of values in a store. Two releases of an application can share a store, so a changed format must still read
 * values in the old format. Called on event loops.
 *
 * @param <T> the type of the values
 */
public interface ValueFormat<T> {

    /**
     * Writes a value.
     *
     * @param value the value
     * @return its bytes, at most 64 KiB
     */
    byte[] write(T value);

    /**
     * Reads a value.
     *
     * @param bytes the bytes that any release has written
     * @return the value; null if this release does not know their format, so that the value counts as absent
     */
    @Nullable
    T read(byte[] bytes);
}
