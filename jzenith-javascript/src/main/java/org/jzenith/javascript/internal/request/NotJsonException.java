package org.jzenith.javascript.internal.request;

/** A body that is not JSON although its type says so. */
final class NotJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final String MESSAGE = "The body is not valid JSON.";

    NotJsonException(final Throwable cause) {
        super(MESSAGE, cause, false, false);
    }
}
