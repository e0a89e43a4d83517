package org.jzenith.cache.internal.store;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The values that all instances of the application share, and the leases by which one of them loads a value while the others wait. Each call
 * does its work at subscription. Safe for use by many threads.
 */
public interface SharedStore {

    /** How a load has ended. */
    enum Outcome {
        /** There is a value, or its absence is cached. */
        STORED,
        /** There is no value, and its absence is not cached. */
        EMPTY,
        /** It has failed, so another instance may load. */
        FAILED
    }

    /**
     * A value in the store.
     *
     * @param json null for the absence of a value
     * @param ageMillis the time since it was stored
     */
    record Stored(@Nullable Buffer json, long ageMillis) {}

    /**
     * The right to load a value, until it ends or somebody invalidates the value.
     *
     * @param token names its holder
     * @param generation changes when all values of the cache are invalidated
     */
    record Lease(String token, String generation) {}

    /**
     * What a read has found.
     *
     * @param value null if there is none
     * @param lease null if the value is young enough, or another load holds the lease
     * @param heldMillis the time after which the lease of another load ends; 0 if there is none
     */
    record Reading(@Nullable Stored value, @Nullable Lease lease, long heldMillis) {}

    /** What the other instances tell; also those of this instance. */
    sealed interface Message {

        /** Further messages follow; those before this one may be missing. */
        record Missed() implements Message {}

        /** A value was invalidated. */
        record Invalidated(String cache, String key) implements Message {}

        /** All values of a cache were invalidated. */
        record AllInvalidated(String cache) implements Message {}

        /** A load, for which others wait, has ended. */
        record LoadEnded(String cache, String key, Outcome outcome) implements Message {}
    }

    /** Returns the name for logs, such as {@code redis}. */
    String name();

    /**
     * Reads a value, or acquires the lease to load it.
     *
     * @param token names the holder of the lease
     * @param maxAgeMillis an older value is returned with the lease
     */
    Single<Reading> read(String cache, String key, String token, long maxAgeMillis);

    /** Prolongs a lease; without effect if it has ended. */
    Completable renew(String cache, String key, Lease lease);

    /**
     * Ends a lease, and stores the value if the lease has not ended before.
     *
     * @param json the value to store; null for an absence, and unless the outcome is {@link Outcome#STORED}
     * @param keptMillis the time after which the store deletes the value
     * @return false if the lease has ended before, because of its time or because the value was invalidated
     */
    Single<Boolean> finish(
            String cache, String key, Lease lease, Outcome outcome, @Nullable Buffer json, long keptMillis);

    /** Removes a value, ends the lease of a load, and tells all instances. */
    Completable invalidate(String cache, String key);

    /** Removes all values of a cache, and tells all instances. */
    Completable invalidateAll(String cache);

    /** Returns the messages; never completes while the application runs. */
    Flowable<Message> messages();

    /** Returns the remedy if an error says that this application may not receive messages; null for any other error. */
    @Nullable
    String refusal(Throwable error);
}
