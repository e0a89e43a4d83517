package org.jzenith.cache.internal.load;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.error.CacheTimeoutException;
import org.jzenith.cache.internal.load.LoadThreads.LoadThread;
import org.jzenith.cache.internal.store.CachedValue;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.cache.SharedCacheStore.Lease;
import org.jzenith.core.cache.SharedCacheStore.Outcome;
import org.jzenith.core.cache.SharedCacheStore.Reading;
import org.jzenith.core.cache.SharedCacheStore.Stored;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;

/**
 * The load of one value for all callers of this instance. It asks the shared store, which has the value, or gives this instance the lease to
 * load it, or tells that another instance loads it; then this one waits for a message, or for the end of the lease, and asks again.
 *
 * <p>It runs on one event loop, outside of any request. Callers join and leave on any thread, and any thread may outdate it.
 */
final class Load {

    /** A lease lasts for several such periods. */
    private static final long RENEWAL_MILLIS = 1_000;

    private static final long NO_TIMER = -1;

    private final NamedCache cache;
    private final String key;
    private final Supplier<? extends Maybe<?>> loader;
    private final LoadThread thread;
    private final boolean background;

    private enum State {
        /** Asks the shared store. */
        ASKING,
        /** Another instance loads. */
        WAITING,
        /** Loads, and then stores. */
        LOADING,
        ENDED
    }

    // Guarded by this.
    private final Set<Promise<CachedValue>> callers = new LinkedHashSet<>();
    private State state = State.ASKING;
    private boolean outdated;
    private boolean woken;
    private @Nullable CachedValue answered;

    /** Served while the value cannot be loaded; null once it was invalidated. */
    private @Nullable CachedValue old;

    // Used on the event loop only.
    private boolean foundUnreadable;
    private @Nullable Lease held;
    private long timer = NO_TIMER;

    Load(
            final NamedCache cache,
            final String key,
            final Supplier<? extends Maybe<?>> loader,
            final LoadThread thread,
            final boolean background) {
        this.cache = cache;
        this.key = key;
        this.loader = loader;
        this.thread = thread;
        this.background = background;
    }

    /** Returns the result for one more caller, or null if this load has ended. */
    @Nullable
    Promise<CachedValue> join() {
        final EventLoopContext caller = EventLoopContext.current();
        final Promise<CachedValue> result = caller == null ? Promise.promise() : caller.promise();
        final CachedValue present;
        synchronized (this) {
            if (state == State.ENDED) {
                return null;
            }
            present = answered;
            if (present == null) {
                callers.add(result);
            }
        }
        if (present != null) {
            result.complete(present);
        }
        return result;
    }

    /** Removes a caller. A load of the application goes on without callers; one that only asks or waits ends. */
    void leave(final Promise<CachedValue> result) {
        synchronized (this) {
            callers.remove(result);
            if (background || !callers.isEmpty() || state == State.LOADING || state == State.ENDED) {
                return;
            }
            state = State.ENDED;
        }
        cache.ended(key, this);
        thread.context().runUnlessTerminated(this::cancelTimer);
    }

    /** Starts outside of the caller's request. */
    void start() {
        thread.context().runUnlessTerminated(() -> {
            // A load that has ended meanwhile may have left a value.
            final CachedValue present = cache.servable(key);
            if (present != null && !background && cache.settings().isFresh(present)) {
                end(present, false);
            } else {
                serveIfNeeded(present);
                ask(maxAge());
            }
        });
    }

    /** Has a value to serve while it cannot be loaded, unless the value was invalidated since it was read. */
    private synchronized void serveIfNeeded(final @Nullable CachedValue value) {
        if (!outdated && value != null && cache.settings().isServable(value)) {
            old = value;
        }
    }

    private synchronized @Nullable CachedValue servable() {
        final CachedValue value = old;
        return value != null && cache.settings().isServable(value) ? value : null;
    }

    private Duration maxAge() {
        final CacheSettings settings = cache.settings();
        return Duration.ofNanos(background ? Math.min(settings.refresh(), settings.expiry()) : settings.expiry());
    }

    private void ask(final Duration maxAge) {
        final SharedCacheStore store = cache.sharing().store();
        if (store == null) {
            load(null);
            return;
        }
        synchronized (this) {
            if (state == State.ENDED) {
                return;
            }
            state = State.ASKING;
            outdated = false;
            woken = false;
        }
        store.read(cache.name(), key, cache.sharing().token(), maxAge)
                .subscribe(this::answer, this::storeFailed)
                .isDisposed();
    }

