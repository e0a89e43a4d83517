package org.jzenith.core.limit;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests for limits such as {@code @RateLimit}, in all instances of an application. {@code rest.rate-limit.store=redis} selects
 * the one of Redis. For another store, an application binds this type:
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
     * @param limit the class, and the method if it declares the limit: the same name in all instances of the application. For {@link
     *     NamedRateLimitStore}s, a listener with a qualifier puts that before it
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
         * Takes a permit, if that needs no waiting.
         *
         * @param key identifies the client, in at most 65 characters
         * @return null if {@link #take} must be asked, which is the default
         */
        default @Nullable Taken takeNow(final String key) {
            return null;
        }

        /**
         * Takes a permit, if there is one. The request waits for the result.
         *
         * @param key identifies the client, in at most 65 characters
         * @return may come on any thread. An error fails the request; that of a {@link NamedRateLimitStore} makes the instance count in its
         *     memory
         */
        Single<Taken> take(String key);

        /**
         * Returns the number of instances that use the limit. While the store of a plugin fails, each of them grants its share of the permits.
         *
         * @return at least 1, as last known; 1 unless it is overridden
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
