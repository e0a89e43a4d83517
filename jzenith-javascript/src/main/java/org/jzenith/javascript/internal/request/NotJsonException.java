package org.jzenith.javascript.internal.request;

import org.jspecify.annotations.Nullable;

/** A body that is not JSON although its type says so, or whose names would take long to read. */
final class NotJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final String MESSAGE = "The body is not valid JSON.";

    NotJsonException(final String message, final @Nullable Throwable cause) {
        super(message, cause, false, false);
    }
}
