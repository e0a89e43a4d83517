package org.jzenith.sql.internal.pool;

import io.reactivex.Single;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.vertx.EventLoopChooser;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Connector;
import org.jzenith.sql.internal.connection.DatabaseConnection;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that are each leased to one caller. Callers wait in a bounded queue, for a limited time, and leave it when they are
 * disposed. Connections are opened when they are needed, evenly over the event loops, and stay open until they expire. A caller
 * gets one of its own event loop if that is possible. Row streams hold only a part of the connections, because their
 * subscribers may be slow; those beyond it wait until one of them ends. Guarded by its own monitor; no future is completed
 * while it is held.
 */
public final class Pool {

    private static final Logger LOGGER = LoggerFactory.getLogger(Pool.class);

    /** The number of times, for each connection of the pool, that the first waiter may be passed over for one on the right event loop. */
    private static final int MAX_PASSED_OVER = 4;

    private static final int KEPT_FOR_TRANSACTIONS = 2;

    private final Connector connector;
    private final SqlErrors errors;
    private final DatabaseEvents events;
    private final Supplier<EventLoopContext> contexts;
    private final EventLoopChooser eventLoops;
    private final int size;
    private final int maxStreams;
    private final int maxWaitQueue;
    private final SqlConfiguration settings;
    private final ArrayDeque<DatabaseConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final Set<DatabaseConnection> all = new HashSet<>();
    private final Set<DatabaseConnection> leasedToStreams = new HashSet<>();
    private final Leases leases;
    private int opening;
    private boolean closed;

    /**
     * Prepares a pool without opening a connection.
     *
     * @param contexts returns the event loop of the caller; any for callers that have none
     * @param loops the event loops over which the connections are spread
     */
    public Pool(
            final Connector connector,
            final Supplier<EventLoopContext> contexts,
            final List<EventLoopContext> loops,
            final SqlConfiguration settings) {
        this.connector = connector;
        this.errors = connector.errors();
        this.events = connector.events();
        this.contexts = contexts;
        this.size = settings.pool().size();
        this.maxStreams =
                Math.min(size, settings.pool().maxStreams().orElse(Math.max(1, size - KEPT_FOR_TRANSACTIONS)));
        this.maxWaitQueue = settings.pool().maxWaitQueue().orElse(16 * size);
        this.settings = settings;
        this.eventLoops = new EventLoopChooser(loops, size);
        connector.whenReplaced(this::evictAll);
        this.leases = new Leases(loops.get(0), settings.transactionIdleTimeout(), errors);
    }

    private static final class Waiter {

        private final EventLoopContext context;
        private final boolean stream;
        private final Promise<DatabaseConnection> promise;
        private final DatabaseEvents.@Nullable Acquisition acquisition;
        private final @Nullable RequestContext request = RequestContext.current();
        private long timer = -1;
        private int passedOver;
        private volatile boolean disposed;

        Waiter(
                final EventLoopContext context,
                final boolean stream,
                final DatabaseEvents.@Nullable Acquisition acquisition) {
            this.context = context;
            this.stream = stream;
            this.promise = context.promise();
            this.acquisition = acquisition;
        }

        /** Called before its caller gets the result. */
        void report(final AsyncResult<DatabaseConnection> result) {
            if (acquisition == null) {
                return;
            }
            if (result.succeeded()) {
                acquisition.acquired(result.result().id());
            } else if (disposed) {
                acquisition.disposed();
            } else {
                acquisition.refused(result.cause());
            }
        }
    }

    /**
     * Leases a connection to this subscriber alone. {@link #release} returns it, even if it arrives after dispose.
     *
     * @param stream true for a row stream
     */
    public Single<DatabaseConnection> acquire(final boolean stream) {
        return Single.defer(() -> {
            final Waiter waiter = new Waiter(contexts.get(), stream, events.acquisition());
            return RxFuture.single(() -> start(waiter), this::release)
                    // unlike doOnDispose, it runs after the dispose, so no error reaches a disposed caller
                    .doFinally(() -> cancel(waiter));
        });
    }

    private Future<DatabaseConnection> start(final Waiter waiter) {
        final Future<DatabaseConnection> result = enqueue(waiter);
        if (result != null) {
            waiter.report(result);
            return result;
        }
        if (waiter.acquisition != null) {
            waiter.acquisition.waits();
        }
        waiter.timer = waiter.context.setTimer(settings.pool().acquireTimeout().toMillis(), () -> timeOut(waiter));
        waiter.promise.future().onComplete(done -> {
            waiter.context.cancelTimer(waiter.timer);
            waiter.report(done);
        });
        return waiter.promise.future();
    }

