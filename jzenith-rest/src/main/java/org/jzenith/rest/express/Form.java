package org.jzenith.rest.express;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The form that RESTEasy gave to an answer, for values of the same class that are asked for in the same way.
 *
 * @param accept what the client accepts
 * @param type the class of the value
 * @param contentType what the answer says
 * @param encoder makes its bytes
 */
record Form(String accept, Class<?> type, CharSequence contentType, ExpressLane.Encoder encoder) {

    boolean fits(final String accepted, final Object value) {
        return type == value.getClass() && accept.equals(accepted);
    }

    /** Null if the value cannot be written; RESTEasy then finds out why. */
    @Nullable
    Buffer encode(final Object value) {
        try {
            return encoder.encode(value);
        } catch (final OutOfMemoryError e) {
            throw e; // a second attempt would need the same memory
        } catch (final Throwable e) {
            return null;
        }
    }
}
