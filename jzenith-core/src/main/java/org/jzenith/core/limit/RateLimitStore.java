package org.jzenith.core.limit;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests for limits such as {@code @RateLimit}, in all instances of an application. {@code rest.rate-limit.store=redis} selects
 * the Redis store. To use your own store, bind this type:
 *
 * <pre>{@code
 * binder.bind(RateLimitStore.class).to(CassandraRateLimits.class);
 * }</pre>
 */
@CheckReturnValue
@FunctionalInterface
public interface RateLimitStore {

    /**
     * Returns the counter of a limit. Called once for each class or method that declares one, at startup.
     *
     * @param limit the name of the limit, which is the same in all instances of the application: the class, and the method if the method
     *     declares the limit. For {@link NamedRateLimitStore}s, the name starts with the qualifier of the listener, if it has one
     * @param permits the requests that a client may send at once
     * @param time the time in which a client regains all permits
     * @return the counter
     */
    Counter counter(String limit, long permits, Duration time);

    /** The counter of one limit. Called on event loops, for many requests at once; must not block. */
    @CheckReturnValue
    @FunctionalInterface
    interface Counter {

        /**
         * Takes a permit, if this is possible without waiting.
         *
         * @param key identifies the client, in at most 65 characters
         * @return the state; null if {@link #take} must be called instead, which is the default
         */
        default @Nullable Taken takeNow(final String key) {
            return null;
        }

        /**
         * Takes a permit, if there is one. The request waits for the result.
         *
         * @param key identifies the client, in at most 65 characters
         * @return the state, on any thread. An error fails the request. After an error of a {@link NamedRateLimitStore}, however, the
         *     instance counts in its own memory
         */
        Single<Taken> take(String key);

        /**
         * Returns the number of instances that use the limit. While the store of a plugin fails, each instance grants its share of the
         * permits.
         *
         * @return the last known number, at least 1; the default is 1
         */
        default long instances() {
            return 1;
        }
    }

    /**
     * The state of a client after a request.
     *
     * @param remaining the permits left; -1 if there was none
     * @param fullNanos the time until all permits are there again, in nanoseconds
     * @param retryNanos the time until the next permit, in nanoseconds; zero if there is one
     */
    record Taken(long remaining, long fullNanos, long retryNanos) {

        /**
         * Returns true if there was no permit.
         *
         * @return true to refuse the request
         */
        public boolean isRefused() {
            return remaining < 0;
        }
    }
}