    /** The result, or null if the caller waits. */
    private @Nullable Future<DatabaseConnection> enqueue(final Waiter waiter) {
        final SqlException refusal = connector.recentRefusal();
        final DatabaseConnection free;
        final Runnable action;
        synchronized (this) {
            final boolean afterOthers = waiter.stream && streams() >= maxStreams;
            final SqlException reason = refusalReason(afterOthers, refusal);
            if (reason != null) {
                return Future.failedFuture(reason);
            }
            free = afterOthers ? null : takeIdle(waiter.context);
            if (free == null) {
                waiters.add(waiter);
            } else if (waiter.stream) {
                leasedToStreams.add(free);
            }
            action = nextAction();
        }
        action.run();
        return free == null ? null : Future.succeededFuture(free);
    }

    private @Nullable SqlException refusalReason(final boolean afterOthers, final @Nullable SqlException refusal) {
        if (closed) {
            return SqlErrors.unavailable("the pool is closed");
        }
        if (afterOthers) {
            return waitingStreams() < maxWaitQueue ? null : errors.streamQueueFull(waitingStreams());
        }
        if (!idle.isEmpty()) {
            return null;
        }
        if (mayOpen()) {
            return refusal == null ? null : SqlErrors.unavailable(String.valueOf(refusal.getMessage()));
        }
        return waitingCallers() < maxWaitQueue ? null : errors.waitQueueFull(waitingCallers());
    }

    private boolean mayOpen() {
        return all.size() + opening < size;
    }

    private @Nullable DatabaseConnection takeIdle(final EventLoopContext context) {
        for (final Iterator<DatabaseConnection> connections = idle.iterator(); connections.hasNext(); ) {
            final DatabaseConnection connection = connections.next();
            if (connection.context().eventLoop() == context.eventLoop()) {
                connections.remove();
                return connection;
            }
        }
        return idle.pollFirst();
    }

    /**
     * Returns the next step after a change: a caller gets a connection, or one is opened. The step runs outside the monitor. Called after
     * each change, inside the monitor.
     */
    private Runnable nextAction() {
        if (closed || waitingCallers() == 0) {
            return Pool::doNothing;
        }
        final DatabaseConnection connection = idle.pollFirst();
        if (connection != null) {
            final Waiter nextWaiter = nextWaiter(connection);
            waiters.remove(nextWaiter);
            if (nextWaiter.stream) {
                leasedToStreams.add(connection);
            }
            return () -> {
                if (!nextWaiter.promise.tryComplete(connection)) {
                    addIdle(connection);
                }
            };
        }
        if (waitingCallers() <= opening || !mayOpen()) {
            return Pool::doNothing;
        }
        opening++;
        final EventLoopContext eventLoop = eventLoops.take(waiters.getLast().context);
        return () -> open(eventLoop);
    }

    private static void doNothing() {}

    /** The first waiter on the connection's event loop, or the first of all, if that was passed over often enough. */
    private Waiter nextWaiter(final DatabaseConnection connection) {
        final Waiter first = firstWaiter();
        if (first.passedOver < MAX_PASSED_OVER * size) {
            for (final Waiter waiter : waiters) {
                if (mayLease(waiter)
                        && waiter.context.eventLoop() == connection.context().eventLoop()) {
                    first.passedOver++;
                    return waiter;
                }
            }
        }
        return first;
    }

    /** The first caller that may get a connection; there is one. */
    private Waiter firstWaiter() {
        return waiters.stream().filter(this::mayLease).findFirst().orElseThrow();
    }

    private boolean mayLease(final Waiter waiter) {
        return !waiter.stream || leasedToStreams.size() < maxStreams;
    }

    /** The number of row streams that have a connection or wait for one. */
    private int streams() {
        int streams = leasedToStreams.size();
        for (final Waiter waiter : waiters) {
            streams += waiter.stream ? 1 : 0;
        }
        return streams;
    }

    private void open(final EventLoopContext eventLoop) {
        connector.connect(eventLoop).onComplete(result -> {
            if (result.succeeded()) {
                opened(result.result());
            } else {
                failed(eventLoop, result.cause());
            }
        });
    }

    private void opened(final DatabaseConnection connection) {
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
        connection.whenExpired(settings.maxLifetime(), () -> evict(connection));
        if (connector.isPaused()) {
            connection.expire();
        }
        addIdle(connection);
    }

    private void failed(final EventLoopContext eventLoop, final Throwable cause) {
        final Waiter waiter;
        synchronized (this) {
            waiter = waitingCallers() == 0 ? null : firstWaiter();
            waiters.remove(waiter);
            // Callers that came meanwhile must not wait for a connection that is not being opened.
            if (waitingCallers() == 0 || waitingCallers() < opening) {
                opening--;
                eventLoops.release(eventLoop);
            } else {
                eventLoop.runLater(() -> open(eventLoop));
            }
        }
        if (waiter != null) {
            waiter.promise.tryFail(SqlErrors.unavailable(String.valueOf(cause.getMessage())));
        }
    }

