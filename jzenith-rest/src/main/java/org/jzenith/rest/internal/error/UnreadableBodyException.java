package org.jzenith.rest.internal.error;

import jakarta.ws.rs.BadRequestException;

/** A request body that could not be read; the cause has the reason. */
final class UnreadableBodyException extends BadRequestException {

    private static final long serialVersionUID = 1L;

    UnreadableBodyException(final Throwable cause) {
        super("The request body cannot be read.", cause);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
    public Throwable fillInStackTrace() {
        return this;
    }
}