    private void answer(final Reading reading) {
        final boolean again;
        synchronized (this) {
            again = outdated
                    ? reading.lease() == null
                    : woken && !reading.held().isZero();
        }
        final Lease lease = reading.lease();
        final Stored stored = reading.value();
        if (again) {
            ask(maxAge());
        } else if (lease != null) {
            serveIfNeeded(stored == null ? null : read(stored));
            load(lease);
        } else if (!reading.held().isZero()) {
            waitForOther(reading.held().toMillis());
        } else {
            final CachedValue value = stored == null ? null : read(stored);
            if (value == null || !cache.settings().isFresh(value)) {
                ask(Duration.ZERO); // for the lease
            } else {
                end(value, true);
            }
        }
    }

    private @Nullable CachedValue read(final Stored stored) {
        final Buffer json = stored.json();
        final Object value = json == null ? null : cache.format().read(json);
        if (json != null && value == null) {
            if (!foundUnreadable) {
                cache.countUnreadable();
            }
            foundUnreadable = true;
            return null;
        }
        return new CachedValue(value, json == null ? 0 : json.length(), NanoTime.of(stored.age()));
    }

    private void waitForOther(final long millis) {
        final boolean isWanted;
        synchronized (this) {
            isWanted = !callers.isEmpty() && state != State.ENDED;
            state = isWanted ? State.WAITING : State.ENDED;
        }
        if (isWanted) {
            timer = thread.context().setTimer(millis, this::askAgain);
        } else {
            cache.ended(key, this);
        }
    }

    private void askAgain() {
        cancelTimer();
        ask(maxAge());
    }

