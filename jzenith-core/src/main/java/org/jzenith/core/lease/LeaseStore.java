package org.jzenith.core.lease;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * For plugins: a store of leases, such as a database. A plugin adds it to the {@linkplain #binder set}. All times are by the clock of the
 * store. Nothing is sent before the returned type is subscribed to; errors while the store is unavailable are {@link
 * org.jzenith.core.problem.TemporarilyUnavailable}. Methods are called on event loops and must not block. Safe for use by many threads.
 */
@CheckReturnValue
public interface LeaseStore {

    /**
     * Returns the set to which a module adds its store.
     *
     * @param binder the binder of the module
     * @return the stores of the application
     */
    static Multibinder<LeaseStore> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, LeaseStore.class);
    }

    /**
     * Returns the name of the plugin that has the store.
     *
     * @return for example {@code postgresql}
     */
    String name();

    /**
     * Claims a lease that is free.
     *
     * @param group the kind of work; at most 200 characters
     * @param slot the part of the group; at most 200 characters
     * @param owner the instance, unique for each process
     * @param length the time after which the lease ends unless it is renewed; at least 100 ms
     * @param occasion a number for this piece of work, such as the due time of a job. It must be greater than all occasions that are done.
     *     {@link Long#MAX_VALUE} for a lease without occasions
     * @return the lease, whose term is higher than that of any earlier owner. Empty if the lease is held, even by this owner; if a
     *     transaction that requires an earlier term is still open; or if the occasion is done
     */
    Maybe<Lease> claim(String group, String slot, String owner, Duration length, long occasion);

    /**
     * Renews all leases that the owner still holds, and reads the leases of certain groups, in one step.
     *
     * @param owner the instance
     * @param length the time after which the leases end unless they are renewed again
     * @param groups the groups to read; may be empty
     * @return the leases of the owner and all leases of the groups, including ended ones
     */
    Single<List<Lease>> renew(String owner, Duration length, Collection<String> groups);

    /**
     * Ends a lease and its term. Has no effect if another owner has had the lease since.
     *
     * @param lease the lease
     * @param occasion the occasion that is done. If the work was not done, {@link Long#MIN_VALUE} or an earlier occasion, so that another
     *     instance takes over
     * @return completes when others can take the lease
     */
    Completable release(Lease lease, long occasion);

    /**
     * Returns the current time of the store's clock.
     *
     * @return the time at which the store responds
     */
    Single<Instant> now();
}
