package org.jzenith.rest.dispatch;

/** A request that is not as HTTP wants it; the message is for the client. */
final class Malformed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    Malformed(final String message) {
        this(400, message);
    }

    Malformed(final int status, final String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