    private void cancelTimer() {
        if (timer != NO_TIMER) {
            thread.context().cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    /** The load of another instance has ended, or this one learns what was invalidated while it asked. */
    void wake(final Outcome outcome) {
        thread.context().runUnlessTerminated(() -> {
            final boolean waits;
            synchronized (this) {
                waits = state == State.WAITING;
                woken |= state == State.ASKING;
            }
            if (!waits) {
                return;
            }
            cancelTimer();
            final CachedValue present = servable();
            if (outcome == Outcome.EMPTY) {
                end(new CachedValue(null, 0, 0), false);
            } else if (outcome == Outcome.FAILED && present != null) {
                serveOld(present);
            } else {
                askAgain();
            }
        });
    }

    /** The value was invalidated: a load in progress may have read the old one, so it is not kept, and later callers get another load. */
    void outdate() {
        final State before;
        synchronized (this) {
            outdated = true;
            old = null;
            before = state;
        }
        if (before == State.LOADING) {
            cache.ended(key, this);
        } else if (before == State.WAITING) {
            wake(Outcome.STORED);
        }
    }

    /** Loads without the store. Callers get an old value at once, if there is one. */
    private void storeFailed(final Throwable error) {
        cache.sharing().failed(error);
        if (isEnded()) {
            return;
        }
        cache.counters().direct.increment();
        final CachedValue present = servable();
        if (present != null) {
            present.fail();
            cache.counters().stale.add(complete(present));
        }
        load(null);
    }

    private void load(final @Nullable Lease lease) {
        final boolean isLeft;
        synchronized (this) {
            isLeft = state == State.ENDED;
            if (!isLeft) {
                state = State.LOADING;
                outdated = false;
            }
        }
        if (isLeft) {
            releaseLease(lease);
            return;
        }
        final Throwable refusal = cache.acquire();
        if (refusal != null) {
            failed(lease, refusal);
            return;
        }
        held = lease;
        if (lease != null) {
            renew(lease);
            timer = thread.context().setPeriodic(RENEWAL_MILLIS, () -> renew(lease));
        }
        final Duration limit = cache.settings().loadTimeout();
        final AtomicReference<@Nullable Loaded> loaded = new AtomicReference<>();
        thread.runner()
                .run(
                        Work.of("cache", cache.name()).withTimeout(limit),
                        Completable.defer(() -> Objects.requireNonNull(loader.get(), "the Maybe of the loader")
                                .doOnSuccess(value -> loaded.set(
                                        new Loaded(value, cache.format().write(value))))
                                .ignoreElement()))
                .subscribe(
                        () -> {
                            release();
                            loaded(held, loaded.get());
                        },
                        error -> {
                            release();
                            cache.counters().failures.increment();
                            failed(held, typed(error, limit));
                        })
                .isDisposed();
    }

    /** The loader's result, and its JSON. */
    private record Loaded(Object value, Buffer json) {}

    private Throwable typed(final Throwable error, final Duration limit) {
        return error instanceof TimeoutException
                ? new CacheTimeoutException(
                        "The load of a value of the cache '" + cache.name() + "' did not complete within "
                                + limit.toMillis() + " ms, the limit of cache.load-timeout.",
                        error)
                : error;
    }

    private void release() {
        cancelTimer();
        cache.release();
    }

    private void renew(final Lease lease) {
        final SharedCacheStore store = Objects.requireNonNull(cache.sharing().store());
        store.renew(cache.name(), key, lease)
                .subscribe(() -> {}, cache.sharing()::failed)
                .isDisposed();
    }

    /** Callers get the value before it is stored. */
    private void loaded(final @Nullable Lease lease, final @Nullable Loaded loaded) {
        final boolean isKept = loaded != null || cache.settings().keepsAbsence();
        final CachedValue value = loaded == null
                ? new CachedValue(null, 0, 0)
                : new CachedValue(loaded.value(), loaded.json().length(), 0);
        if (lease == null) {
            end(value, isKept);
            return;
        }
        complete(value);
        finish(
                lease,
                isKept ? Outcome.STORED : Outcome.EMPTY,
                value,
                loaded == null ? null : loaded.json(),
                kept -> end(value, isKept && kept));
    }

    private void failed(final @Nullable Lease lease, final Throwable error) {
        releaseLease(lease);
        final CachedValue present = servable();
        if (present != null) {
            cache.warnOfFailure(error);
            serveOld(present);
        } else if (fail(error) == 0) {
            cache.warnOfFailure(error);
        }
    }

    /** Fails the callers of a load that has not started, or never will, because the application stops. */
    void stop(final Throwable error) {
        synchronized (this) {
            if (state == State.LOADING) {
                return;
            }
        }
        fail(error);
        thread.context().runUnlessTerminated(this::cancelTimer);
    }

    /** Lets another instance load, because this one stops. */
    void handOver() {
        thread.context().runUnlessTerminated(() -> {
            final Lease lease = held;
            if (lease != null && timer != NO_TIMER) {
                cancelTimer();
                held = null;
                releaseLease(lease);
            }
        });
    }

    private void releaseLease(final @Nullable Lease lease) {
        if (lease != null) {
            finish(lease, Outcome.FAILED, null, null, kept -> {});
        }
    }

    /** Ends with an old value. Until it is loaded again, callers get it without waiting. */
    private void serveOld(final CachedValue value) {
        value.fail();
        cache.counters().stale.add(callerCount());
        end(value, true);
    }

    private void finish(
            final Lease lease,
            final Outcome outcome,
            final @Nullable CachedValue value,
            final @Nullable Buffer json,
            final Consumer<Boolean> then) {
        cache.sharing()
                .finish(
                        cache.name(),
                        key,
                        lease,
                        outcome,
                        json,
                        value == null ? Duration.ofMillis(1) : cache.settings().kept(value))
                .subscribe(then::accept, error -> {
                    cache.sharing().failed(error);
                    if (outcome == Outcome.STORED) {
                        // The store may refuse this value only.
                        releaseLease(lease);
                    }
                    then.accept(true);
                })
                .isDisposed();
    }

    private synchronized boolean isEnded() {
        return state == State.ENDED;
    }

    private synchronized int callerCount() {
        return callers.size();
    }

    /** Gives the value to those who wait, and to those who join until the end. Returns how many have waited. */
    private int complete(final CachedValue value) {
        final List<Promise<CachedValue>> waiting;
        synchronized (this) {
            answered = value;
            waiting = takeCallers();
        }
        waiting.forEach(each -> each.tryComplete(value));
        return waiting.size();
    }

    private List<Promise<CachedValue>> takeCallers() {
        final List<Promise<CachedValue>> taken = List.copyOf(callers);
        callers.clear();
        return taken;
    }

    private void end(final CachedValue value, final boolean isKept) {
        final List<Promise<CachedValue>> waiting;
        synchronized (this) {
            if (isKept && !outdated) {
                cache.keep(key, value);
            }
            state = State.ENDED;
            waiting = takeCallers();
        }
        cache.ended(key, this);
        waiting.forEach(each -> each.tryComplete(value));
    }

    private int fail(final Throwable error) {
        final List<Promise<CachedValue>> waiting;
        synchronized (this) {
            state = State.ENDED;
            waiting = takeCallers();
        }
        cache.ended(key, this);
        waiting.forEach(each -> each.tryFail(error));
        return waiting.size();
    }
}
