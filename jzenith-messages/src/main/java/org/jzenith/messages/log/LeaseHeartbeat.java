package org.jzenith.messages.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: renews all leases of an instance together, about once a second. A lease that is not renewed for 3.3 s ends in the store. This
 * instance stops using it 0.3 s earlier, by its own clock. Used on one event loop.
 */
@CheckReturnValue
public final class LeaseHeartbeat {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages");
    private static final Duration LENGTH = Duration.ofMillis(3_300);
    private static final long VALID_NANOS = TimeUnit.MILLISECONDS.toNanos(3_000);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

    private final LeaseStore store;
    private final EngineLoop loop;
    private final String owner = UUID.randomUUID().toString();
    private final List<LeaseGroup> groups = new ArrayList<>();
    private final CountedWarning notReleased =
            new CountedWarning(LOGGER, "A lease could not be released. The lease ends by itself after 3.3 s.");
    private CompletableSubject beat = CompletableSubject.create();
    private long beatAt = System.nanoTime() - INTERVAL_NANOS;
    private boolean again;

    LeaseHeartbeat(final LeaseStore store, final EngineLoop loop) {
        this.store = store;
        this.loop = loop;
        beat.onComplete();
    }

    /**
     * Creates a heartbeat for leases that do not belong to an engine.
     *
     * @param store the leases
     * @param vertx the Vert.x of the application; the heartbeat uses one of its event loops
     * @return a new heartbeat, which renews leases when {@link #tick} is called
     */
    public static LeaseHeartbeat of(final LeaseStore store, final Vertx vertx) {
        return new LeaseHeartbeat(store, new EngineLoop(vertx));
    }

    /**
     * Returns the event loop.
     *
     * @return the event loop on which all other methods must be called
     */
    public EventLoopContext loop() {
        return loop.context();
    }

    /**
     * Returns the owner of the leases.
     *
     * @return the owner, unique for each process
     */
    public String owner() {
        return owner;
    }

    /**
     * Renews the leases of a group from now on.
     *
     * @param group receives the leases
     */
    public void add(final LeaseGroup group) {
        groups.add(group);
        soon();
    }

    /**
     * Stops renewing the leases of a group.
     *
     * @param group a group that was added
     */
    public void remove(final LeaseGroup group) {
        groups.remove(group);
    }

    /** Renews the leases at the next {@link #tick}, because something has changed. */
    void soon() {
        again = true;
    }

    /** Renews the leases if a renewal is due. Call it several times a second. */
    public void tick() {
        List.copyOf(groups).forEach(LeaseGroup::expire);
        final long now = System.nanoTime();
        if (!groups.isEmpty() && beat.hasComplete() && (again || now - beatAt >= INTERVAL_NANOS)) {
            again = false;
            beatAt = now;
            final CompletableSubject current = CompletableSubject.create();
            beat = current;
            loop.start(
                    Completable.defer(this::renew).observeOn(loop.scheduler()).doFinally(() -> {
                        current.onComplete();
                        if (again) {
                            tick();
                        }
                    }),
                    error -> List.copyOf(groups).forEach(group -> group.failed(error)));
        }
    }

    private Completable renew() {
        final List<LeaseGroup> renewed = List.copyOf(groups);
        final long validUntil = System.nanoTime() + VALID_NANOS;
        return store.renew(owner, LENGTH, renewed.stream().map(LeaseGroup::name).toList())
                .timeout(LENGTH.toMillis(), TimeUnit.MILLISECONDS)
                .observeOn(loop.scheduler())
                .flatMapCompletable(leases -> Completable.concat(renewed.stream()
                        .map(group -> group.renewed(
                                        leases.stream()
                                                .filter(lease -> lease.group().equals(group.name()))
                                                .toList(),
                                        validUntil)
                                .doOnError(group::failed)
                                .onErrorComplete())
                        .toList()));
    }

    /**
     * Waits for the renewal in progress.
     *
     * @return completes when the renewal has ended; at once if none is in progress
     */
    public Completable settled() {
        return beat;
    }

    /**
     * Claims a lease.
     *
     * @param group the group
     * @param slot the name of the lease in the group
     * @return the lease, on the event loop; empty if another instance has it
     */
    public Maybe<Lease> claim(final LeaseGroup group, final String slot) {
        return store.claim(group.name(), slot, owner, LENGTH, Long.MAX_VALUE)
                .timeout(LENGTH.toMillis(), TimeUnit.MILLISECONDS)
                .observeOn(loop.scheduler());
    }

    /** Returns the time until which a lease is valid if it is claimed now. */
    static long validUntil() {
        return System.nanoTime() + VALID_NANOS;
    }

    /**
     * Releases a lease.
     *
     * @param lease the lease
     * @return completes when the lease is released; also after a failure, which is logged, because the lease ends by itself
     */
    public Completable release(final Lease lease) {
        return store.release(lease, 0)
                .timeout(LENGTH.toMillis(), TimeUnit.MILLISECONDS)
                .observeOn(loop.scheduler())
                .doOnError(notReleased::add)
                .onErrorComplete();
    }
}
