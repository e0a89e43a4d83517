package org.jzenith.benchmark.footprint;

/** The measurement cannot go on; the message says why and what to do, so that no stack trace is needed. */
final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Failure(final String message) {
        super(message);
    }

    Failure(final String message, final Throwable cause) {
        super(message + " (" + cause + ")", cause);
    }
}
