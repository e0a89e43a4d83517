package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.OutputStream;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A body writer whose format has a head and a line for each value of a stream. */
public interface RowWriter {

    /**
     * Starts the body of a stream.
     *
     * @param declared the type of values that the resource method declares
     * @param target receives UTF-8
     * @return nothing is written yet
     */
    Rows rows(Type declared, OutputStream target);

    /**
     * Starts the body of a stream if its format has a head.
     *
     * @param writer a body writer; null if there is none
     * @param declared the type of values that the resource method declares
     * @param target receives UTF-8
     * @return null if the writer writes each value alone
     */
    static @Nullable Rows rows(
            final @Nullable MessageBodyWriter<?> writer, final Type declared, final OutputStream target) {
        return writer instanceof final RowWriter rows ? rows.rows(declared, target) : null;
    }
}
