package org.jzenith.javascript.internal.request;

/** A body that is not JSON although its type says so. */
final class NotJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotJsonException(final Throwable cause) {
        super("The body is not valid JSON.", cause, false, false);
    }
}
