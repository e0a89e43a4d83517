package org.jzenith.postgresql.connection;

import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.error.PostgresqlException;
import org.jzenith.postgresql.error.SqlErrors;

/**
 * Lends lines, one caller each. Callers wait in a bounded queue, for a limited time, and leave it when they are
 * disposed. Lines are opened when needed and stay open until they are old, spread evenly over the event loops, and are
 * lent within one if that is possible. Row streams hold a part of the lines at most, because their readers may be slow;
 * those beyond it wait in a queue of their own. Guarded by its own monitor; nothing is completed inside it.
 */
final class Pool {

    /** How often each line may go to somebody else: event loops give lines back several at a time. */
    private static final int PATIENCE = 4;

    private static final int KEPT_FOR_TRANSACTIONS = 2;

    /**
     * How many, how long.
     *
     * @param size lines
     * @param maxStreams lines that row streams may hold
     * @param maxWaitQueue callers that wait for a line, and as many streams that wait for one of theirs
     * @param acquireTimeout for a caller to get a line
     * @param maxLifetime of a line, zero for no limit
     */
    record Limits(int size, int maxStreams, int maxWaitQueue, Duration acquireTimeout, Duration maxLifetime) {

        static Limits of(final PostgresqlConfiguration.PoolSettings settings, final Duration maxLifetime) {
            final int size = settings.size();
            return new Limits(
                    size,
                    Math.min(size, settings.maxStreams().orElse(Math.max(1, size - KEPT_FOR_TRANSACTIONS))),
                    settings.maxWaitQueue().orElse(16 * size),
                    settings.acquireTimeout(),
                    maxLifetime);
        }
    }

    private final Connector connector;
    private final Supplier<ContextInternal> contexts;
    private final Places places;
    private final Limits limits;
    private final ArrayDeque<Line> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waitingStreams = new ArrayDeque<>();
    private final Set<Line> all = new HashSet<>();
    private final Set<Line> lentToStreams = new HashSet<>();
    private int streams;
    private int opening;
    private boolean closed;

    Pool(
            final Connector connector,
            final Supplier<ContextInternal> contexts,
            final List<ContextInternal> loops,
            final Limits limits) {
        this.connector = connector;
        this.contexts = contexts;
        this.places = new Places(loops, limits.size());
        this.limits = limits;
    }

    private static final class Waiter {

        private final ContextInternal context;
        private final boolean stream;
        private final Promise<Line> promise;
        private long timer = -1;
        private int passedOver;

        Waiter(final ContextInternal context, final boolean stream) {
            this.context = context;
            this.stream = stream;
            this.promise = context.promise();
        }
    }

    /** What is to be done outside of the monitor: a line goes to a caller, or a line is opened. */
    private record Step(@Nullable Line line, @Nullable Waiter to, Places.@Nullable Place place) {

        private static final Step NONE = new Step(null, null, null);
    }

    /**
     * A line for this subscriber alone; it goes back by {@link #giveBack}, also if it comes too late to be wanted.
     *
     * @param stream whether it is held as long as a reader takes
     */
    Single<Line> acquire(final boolean stream) {
        return Single.defer(() -> {
            final Waiter waiter = new Waiter(contexts.get(), stream);
            return RxFuture.single(() -> enter(waiter), this::giveBack).doOnDispose(() -> leave(waiter));
        });
    }

    private Future<Line> enter(final Waiter waiter) {
        final PostgresqlException refusal = connector.recentRefusal();
        final Line free;
        final Step step;
        synchronized (this) {
            final boolean inLine = waiter.stream && streams >= limits.maxStreams();
            final PostgresqlException reason = whyNot(inLine, refusal);
            if (reason != null) {
                return Future.failedFuture(reason);
            }
            free = inLine ? null : takeIdle(waiter.context);
            if (inLine) {
                waitingStreams.add(waiter);
            } else if (free == null) {
                waiters.add(waiter);
            }
            if (waiter.stream && !inLine) {
                streams++;
                if (free != null) {
                    lentToStreams.add(free);
                }
            }
            step = next();
        }
        run(step);
        if (free != null) {
            return Future.succeededFuture(free);
        }
        waiter.timer = waiter.context.setTimer(limits.acquireTimeout().toMillis(), id -> timeOut(waiter));
        waiter.promise.future().onComplete(done -> waiter.context.owner().cancelTimer(waiter.timer));
        return waiter.promise.future();
    }

