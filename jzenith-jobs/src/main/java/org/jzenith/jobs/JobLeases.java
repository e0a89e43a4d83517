package org.jzenith.jobs;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of jobs that run on one instance at a time. Each run has one, which is renewed each second; meanwhile other instances watch it, and
 * one of them runs the job if it ends without being done. Safe for use by many threads.
 */
final class JobLeases {

    /** The occasion of a run that is not bound to a due time. */
    static final long ANY_TIME = Long.MAX_VALUE;

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.jobs.Jobs");

    /** With a look each second, another instance takes over at most 5 s after the holder was killed, frozen or cut off. */
    private static final Duration LENGTH = Duration.ofMillis(3_500);

    /** A lease that was not renewed for this time is lost: with a tick, this is before its end by any clock. */
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(2_900);

    private static final long TICK_MILLIS = 500;
    private static final int TICKS_PER_LOOK = 2;
    private static final long CLOCK_MILLIS = 30_000;
    private static final long RETRY_MILLIS = 1_000;
    private static final long STOP_MILLIS = 2_000;

    private final LeaseStore store;
    private final String group;
    private final EventLoopContext loop;
    private final String owner = "jobs/" + UUID.randomUUID();
    private final StoreClock clock = new StoreClock();
    private final Set<LeasedRun> held = ConcurrentHashMap.newKeySet();
    private final Map<String, ForeignRun> watches = new ConcurrentHashMap<>();

    /** The jobs whose leases are being released. */
    private final Map<CompletableSubject, String> releases = new ConcurrentHashMap<>();

    private final AtomicInteger claims = new AtomicInteger();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean stopped;
    private int ticks;
    private boolean looking;

    /** A run of another instance, and what to do if it ends without being done. */
    private record ForeignRun(long due, long done, Runnable again) {}

    /**
     * Prepares without asking the store.
     *
     * @param application the name that all instances share
     * @param loop runs the timers
     */
    JobLeases(final LeaseStore store, final String application, final EventLoopContext loop) {
        this.store = store;
        this.group = "job/" + application;
        this.loop = loop;
    }

    String store() {
        return store.name();
    }

    Clock clock() {
        return clock;
    }

    /** Reads the clock of the store, runs an action, and reads it again from time to time. */
    void begin(final Runnable ready) {
        loop.runLater(() -> setClock(ready));
    }

    private void setClock(final @Nullable Runnable ready) {
        if (stopped) {
            return;
        }
        final long asked = System.nanoTime();
        store.now()
                .doOnSuccess(now -> {
                    clock.set(now, asked, System.nanoTime());
                    loop.setTimer(CLOCK_MILLIS, () -> setClock(null));
                    if (ready != null) {
                        ready.run();
                    }
                })
                .doOnError(error -> {
                    LOGGER.warn(
                            "The time of {} cannot be read, so jobs on one instance {}. jZenith reads it again in {} "
                                    + "ms.",
                            store(),
                            ready == null ? "keep to the last one" : "do not run yet",
                            RETRY_MILLIS,
                            error);
                    loop.setTimer(RETRY_MILLIS, () -> setClock(ready));
                })
                .ignoreElement()
                .onErrorComplete()
                .subscribe(CompletableSubject.create());
    }

    /** Claims the lease of a run; empty if it is refused. */
    Maybe<Lease> claim(final LeasedRun run) {
        return Maybe.defer(() -> {
            claims.incrementAndGet();
            return store.claim(group, run.job(), owner, LENGTH, run.occasion()).doFinally(claims::decrementAndGet);
        });
    }

    /** Returns the reason why a claim was refused, and watches the run of another instance. */
    Single<String> refusal(final LeasedRun run) {
        return store.renew(owner, LENGTH, List.of(group)).map(leases -> {
            final Lease found = bySlot(leases).get(run.job());
            if (found != null && found.occasion() >= run.occasion()) {
                return "Another instance has already done this run of the job '" + run.job() + "'.";
            }
            final Runnable again = run.again();
            if (again != null && !stopped) {
                watches.put(
                        run.job(),
                        new ForeignRun(run.occasion(), found == null ? Long.MIN_VALUE : found.occasion(), again));
                tickLater();
            }
            return "Another instance runs the job '" + run.job() + "', which runs on only one instance at a time.";
        });
    }

