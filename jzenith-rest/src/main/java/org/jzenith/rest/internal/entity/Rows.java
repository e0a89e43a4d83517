package org.jzenith.rest.internal.entity;

import java.io.IOException;

/** Writes values as lines below one head. For one thread at a time. */
public interface Rows {

    /**
     * Writes a value, and before the first one the names of the columns.
     *
     * @param value with the same properties as the ones before
     * @throws IOException if it cannot be written
     */
    void write(Object value) throws IOException;

    /**
     * Writes the names of the columns if there was no value and the declared type says what they are.
     *
     * @throws IOException never, as the target takes everything
     */
    void end() throws IOException;
}
