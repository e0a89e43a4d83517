package org.jzenith.benchmark.process;

/** The benchmark cannot go on; the message says why and what to do, so that no stack trace is needed. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure of its own.
     *
     * @param message why, and what to do
     */
    public Failure(final String message) {
        super(message);
    }

    /**
     * A failure by another one.
     *
     * @param message why, and what to do
     * @param cause is told, too
     */
    public Failure(final String message, final Throwable cause) {
        super(message + " (" + cause + ")", cause);
    }
}
