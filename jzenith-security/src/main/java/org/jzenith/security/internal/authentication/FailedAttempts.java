package org.jzenith.security.internal.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.internal.limit.BoundedKey;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.state.SharedCounts;
import org.jzenith.core.state.SharedCounts.Count;
import org.jzenith.core.state.SharedState;
import org.jzenith.security.authentication.TooManyAttemptsException;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.configuration.FailedAttemptsConfiguration;
import org.slf4j.LoggerFactory;

/**
 * Limits attempts to guess credentials. An attempt counts from its beginning, so that parallel guesses are limited too, and is released
 * if it succeeds or is not decided.
 *
 * <p>Failures count for a minute from the first one: for the client network, for the name, and for both together. If a name has too
 * many failures, each network still has one attempt a minute for it. So others cannot lock a user out for longer than a minute, from
 * however many networks they guess. A network that has authenticated a name within a day is limited for this name only by its own
 * failures for it.
 *
 * <p>The counts are shared by all instances if {@code jzenith.shared-state} names a store. While the store is away, each instance counts for
 * itself, so that logins go on and guesses stay limited.
 *
 * <p>Safe for use by many threads.
 */
@CheckReturnValue
@Singleton
public final class FailedAttempts {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** The time for which a refusal is repeated without asking the store, so that a flood of guesses does not reach it. */
    private static final Duration REPEATED = Duration.ofSeconds(1);

    private static final String OF_NETWORK = "this network";
    private static final String OF_PAIR = "this name from this network";

    private final FailedAttemptsConfiguration limits;
    private final SharedCounts shared;
    private final SharedCounts ofThisInstance;
    private final BoundedCache<String, TooManyAttemptsException> refused;
    private final CountedWarning away = new CountedWarning(
            LoggerFactory.getLogger(FailedAttempts.class),
            "The store of jzenith.shared-state could not count a login attempt, so only this instance has counted it.");

    /** The pairs of name and network that have succeeded. */
    private final KnownClients known;

    /**
     * Created by Guice.
     *
     * @param limits the settings
     * @param known the known clients, none at first
     * @param state the place of the counts
     */
    @Inject
    FailedAttempts(final FailedAttemptsConfiguration limits, final KnownClients known, final SharedState state) {
        // networks, names and pairs
        final int maxCounts = (int) Math.min(Integer.MAX_VALUE, 3L * limits.maxEntries());
        this.limits = limits;
        this.shared = state.counts("failed-attempts", maxCounts, WINDOW);
        this.ofThisInstance = SharedState.inMemory().counts("failed-attempts", maxCounts, WINDOW);
        this.refused = new BoundedCache<>(state.store().equals(SharedState.MEMORY) ? 0 : limits.maxEntries(), REPEATED);
        this.known = known;
    }

    /** An attempt that is not decided. */
    public final class Attempt {

        private final String pair;
        private final String network;
        private final Priority priority;
        private final SharedCounts countedBy;
        private final List<Counted> counted;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Attempt(
                final String pair,
                final String network,
                final Priority priority,
                final SharedCounts countedBy,
                final List<Counted> counted) {
            this.pair = pair;
            this.network = network;
            this.priority = priority;
            this.countedBy = countedBy;
            this.counted = counted;
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
         * @param <T> the type of the owner of the credentials
         * @param check fails with a {@link WrongCredentialsException} for wrong ones
         */
        public <T> Single<T> endWith(final Single<T> check) {
            final Single<T> checked = check.doOnSuccess(right -> known.add(pair, network));
            return counted.isEmpty() ? checked : released(checked);
        }

        private <T> Single<T> released(final Single<T> check) {
            return check.flatMap(right -> release().toSingleDefault(right))
                    .onErrorResumeNext(error -> {
                        if (error instanceof WrongCredentialsException) {
                            ended.set(true);
                            return Single.error(error);
                        }
                        return release().andThen(Single.error(error));
                    })
                    .doOnDispose(() -> release().subscribe());
        }

        /** Subtracts the attempt from the counts that have not ended; those that started since then do not have it. */
        private Completable release() {
            return Completable.defer(() -> {
                if (!ended.compareAndSet(false, true)) {
                    return Completable.complete();
                }
                final long now = System.nanoTime();
                final List<String> keys = counted.stream()
                        .filter(each -> now - each.endNanos < 0)
                        .map(Counted::key)
                        .toList();
                return keys.isEmpty() ? Completable.complete() : subtract(countedBy, keys);
            });
        }
    }

    /** A count to which an attempt was added. */
    private record Counted(String key, long endNanos) {}

