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
import org.jzenith.postgresql.error.PostgresqlException;
import org.jzenith.postgresql.error.SqlErrors;

/**
 * Lends lines, one caller each. Callers wait in a bounded queue, for a limited time, and leave it when they are
 * disposed. Lines are opened when needed and stay open, spread evenly over the event loops, and are lent within one if
 * that is possible. Guarded by its own monitor; nothing is completed inside it.
 */
final class Pool {

    /** How often each line may go to somebody else: event loops give lines back several at a time. */
    private static final int PATIENCE = 4;

    private final Connector connector;
    private final Supplier<ContextInternal> contexts;
    private final List<Place> places;
    private final int size;
    private final int maxWaitQueue;
    private final Duration acquireTimeout;
    private final ArrayDeque<Line> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final Set<Line> all = new HashSet<>();
    private int opening;
    private boolean closed;

    Pool(
            final Connector connector,
            final Supplier<ContextInternal> contexts,
            final List<ContextInternal> loops,
            final int size,
            final int maxWaitQueue,
            final Duration acquireTimeout) {
        this.connector = connector;
        this.contexts = contexts;
        this.places = loops.stream().map(Place::new).toList();
        this.size = size;
        this.maxWaitQueue = maxWaitQueue;
        this.acquireTimeout = acquireTimeout;
    }

    private static final class Waiter {

        private final ContextInternal context;
        private final Promise<Line> promise;
        private long timer = -1;
        private int passedOver;

        Waiter(final ContextInternal context) {
            this.context = context;
            this.promise = context.promise();
        }
    }

    /** An event loop, and how many lines it has or will have. */
    private static final class Place {

        private final ContextInternal context;
        private int lines;

        Place(final ContextInternal context) {
            this.context = context;
        }

        boolean isOf(final ContextInternal other) {
            return context.nettyEventLoop() == other.nettyEventLoop();
        }
    }

    /** A line for this subscriber alone; it goes back by {@link #giveBack}, also if it comes too late to be wanted. */
    Single<Line> acquire() {
        return Single.defer(() -> {
            final Waiter waiter = new Waiter(contexts.get());
            return RxFuture.single(() -> enter(waiter), this::giveBack).doOnDispose(() -> leave(waiter));
        });
    }

    private Future<Line> enter(final Waiter waiter) {
        final PostgresqlException refusal = connector.recentRefusal();
        final Line free;
        final Place place;
        synchronized (this) {
            if (closed) {
                return Future.failedFuture(SqlErrors.unavailable("the pool is closed"));
            }
            free = takeIdle(waiter.context);
            final boolean open = free == null && all.size() + opening < size;
            if (free == null) {
                if (open && refusal != null) {
                    return Future.failedFuture(SqlErrors.unavailable(String.valueOf(refusal.getMessage())));
                }
                if (!open && waiters.size() >= maxWaitQueue) {
                    return Future.failedFuture(SqlErrors.waitQueueFull(waiters.size()));
                }
                waiters.add(waiter);
            }
            place = open ? placeFor(waiter) : null;
        }
        if (free != null) {
            return Future.succeededFuture(free);
        }
        waiter.timer = waiter.context.setTimer(acquireTimeout.toMillis(), id -> timeOut(waiter));
        waiter.promise.future().onComplete(done -> waiter.context.owner().cancelTimer(waiter.timer));
        if (place != null) {
            open(place);
        }
        return waiter.promise.future();
    }

    /** Where the next line is opened: where it is waited for, up to a fair share, otherwise where there are fewest. */
    private Place placeFor(final Waiter waiter) {
        Place best = places.get(0);
        for (final Place place : places) {
            if (place.isOf(waiter.context) && place.lines * places.size() < size) {
                best = place;
                break;
            }
            best = place.lines < best.lines ? place : best;
        }
        best.lines++;
        opening++;
        return best;
    }

    /** A line is gone, or was not opened. */
    private void forget(final ContextInternal context) {
        for (final Place place : places) {
            if (place.isOf(context)) {
                place.lines--;
            }
        }
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

    private void open(final Place place) {
        connector.connect(place.context).onComplete(result -> {
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
                forget(line.context());
            } else {
                all.add(line);
            }
        }
        if (unwanted) {
            line.close();
            return;
        }
        line.closed().onComplete(gone -> lost(line));
        giveBack(line);
    }

    private void failed(final Place place, final Throwable cause) {
        final Waiter waiter;
        synchronized (this) {
            waiter = waiters.pollFirst();
            // Whoever else came in the meantime must not wait for a connection that nobody opens.
            if (waiters.isEmpty() || waiters.size() < opening) {
                opening--;
                place.lines--;
            } else {
                place.context.runOnContext(again -> open(place));
            }
        }
        if (waiter != null) {
            waiter.promise.tryFail(SqlErrors.unavailable(String.valueOf(cause.getMessage())));
        }
    }

    /** Ends a loan. Once for each; a line that broke meanwhile is forgotten. */
    void giveBack(final Line line) {
        Waiter next;
        do {
            synchronized (this) {
                if (!all.contains(line)) {
                    return;
                }
                next = heir(line);
                if (next == null) {
                    idle.addFirst(line);
                    return;
                }
            }
        } while (!next.promise.tryComplete(line));
    }

    /** The first who waits on the line's event loop; but nobody is passed over for ever. */
    private @Nullable Waiter heir(final Line line) {
        final Waiter first = waiters.peekFirst();
        if (first != null && first.passedOver < PATIENCE * size) {
            for (final Iterator<Waiter> queue = waiters.iterator(); queue.hasNext(); ) {
                final Waiter waiter = queue.next();
                if (waiter.context.nettyEventLoop() == line.context().nettyEventLoop()) {
                    queue.remove();
                    first.passedOver++;
                    return waiter;
                }
            }
        }
        return waiters.pollFirst();
    }

    private void lost(final Line line) {
        final Place place;
        synchronized (this) {
            if (all.remove(line)) {
                forget(line.context());
            }
            idle.remove(line);
            final Waiter next = closed || waiters.size() <= opening ? null : waiters.peekFirst();
            place = next == null ? null : placeFor(next);
        }
        if (place != null) {
            open(place);
        }
    }

    private void timeOut(final Waiter waiter) {
        synchronized (this) {
            waiters.remove(waiter);
        }
        waiter.promise.tryFail(SqlErrors.acquireTimeout(acquireTimeout, size));
    }

    private void leave(final Waiter waiter) {
        final boolean waited;
        synchronized (this) {
            waited = waiters.remove(waiter);
        }
        if (waited) {
            waiter.promise.tryFail(SqlErrors.unavailable("the caller has left"));
        }
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
        return waiters.size();
    }

    Future<Void> close() {
        final List<Line> lines;
        final List<Waiter> left;
        synchronized (this) {
            closed = true;
            lines = List.copyOf(all);
            left = List.copyOf(waiters);
            waiters.clear();
        }
        left.forEach(waiter -> waiter.promise.tryFail(SqlErrors.unavailable("the pool is closed")));
        final List<Future<Void>> closing = new ArrayList<>();
        lines.forEach(line -> closing.add(line.close()));
        return Future.join(closing).mapEmpty();
    }
}
