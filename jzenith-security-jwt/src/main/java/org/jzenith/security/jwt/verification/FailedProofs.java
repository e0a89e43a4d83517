package org.jzenith.security.jwt.verification;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Limits how many wrong proofs of one client network are computed in a second, because each costs as much as a right one. Verified tokens
 * that are kept do not count. Safe for use by many threads.
 */
public final class FailedProofs {

    /** Counts are for one second, so that all of them can be dropped. */
    private static final int MAX_NETWORKS = 10_000;

    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();
    private final int limit;

    private record Count(long second, int proofs) {}

    /** The network has sent too many tokens with a wrong proof in this second. It has no stack trace. */
    public static final class TooManyFailedProofsException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        TooManyFailedProofsException() {
            super(
                    "The client network has sent too many tokens that no key has made. See jwt.max-failed-proofs.",
                    null,
                    false,
                    false);
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
     */
    public FailedProofs(final int limit) {
        this.limit = limit;
    }

    /**
     * Asks before a proof is computed.
     *
     * @param network the client's network
     * @throws TooManyFailedProofsException if the network has used up its share of this second
     */
    public void check(final String network) {
        final Count count = counts.get(network);
        if (count != null && count.proofs >= limit && count.second == second()) {
            throw new TooManyFailedProofsException();
        }
    }

    /**
     * Counts a wrong proof.
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