    /**
     * Starts an attempt with a name that can be guessed for, such as that of a user.
     *
     * @param network the network of the client
     * @param name the name that the client has sent
     * @return the attempt, to be ended by the caller; a {@link TooManyAttemptsException} if the credentials must not be checked
     */
    public Single<Attempt> begin(final String network, final String name) {
        final String bounded = BoundedKey.of(name);
        final String pair = bounded + '\n' + network;
        final String keyOfPair = "pair\n" + pair;
        final Priority priority = known.priority(pair, network);
        if (priority == Priority.KNOWN_CREDENTIALS) {
            return begin(
                    pair,
                    network,
                    priority,
                    List.of(keyOfPair),
                    counts -> exceeded(counts.get(0), keyOfPair, limits.perNameAndNetwork(), OF_PAIR));
        }
        final String keyOfNetwork = "network\n" + network;
        return begin(pair, network, priority, List.of(keyOfNetwork, "name\n" + bounded, keyOfPair), counts -> {
            final @Nullable Exceeded ofNetwork = exceeded(counts.get(0), keyOfNetwork, limits.perNetwork(), OF_NETWORK);
            return ofNetwork != null
                    ? ofNetwork
                    : exceeded(
                            counts.get(2),
                            keyOfPair,
                            counts.get(1).value() > limits.perName() ? 1 : limits.perNameAndNetwork(),
                            OF_PAIR);
        });
    }

    /**
     * Starts an attempt with credentials without a name, such as a key. Only the network is limited, and not for credentials that have
     * succeeded from it.
     *
     * @param network the network of the client
     * @param credentials a digest of them
     * @return the attempt, to be ended by the caller; a {@link TooManyAttemptsException} if the credentials must not be checked
     */
    public Single<Attempt> beginWithoutName(final String network, final String credentials) {
        final String pair = credentials + "\n\n" + network;
        final Priority priority = known.priority(pair, network);
        if (priority == Priority.KNOWN_CREDENTIALS) {
            return Single.just(new Attempt(pair, network, priority, shared, List.of()));
        }
        final String key = "network\n" + network;
        return begin(
                pair,
                network,
                priority,
                List.of(key),
                counts -> exceeded(counts.get(0), key, limits.perNetwork(), OF_NETWORK));
    }

    /**
     * An attempt whose client leaves while it is counted stays counted, because it may not have been: to subtract it would let others guess.
     *
     * @param check returns the first count that is above its limit with this attempt; null if there is none
     */
    private Single<Attempt> begin(
            final String pair,
            final String network,
            final Priority priority,
            final List<String> keys,
            final Function<List<Count>, @Nullable Exceeded> check) {
        for (final String key : keys) {
            final @Nullable TooManyAttemptsException known = refused.get(key);
            if (known != null) {
                return Single.error(known);
            }
        }
        return shared.add(keys)
                .map(counts -> new Added(shared, counts))
                .onErrorResumeNext(error -> {
                    away.add(String.valueOf(error.getMessage()));
                    return ofThisInstance.add(keys).map(counts -> new Added(ofThisInstance, counts));
                })
                .flatMap(added -> {
                    final @Nullable Exceeded exceeded = check.apply(added.counts);
                    if (exceeded == null) {
                        return Single.just(new Attempt(pair, network, priority, added.to, counted(keys, added.counts)));
                    }
                    if (added.to == shared) {
                        refused.put(exceeded.key, exceeded.error);
                    }
                    return subtract(added.to, keys).andThen(Single.error(exceeded.error));
                });
    }

    /** A count that is above its limit. */
    private record Exceeded(String key, TooManyAttemptsException error) {}

    private record Added(SharedCounts to, List<Count> counts) {}

    private static List<Counted> counted(final List<String> keys, final List<Count> counts) {
        final long now = System.nanoTime();
        return IntStream.range(0, keys.size())
                .mapToObj(
                        i -> new Counted(keys.get(i), now + counts.get(i).left().toNanos()))
                .toList();
    }

    /** Runs to its end even if the client leaves, and completes even if the store is away; then the counts end within a minute. */
    private Completable subtract(final SharedCounts from, final List<String> keys) {
        return from.subtract(keys)
                .doOnError(error -> away.add(String.valueOf(error.getMessage())))
                .onErrorComplete()
                .cache();
    }

    private static @Nullable Exceeded exceeded(
            final Count count, final String key, final int limit, final String what) {
        return count.value() <= limit
                ? null
                : new Exceeded(
                        key,
                        new TooManyAttemptsException(
                                "Too many attempts for " + what + " have failed in the last minute.",
                                Math.max(1, (count.left().toMillis() + 999) / 1000)));
    }
}
