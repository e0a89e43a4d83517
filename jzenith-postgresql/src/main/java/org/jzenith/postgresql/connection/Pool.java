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
 * Lends connections, one caller each. Callers wait in a bounded queue, for a limited time, and leave it when they are
 * disposed. Lines are opened when needed and stay open until they are old, spread evenly over the event loops, and are
 * lent within one if that is possible. Row streams hold a part of the connections at most, because their readers may be slow;
 * those beyond it wait in a queue of their own. Guarded by its own monitor; nothing is completed inside it.
 */
final class Pool {

    /** How often each connection may go to somebody else: event loops give connections back several at a time. */
    private static final int MAX_PASSED_OVER = 4;

    private static final int KEPT_FOR_TRANSACTIONS = 2;

    /**
     * How many, how long.
     *
     * @param size connections
     * @param maxStreams connections that row streams may hold
     * @param maxWaitQueue callers that wait for a connection, and as many streams that wait for one of theirs
     * @param acquireTimeout for a caller to get a connection
     * @param maxLifetime of a connection, zero for no limit
     */
    record PoolLimits(int size, int maxStreams, int maxWaitQueue, Duration acquireTimeout, Duration maxLifetime) {

        static PoolLimits of(final PostgresqlConfiguration.PoolSettings settings, final Duration maxLifetime) {
            final int size = settings.size();
            return new PoolLimits(
                    size,
                    Math.min(size, settings.maxStreams().orElse(Math.max(1, size - KEPT_FOR_TRANSACTIONS))),
                    settings.maxWaitQueue().orElse(16 * size),
                    settings.acquireTimeout(),
                    maxLifetime);
        }
    }

    private final Connector connector;
    private final Supplier<ContextInternal> contexts;
    private final EventLoopChooser eventLoops;
    private final PoolLimits limits;
    private final ArrayDeque<PipelinedConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waitingStreams = new ArrayDeque<>();
    private final Set<PipelinedConnection> all = new HashSet<>();
    private final Set<PipelinedConnection> leasedToStreams = new HashSet<>();
    private int streams;
    private int opening;
    private boolean closed;

    Pool(
            final Connector connector,
            final Supplier<ContextInternal> contexts,
            final List<ContextInternal> loops,
            final PoolLimits limits) {
        this.connector = connector;
        this.contexts = contexts;
        this.eventLoops = new EventLoopChooser(loops, limits.size());
        this.limits = limits;
    }

    private static final class Waiter {

        private final ContextInternal context;
        private final boolean stream;
        private final Promise<PipelinedConnection> promise;
        private long timer = -1;
        private int passedOver;

        Waiter(final ContextInternal context, final boolean stream) {
            this.context = context;
            this.stream = stream;
            this.promise = context.promise();
        }
    }

    /** What is to be done outside of the monitor: a connection goes to a caller, or a connection is opened. */
    private record PoolAction(
            @Nullable PipelinedConnection connection,
            @Nullable Waiter to,
            EventLoopChooser.@Nullable Place place) {

        private static final PoolAction NONE = new PoolAction(null, null, null);
    }

    /**
     * A connection for this subscriber alone; it goes back by {@link #release}, also if it comes too late to be wanted.
     *
     * @param stream whether it is held as long as a reader takes
     */
    Single<PipelinedConnection> acquire(final boolean stream) {
        return Single.defer(() -> {
            final Waiter waiter = new Waiter(contexts.get(), stream);
            return RxFuture.single(() -> enqueue(waiter), this::release).doOnDispose(() -> cancel(waiter));
        });
    }

    private Future<PipelinedConnection> enqueue(final Waiter waiter) {
        final PostgresqlException refusal = connector.recentRefusal();
        final PipelinedConnection free;
        final PoolAction action;
        synchronized (this) {
            final boolean queued = waiter.stream && streams >= limits.maxStreams();
            final PostgresqlException reason = refusalReason(queued, refusal);
            if (reason != null) {
                return Future.failedFuture(reason);
            }
            free = queued ? null : takeIdle(waiter.context);
            if (queued) {
                waitingStreams.add(waiter);
            } else if (free == null) {
                waiters.add(waiter);
            }
            if (waiter.stream && !queued) {
                streams++;
                if (free != null) {
                    leasedToStreams.add(free);
                }
            }
            action = next();
        }
        run(action);
        if (free != null) {
            return Future.succeededFuture(free);
        }
        waiter.timer = waiter.context.setTimer(limits.acquireTimeout().toMillis(), id -> timeOut(waiter));
        waiter.promise.future().onComplete(done -> waiter.context.owner().cancelTimer(waiter.timer));
        return waiter.promise.future();
    }

