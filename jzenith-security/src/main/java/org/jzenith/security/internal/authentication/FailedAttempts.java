package org.jzenith.security.internal.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jzenith.core.internal.limit.BoundedKey;
import org.jzenith.security.authentication.TooManyAttemptsException;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.configuration.FailedAttemptsConfiguration;

/**
 * Limits attempts to guess credentials. An attempt counts from its beginning, so that parallel guesses are limited too, and is released
 * if it succeeds or is not decided.
 *
 * <p>Failures count for a minute from the first one: for the client network, for the name, and for both together. If a name has too
 * many failures, each network still has one attempt a minute for it. So others cannot lock a user out for longer than a minute, from
 * however many networks they guess. A network that has authenticated a name within a day is limited for this name only by its own
 * failures for it.
 *
 * <p>Safe for use by many threads.
 */
@Singleton
public final class FailedAttempts {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final FailedAttemptsConfiguration limits;
    private final FailureCounts networks;
    private final FailureCounts names;
    private final FailureCounts pairs;

    /** The pairs of name and network that have succeeded. */
    private final KnownClients known;

    /**
     * Created by Guice.
     *
     * @param limits the settings
     * @param known the known clients, none at first
     */
    @Inject
    FailedAttempts(final FailedAttemptsConfiguration limits, final KnownClients known) {
        this.limits = limits;
        this.networks = new FailureCounts(limits.maxEntries(), WINDOW);
        this.names = new FailureCounts(limits.maxEntries(), WINDOW);
        this.pairs = new FailureCounts(limits.maxEntries(), WINDOW);
        this.known = known;
    }

    /** An attempt that is not decided. */
    public final class Attempt {

        private final String pair;
        private final String network;
        private final Priority priority;
        private final List<FailureCounts.Count> counted;
        private boolean ended;

        private Attempt(
                final String pair,
                final String network,
                final Priority priority,
                final FailureCounts.Count... counted) {
            this.pair = pair;
            this.network = network;
            this.priority = priority;
            this.counted = List.of(counted);
        }

        /**
         * Returns the priority of the attempt.
         *
         * @return the highest one for a name that this network has authenticated within a day
         */
        public Priority priority() {
            return priority;
        }

        /**
         * Ends the attempt when its credentials have been checked, or were not, for example because the client has left.
         *
         * @param <T> what the credentials stand for
         * @param check fails with a {@link WrongCredentialsException} for wrong ones
         */
        @CheckReturnValue
        public <T> Single<T> endWith(final Single<T> check) {
            return check.doOnSuccess(right -> {
                        known.add(pair, network);
                        release();
                    })
                    .doOnError(error -> {
                        if (error instanceof WrongCredentialsException) {
                            fail();
                        } else {
                            release();
                        }
                    })
                    .doOnDispose(this::release);
        }

        private void fail() {
            synchronized (FailedAttempts.this) {
                ended = true;
            }
        }

        private void release() {
            synchronized (FailedAttempts.this) {
                if (!ended) {
                    ended = true;
                    counted.forEach(each -> each.add(-1));
                }
            }
        }
    }

    /**
     * Begins an attempt with a name that can be guessed for, such as that of a user.
     *
     * @param network the network of the client
     * @param name the name that the client has sent
     * @return the attempt, to be ended by the caller
     * @throws TooManyAttemptsException if the credentials must not be checked
     */
    public Attempt begin(final String network, final String name) {
        final String bounded = BoundedKey.of(name);
        final String pair = bounded + '\n' + network;
        final Priority priority = known.priority(pair, network);
        synchronized (this) {
            final FailureCounts.Count ofPair = pairs.of(pair);
            if (priority == Priority.KNOWN_CREDENTIALS) {
                check(ofPair, limits.perNameAndNetwork(), "this name from this network");
                ofPair.add(1);
                return new Attempt(pair, network, priority, ofPair);
            }
            final FailureCounts.Count ofNetwork = networks.of(network);
            final FailureCounts.Count ofName = names.of(bounded);
            check(ofNetwork, limits.perNetwork(), "this network");
            check(
                    ofPair,
                    ofName.failures() >= limits.perName() ? 1 : limits.perNameAndNetwork(),
                    "this name from this network");
            ofNetwork.add(1);
            ofName.add(1);
            ofPair.add(1);
            return new Attempt(pair, network, priority, ofNetwork, ofName, ofPair);
        }
    }

    /**
     * Begins an attempt with credentials without a name, such as a key. Only the network is limited, and not for credentials that have
     * succeeded from it.
     *
     * @param network the network of the client
     * @param credentials a digest of them
     * @return the attempt, to be ended by the caller
     * @throws TooManyAttemptsException if the credentials must not be checked
     */
    public Attempt beginWithoutName(final String network, final String credentials) {
        final String pair = credentials + "\n\n" + network;
        final Priority priority = known.priority(pair, network);
        if (priority == Priority.KNOWN_CREDENTIALS) {
            return new Attempt(pair, network, priority);
        }
        synchronized (this) {
            final FailureCounts.Count ofNetwork = networks.of(network);
            check(ofNetwork, limits.perNetwork(), "this network");
            ofNetwork.add(1);
            return new Attempt(pair, network, priority, ofNetwork);
        }
    }

    private static void check(final FailureCounts.Count count, final int limit, final String what) {
        if (count.failures() >= limit) {
            throw new TooManyAttemptsException(
                    "Too many attempts for " + what + " have failed in the last minute.", count.secondsLeft());
        }
    }
}
