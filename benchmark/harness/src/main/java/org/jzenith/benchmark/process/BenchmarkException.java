package org.jzenith.benchmark.process;

/** The benchmark cannot go on; the message says why and what to do, so that no stack trace is needed. */
public final class BenchmarkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure without a cause.
     *
     * @param message why, and what to do
     */
    public BenchmarkException(final String message) {
        super(message);
    }

    /**
     * A failure with a cause.
     *
     * @param message why, and what to do
     * @param cause is told, too
     */
    public BenchmarkException(final String message, final Throwable cause) {
        super(message + " (" + cause + ")", cause);
    }
}
