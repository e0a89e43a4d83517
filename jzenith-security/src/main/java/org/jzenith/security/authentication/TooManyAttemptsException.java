package org.jzenith.security.authentication;

/**
 * For plugins: thrown after too many failed attempts. The credentials of the request were not checked. The client gets a
 * 429. It has no stack trace.
 */
public final class TooManyAttemptsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long retryAfterSeconds;

    public TooManyAttemptsException(final String reason, final long retryAfterSeconds) {
        super(reason, null, false, false);
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /**
     * Returns the time after which another attempt is allowed.
     *
     * @return seconds, from 1 to 60
     */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