    private @Nullable PostgresqlException refusalReason(
            final boolean queued, final @Nullable PostgresqlException refusal) {
        if (closed) {
            return SqlErrors.unavailable("the pool is closed");
        }
        if (queued) {
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

    private @Nullable PipelinedConnection takeIdle(final ContextInternal context) {
        for (final Iterator<PipelinedConnection> connections = idle.iterator(); connections.hasNext(); ) {
            final PipelinedConnection connection = connections.next();
            if (connection.context().nettyEventLoop() == context.nettyEventLoop()) {
                connections.remove();
                return connection;
            }
        }
        return idle.pollFirst();
    }

    /** After each change, inside of the monitor: what has become possible by it. */
    private PoolAction next() {
        final Waiter first = waiters.peekFirst();
        if (closed || first == null) {
            return PoolAction.NONE;
        }
        final PipelinedConnection connection = idle.pollFirst();
        if (connection != null) {
            final Waiter nextWaiter = nextWaiter(first, connection);
            if (nextWaiter.stream) {
                leasedToStreams.add(connection);
            }
            return new PoolAction(connection, nextWaiter, null);
        }
        if (waiters.size() <= opening || !mayOpen()) {
            return PoolAction.NONE;
        }
        opening++;
        return new PoolAction(null, null, eventLoops.take(waiters.getLast().context));
    }

    private void run(final PoolAction action) {
        if (action.place() != null) {
            open(action.place());
        } else if (action.connection() != null
                && action.to() != null
                && !action.to().promise.tryComplete(action.connection())) {
            release(action.connection());
        }
    }

    /** The first who waits on the connection's event loop; but nobody is passed over for ever. */
    private Waiter nextWaiter(final Waiter first, final PipelinedConnection connection) {
        if (first.passedOver < MAX_PASSED_OVER * limits.size()) {
            for (final Iterator<Waiter> queue = waiters.iterator(); queue.hasNext(); ) {
                final Waiter waiter = queue.next();
                if (waiter.context.nettyEventLoop() == connection.context().nettyEventLoop()) {
                    queue.remove();
                    first.passedOver++;
                    return waiter;
                }
            }
        }
        waiters.removeFirst();
        return first;
    }

    private void open(final EventLoopChooser.Place place) {
        connector.connect(place.context()).onComplete(result -> {
            if (result.succeeded()) {
                opened(result.result());
            } else {
                failed(place, result.cause());
            }
        });
    }

    private void opened(final PipelinedConnection connection) {
        final boolean unwanted;
        synchronized (this) {
            opening--;
            unwanted = closed;
            if (unwanted) {
                eventLoops.release(connection.context());
            } else {
                all.add(connection);
            }
        }
        if (unwanted) {
            connection.close();
            return;
        }
        connection.closed().onComplete(gone -> onClosed(connection));
        connection.whenStale(this::evictAll);
        connection.whenExpired(limits.maxLifetime(), () -> evict(connection));
        release(connection);
    }

    private void failed(final EventLoopChooser.Place place, final Throwable cause) {
        final Waiter waiter;
        synchronized (this) {
            waiter = waiters.pollFirst();
            if (waiter != null && waiter.stream) {
                streamEnded();
            }
            // Whoever else came in the meantime must not wait for a connection that nobody opens.
            if (waiters.isEmpty() || waiters.size() < opening) {
                opening--;
                eventLoops.release(place.context());
            } else {
                place.context().runOnContext(again -> open(place));
            }
        }
        if (waiter != null) {
            waiter.promise.tryFail(SqlErrors.unavailable(String.valueOf(cause.getMessage())));
        }
    }

    /** Ends a loan. Once for each; a connection that broke meanwhile is forgotten, and one that is old is closed. */
    void release(final PipelinedConnection connection) {
        final boolean expired;
        final PoolAction action;
        synchronized (this) {
            if (leasedToStreams.remove(connection)) {
                streamEnded();
            }
            expired = connection.isExpired() && forget(connection);
            if (all.contains(connection)) {
                idle.addFirst(connection);
            }
            action = next();
        }
        if (expired) {
            connection.close();
        }
        run(action);
    }

    /** A row stream holds no connection any more, or waits for none; the next one may. */
    private void streamEnded() {
        final Waiter next = waitingStreams.pollFirst();
        if (next == null) {
            streams--;
        } else {
            waiters.add(next);
        }
    }

    private boolean forget(final PipelinedConnection connection) {
        final boolean known = all.remove(connection);
        if (known) {
            idle.remove(connection);
            eventLoops.release(connection.context());
        }
        return known;
    }

    private void onClosed(final PipelinedConnection connection) {
        final PoolAction action;
        synchronized (this) {
            forget(connection);
            if (leasedToStreams.remove(connection)) {
                streamEnded();
            }
            action = next();
        }
        run(action);
    }

    /** Closes an old connection now if nobody has it; otherwise it is closed when it comes back. */
    private void evict(final PipelinedConnection connection) {
        final boolean unused;
        synchronized (this) {
            unused = idle.contains(connection) && forget(connection);
        }
        if (unused) {
            connection.close();
        }
    }

    /** All present connections count as old from now on. */
    void evictAll() {
        final List<PipelinedConnection> present;
        synchronized (this) {
            present = List.copyOf(all);
        }
        present.forEach(connection -> {
            connection.expire();
            evict(connection);
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

    private void cancel(final Waiter waiter) {
        if (remove(waiter)) {
            waiter.promise.tryFail(SqlErrors.unavailable("the caller has left"));
        }
    }

    private boolean remove(final Waiter waiter) {
        final boolean waited;
        final PoolAction action;
        synchronized (this) {
            final boolean inQueue = waiters.remove(waiter);
            if (inQueue && waiter.stream) {
                streamEnded();
            }
            waited = inQueue || waitingStreams.remove(waiter);
            action = next();
        }
        run(action);
        return waited;
    }

    /** The connections that nobody has borrowed. */
    synchronized int idle() {
        return idle.size();
    }

    /** The connections that are open. */
    synchronized int open() {
        return all.size();
    }

    /** The callers that wait for a connection. */
    synchronized int waiting() {
        return waiters.size() + waitingStreams.size();
    }

    Future<Void> close() {
        final List<PipelinedConnection> connections;
        final List<Waiter> left = new ArrayList<>();
        synchronized (this) {
            closed = true;
            connections = List.copyOf(all);
            left.addAll(waiters);
            left.addAll(waitingStreams);
            waiters.clear();
            waitingStreams.clear();
        }
        left.forEach(waiter -> waiter.promise.tryFail(SqlErrors.unavailable("the pool is closed")));
        final List<Future<Void>> closing = new ArrayList<>();
        connections.forEach(connection -> closing.add(connection.close()));
        return Future.join(closing).mapEmpty();
    }
}
