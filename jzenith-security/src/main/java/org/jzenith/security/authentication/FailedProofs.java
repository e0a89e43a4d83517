package org.jzenith.security.authentication;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Limits how many wrong tokens of one client network are checked in a second, because each costs as much as a right one: a signature, or
 * a call of the provider. Tokens that are cached do not count. Safe for use by many threads.
 */
public final class FailedProofs {

    /** Counts are for one second, so that all of them can be dropped. */
    private static final int MAX_NETWORKS = 10_000;

    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();
    private final int limit;
    private final String message;

    private record Count(long second, int proofs) {}

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
    public boolean isExceeded(final String network) {
        final Count count = counts.get(network);
        return count != null && count.proofs >= limit && count.second == second();
    }

    /**
     * Counts a wrong token.
     *
     * @param network the client's network
     */
    public void add(final String network) {
        if (counts.size() >= MAX_NETWORKS) {
            counts.clear();
        }
        final long second = second();
        counts.merge(
                network,
                new Count(second, 1),
                (before, one) -> before.second == second ? new Count(second, before.proofs + 1) : one);
    }

    private static long second() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
    }
}
