package org.jzenith.security.internal.authentication;

import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.internal.limit.WindowCounts;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Limits how many wrong tokens of one client network are checked in a second, because each costs as much as a right one: a signature, or
 * a call of the provider. Tokens that are cached do not count. Each instance counts for itself, because it limits its own work. Safe for use by
 * many threads.
 */
public final class FailedProofs {

    private static final int MAX_NETWORKS = 10_000;

    private final WindowCounts failures = new WindowCounts(MAX_NETWORKS, Duration.ofSeconds(1));
    private final int limit;
    private final String message;

    /** The network has sent too many tokens with a wrong proof in this second. It has no stack trace. */
    public static final class TooManyFailedProofsException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        TooManyFailedProofsException(final String message) {
            super(message, null, false, false);
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(1));
        }
    }

    /**
     * Creates it without counts.
     *
     * @param limit the limit for one network in one second
     * @param message the message of the error beyond it, for the log
     */
    public FailedProofs(final int limit, final String message) {
        this.limit = limit;
        this.message = message;
    }

    /**
     * Creates it without counts, for an owner that refuses nobody beyond the limit.
     *
     * @param limit the limit for one network in one second
     */
    public FailedProofs(final int limit) {
        this(limit, "This network has sent too many wrong credentials.");
    }

    /**
     * Asks before a token is checked.
     *
     * @param network the client's network
     * @throws TooManyFailedProofsException if the network has used up its share of this second
     */
    public void check(final String network) {
        if (isExceeded(network)) {
            throw new TooManyFailedProofsException(message);
        }
    }

    /**
     * Asks before a call of the provider, which checks the tokens of such a network last.
     *
     * @param network the client's network
     * @return true if the network has used up its share of this second
     */
    public synchronized boolean isExceeded(final String network) {
        return failures.count(network) >= limit;
    }

    /**
     * Counts a wrong token.
     *
     * @param network the client's network
     */
    public synchronized void add(final String network) {
        failures.add(network);
    }
}