    private @Nullable PostgresqlException whyNot(final boolean inLine, final @Nullable PostgresqlException refusal) {
        if (closed) {
            return SqlErrors.unavailable("the pool is closed");
        }
        if (inLine) {
            return waitingStreams.size() < limits.maxWaitQueue()
                    ? null
                    : SqlErrors.streamQueueFull(waitingStreams.size());
        }
        if (!idle.isEmpty()) {
            return null;
        }
        if (mayOpen()) {
            return refusal == null ? null : SqlErrors.unavailable(String.valueOf(refusal.getMessage()));
        }
        return waiters.size() < limits.maxWaitQueue() ? null : SqlErrors.waitQueueFull(waiters.size());
    }

    private boolean mayOpen() {
        return all.size() + opening < limits.size();
    }

    private @Nullable Line takeIdle(final ContextInternal context) {
        for (final Iterator<Line> lines = idle.iterator(); lines.hasNext(); ) {
            final Line line = lines.next();
            if (line.context().nettyEventLoop() == context.nettyEventLoop()) {
                lines.remove();
                return line;
            }
        }
        return idle.pollFirst();
    }

    /** After each change, inside of the monitor: what has become possible by it. */
    private Step next() {
        final Waiter first = waiters.peekFirst();
        if (closed || first == null) {
            return Step.NONE;
        }
        final Line line = idle.pollFirst();
        if (line != null) {
            final Waiter heir = heir(first, line);
            if (heir.stream) {
                lentToStreams.add(line);
            }
            return new Step(line, heir, null);
        }
        if (waiters.size() <= opening || !mayOpen()) {
            return Step.NONE;
        }
        opening++;
        return new Step(null, null, places.take(waiters.getLast().context));
    }

    private void run(final Step step) {
        if (step.place() != null) {
            open(step.place());
        } else if (step.line() != null
                && step.to() != null
                && !step.to().promise.tryComplete(step.line())) {
            giveBack(step.line());
        }
    }

    /** The first who waits on the line's event loop; but nobody is passed over for ever. */
    private Waiter heir(final Waiter first, final Line line) {
        if (first.passedOver < PATIENCE * limits.size()) {
            for (final Iterator<Waiter> queue = waiters.iterator(); queue.hasNext(); ) {
                final Waiter waiter = queue.next();
                if (waiter.context.nettyEventLoop() == line.context().nettyEventLoop()) {
                    queue.remove();
                    first.passedOver++;
                    return waiter;
                }
            }
        }
        waiters.removeFirst();
        return first;
    }

    private void open(final Places.Place place) {
        connector.connect(place.context()).onComplete(result -> {
            if (result.succeeded()) {
                opened(result.result());
            } else {
                failed(place, result.cause());
            }
        });
    }

    private void opened(final Line line) {
        final boolean unwanted;
        synchronized (this) {
            opening--;
            unwanted = closed;
            if (unwanted) {
                places.release(line.context());
            } else {
                all.add(line);
            }
        }
        if (unwanted) {
            line.close();
            return;
        }
        line.closed().onComplete(gone -> lost(line));
        line.whenStale(this::retireAll);
        line.whenOld(limits.maxLifetime(), () -> retire(line));
        giveBack(line);
    }