    /** Ends a lease; called once for each. A connection that has closed meanwhile is dropped, and an expired one is closed. */
    public void release(final DatabaseConnection connection) {
        events.released(connection.id());
        if (connection.isInTransaction()) {
            LOGGER.warn(
                    "A statement left a pooled connection to {} in a transaction; the connection is closed, and the transaction rolled"
                            + " back. Use withTransaction(..) instead of BEGIN.",
                    connector.server());
            connection.expire();
        }
        addIdle(connection);
    }

    private void addIdle(final DatabaseConnection connection) {
        final boolean expired;
        final Runnable action;
        synchronized (this) {
            leasedToStreams.remove(connection);
            expired = connection.isExpired() && forget(connection);
            if (all.contains(connection)) {
                idle.addFirst(connection);
            }
            action = nextAction();
        }
        if (expired) {
            connection.close();
        }
        action.run();
    }

    private boolean forget(final DatabaseConnection connection) {
        final boolean known = all.remove(connection);
        if (known) {
            idle.remove(connection);
            eventLoops.release(connection.context());
        }
        return known;
    }

    private void onClosed(final DatabaseConnection connection) {
        final Runnable action;
        synchronized (this) {
            forget(connection);
            leasedToStreams.remove(connection);
            action = nextAction();
        }
        action.run();
    }

    /** Closes an expired connection now if it is idle; otherwise it is closed when it is released. */
    private void evict(final DatabaseConnection connection) {
        final boolean unused;
        synchronized (this) {
            unused = idle.contains(connection) && forget(connection);
        }
        if (unused) {
            connection.close();
        }
    }

    /** All present connections count as expired from now on: each is closed when it is released. */
    public void evictAll() {
        final List<DatabaseConnection> present;
        synchronized (this) {
            present = List.copyOf(all);
        }
        present.forEach(connection -> {
            connection.expire();
            evict(connection);
        });
    }

    private void timeOut(final Waiter waiter) {
        final Duration acquireTimeout = settings.pool().acquireTimeout();
        final boolean mayLease;
        synchronized (this) {
            mayLease = mayLease(waiter);
        }
        final String holders = leases.holders(waiter.request);
        remove(waiter);
        waiter.promise.tryFail(
                mayLease
                        ? errors.acquireTimeout(acquireTimeout, size, holders)
                        : errors.streamAcquireTimeout(acquireTimeout, maxStreams, holders));
    }

    boolean hasIdleLimit() {
        return leases.hasIdleLimit();
    }

    void leased(final ConnectionLease lease) {
        leases.add(lease);
    }

    void ended(final ConnectionLease lease) {
        leases.remove(lease);
    }

    /** Takes a caller that has disposed out of the queue. Does nothing for one that has its result. */
    private void cancel(final Waiter waiter) {
        if (!waiter.promise.future().isComplete() && remove(waiter)) {
            RequestContext.currentDisposedIn("pool");
            waiter.disposed = true;
            waiter.promise.tryFail(SqlErrors.unavailable("the caller has disposed"));
        }
    }

    private boolean remove(final Waiter waiter) {
        final boolean waited;
        final Runnable action;
        synchronized (this) {
            waited = waiters.remove(waiter);
            action = nextAction();
        }
        action.run();
        return waited;
    }

    /** Returns the number of leased connections. */
    public synchronized int leased() {
        return all.size() - idle.size();
    }

    /** Returns the number of callers that wait for a connection. */
    public synchronized int waitingCallers() {
        return waiters.size() - waitingStreams();
    }

    /** Returns the number of row streams that wait for their turn. */
    public synchronized int waitingStreams() {
        return Math.max(0, streams() - maxStreams);
    }

    /** Returns the limit of connections. */
    public int size() {
        return size;
    }

    /** Returns the limit for each of the two queues. */
    public int maxWaitQueue() {
        return maxWaitQueue;
    }

    /** Closes all connections, and refuses those who wait. */
    public Future<Void> close() {
        final List<DatabaseConnection> connections;
        final List<Waiter> left;
        synchronized (this) {
            closed = true;
            connections = List.copyOf(all);
            left = List.copyOf(waiters);
            waiters.clear();
        }
        left.forEach(waiter -> waiter.promise.tryFail(SqlErrors.unavailable("the pool is closed")));
        final List<Future<Void>> closing = new ArrayList<>();
        connections.forEach(connection -> closing.add(connection.close()));
        return Future.join(closing).mapEmpty();
    }
}