    private Map<String, Lease> bySlot(final List<Lease> leases) {
        return leases.stream()
                .filter(lease -> lease.group().equals(group))
                .collect(Collectors.toMap(Lease::slot, Function.identity()));
    }

    void add(final LeasedRun run) {
        held.add(run);
        tickLater();
    }

    void remove(final LeasedRun run) {
        held.remove(run);
    }

    /**
     * Releases a lease.
     *
     * @param done completes when it is released, or when that has failed, so that the lease ends by itself
     */
    void release(final Lease lease, final long occasion, final CompletableSubject done) {
        releases.put(done, lease.slot());
        store.release(lease, occasion)
                .doOnError(error -> LOGGER.warn(
                        "The lease of the job '{}' could not be released. The lease expires in {} ms; then the run "
                                + "may be repeated.",
                        lease.slot(),
                        LENGTH.toMillis(),
                        error))
                .onErrorComplete()
                .doFinally(() -> releases.remove(done))
                .subscribe(done);
    }

    private void tickLater() {
        if (ticking.compareAndSet(false, true)) {
            loop.setTimer(TICK_MILLIS, this::tick);
        }
    }

    private void tick() {
        ticking.set(false);
        if (held.isEmpty() && watches.isEmpty()) {
            return;
        }
        tickLater();
        held.forEach(run -> run.loseAfter(LOST_NANOS));
        ticks++;
        if (ticks % TICKS_PER_LOOK == 0 && !looking) {
            look();
        }
    }

    /** Renews the leases of this instance, and reads those that it watches. */
    private void look() {
        looking = true;
        final long asked = System.nanoTime();
        final List<LeasedRun> own = List.copyOf(held);
        final boolean claiming = claims.get() > 0;
        store.renew(owner, LENGTH, watches.isEmpty() ? List.of() : List.of(group))
                .doOnSuccess(leases -> {
                    final Map<String, Lease> bySlot = bySlot(leases);
                    own.forEach(run -> run.renewed(bySlot.get(run.job()), asked));
                    if (!claiming && claims.get() == 0) {
                        releaseForgotten(bySlot);
                    }
                    List.copyOf(watches.entrySet())
                            .forEach(watch -> check(watch.getKey(), watch.getValue(), bySlot.get(watch.getKey())));
                })
                .doOnError(error -> LOGGER.debug("The leases of jobs could not be renewed.", error))
                .ignoreElement()
                .onErrorComplete()
                .doFinally(() -> looking = false)
                .subscribe(CompletableSubject.create());
    }

    /** Releases leases whose run was disposed before it heard of them. */
    private void releaseForgotten(final Map<String, Lease> bySlot) {
        final Set<String> known = held.stream().map(LeasedRun::job).collect(Collectors.toSet());
        known.addAll(releases.values());
        bySlot.values().stream()
                .filter(lease -> lease.held() && lease.owner().equals(owner) && !known.contains(lease.slot()))
                .forEach(lease -> release(lease, Long.MIN_VALUE, CompletableSubject.create()));
    }

    private void check(final String job, final ForeignRun watch, final @Nullable Lease found) {
        if (found != null && (found.occasion() >= watch.due() || (!found.held() && found.occasion() > watch.done()))) {
            watches.remove(job, watch);
        } else if (found != null && found.held()) {
            watches.replace(job, watch, new ForeignRun(watch.due(), found.occasion(), watch.again()));
        } else if (watches.remove(job, watch)) {
            watch.again().run();
        }
    }

    /** Watches no further runs. */
    void stop() {
        stopped = true;
        watches.clear();
    }

    /** Waits until all leases are released, so that other instances take over at once. */
    Completable whenReleased() {
        return Completable.defer(() -> Completable.merge(new ArrayList<>(releases.keySet())))
                .timeout(STOP_MILLIS, TimeUnit.MILLISECONDS)
                .onErrorComplete();
    }
}