    private void failed(final Places.Place place, final Throwable cause) {
        final Waiter waiter;
        synchronized (this) {
            waiter = waiters.pollFirst();
            if (waiter != null && waiter.stream) {
                streamEnded();
            }
            // Whoever else came in the meantime must not wait for a connection that nobody opens.
            if (waiters.isEmpty() || waiters.size() < opening) {
                opening--;
                places.release(place.context());
            } else {
                place.context().runOnContext(again -> open(place));
            }
        }
        if (waiter != null) {
            waiter.promise.tryFail(SqlErrors.unavailable(String.valueOf(cause.getMessage())));
        }
    }

    /** Ends a loan. Once for each; a line that broke meanwhile is forgotten, and one that is old is closed. */
    void giveBack(final Line line) {
        final boolean old;
        final Step step;
        synchronized (this) {
            if (lentToStreams.remove(line)) {
                streamEnded();
            }
            old = line.isOld() && forget(line);
            if (all.contains(line)) {
                idle.addFirst(line);
            }
            step = next();
        }
        if (old) {
            line.close();
        }
        run(step);
    }

    /** A row stream holds no line any more, or waits for none; the next one may. */
    private void streamEnded() {
        final Waiter next = waitingStreams.pollFirst();
        if (next == null) {
            streams--;
        } else {
            waiters.add(next);
        }
    }

    private boolean forget(final Line line) {
        final boolean known = all.remove(line);
        if (known) {
            idle.remove(line);
            places.release(line.context());
        }
        return known;
    }

    private void lost(final Line line) {
        final Step step;
        synchronized (this) {
            forget(line);
            if (lentToStreams.remove(line)) {
                streamEnded();
            }
            step = next();
        }
        run(step);
    }

    /** Closes an old line now if nobody has it; otherwise it is closed when it comes back. */
    private void retire(final Line line) {
        final boolean unused;
        synchronized (this) {
            unused = idle.contains(line) && forget(line);
        }
        if (unused) {
            line.close();
        }
    }

    /** All present lines count as old from now on. */
    void retireAll() {
        final List<Line> present;
        synchronized (this) {
            present = List.copyOf(all);
        }
        present.forEach(line -> {
            line.age();
            retire(line);
        });
    }

    private void timeOut(final Waiter waiter) {
        final boolean stream;
        synchronized (this) {
            stream = waitingStreams.contains(waiter);
        }
        remove(waiter);
        waiter.promise.tryFail(
                stream
                        ? SqlErrors.streamAcquireTimeout(limits.acquireTimeout(), limits.maxStreams())
                        : SqlErrors.acquireTimeout(limits.acquireTimeout(), limits.size()));
    }

    private void leave(final Waiter waiter) {
        if (remove(waiter)) {
            waiter.promise.tryFail(SqlErrors.unavailable("the caller has left"));
        }
    }

    private boolean remove(final Waiter waiter) {
        final boolean waited;
        final Step step;
        synchronized (this) {
            final boolean inQueue = waiters.remove(waiter);
            if (inQueue && waiter.stream) {
                streamEnded();
            }
            waited = inQueue || waitingStreams.remove(waiter);
            step = next();
        }
        run(step);
        return waited;
    }

    /** The lines that nobody has borrowed. */
    synchronized int idle() {
        return idle.size();
    }

    /** The lines that are open. */
    synchronized int open() {
        return all.size();
    }

    /** The callers that wait for a line. */
    synchronized int waiting() {
        return waiters.size() + waitingStreams.size();
    }

    Future<Void> close() {
        final List<Line> lines;
        final List<Waiter> left = new ArrayList<>();
        synchronized (this) {
            closed = true;
            lines = List.copyOf(all);
            left.addAll(waiters);
            left.addAll(waitingStreams);
            waiters.clear();
            waitingStreams.clear();
        }
        left.forEach(waiter -> waiter.promise.tryFail(SqlErrors.unavailable("the pool is closed")));
        final List<Future<Void>> closing = new ArrayList<>();
        lines.forEach(line -> closing.add(line.close()));
        return Future.join(closing).mapEmpty();
    }
}
