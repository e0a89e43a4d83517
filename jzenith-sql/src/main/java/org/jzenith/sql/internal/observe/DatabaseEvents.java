package org.jzenith.sql.internal.observe;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.vertx.core.AsyncResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.sql.observe.PoolEvent;
import org.jzenith.sql.observe.StatementEvent;
import org.jzenith.sql.observe.TransactionEvent;
import org.jzenith.sql.text.SqlText;

/** Tells observers what happens to the statements and connections of one database, and in its pool. */
@CheckReturnValue
public final class DatabaseEvents {

    /** The number of rows of a statement that has failed. */
    public static final long NO_ROWS = -1;

    private final String plugin;
    private final boolean seesStatements;
    private final @Nullable EventEmitter<StatementEvent.Queued> queued;
    private final @Nullable EventEmitter<StatementEvent.Sent> sent;
    private final @Nullable EventEmitter<StatementEvent.Done> done;
    private final @Nullable WorkEmitter statementWork;
    private final @Nullable WorkEmitter transactionWork;
    private final @Nullable WorkEmitter waitWork;
    private final @Nullable WorkEmitter connectionWork;
    private final @Nullable EventEmitter<ConnectionEvent> connections;
    private final @Nullable EventEmitter<PoolEvent> pool;
    private final Function<String, SqlText> texts;
    private final Attribute system;
    private final Attribute poolName;
    private final List<Attribute> common;
    private final Map<Long, HeldConnection> held = new ConcurrentHashMap<>();
    private final AtomicLong statementIds = new AtomicLong();
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicLong acquisitionIds = new AtomicLong();
    private final AtomicLong transactionIds = new AtomicLong();
    private final @Nullable EventEmitter<TransactionEvent> transactions;

    /**
     * Finds the observers.
     *
     * @param plugin the name of the plugin of the database
     * @param texts returns a statement for observers
     * @param observers see statements and connections
     */
    public DatabaseEvents(final String plugin, final Function<String, SqlText> texts, final Observers observers) {
        this.plugin = plugin;
        this.texts = texts;
        final int dot = plugin.indexOf('.');
        this.system = new Attribute("db.system.name", dot < 0 ? plugin : plugin.substring(0, dot));
        this.poolName = new Attribute("db.client.connection.pool.name", plugin);
        this.common = List.of(system, poolName);
        this.statementWork = observers.ofWork("statement");
        this.transactionWork = observers.ofWork("transaction");
        this.waitWork = observers.ofWork("wait");
        this.connectionWork = observers.ofWork("connection");
        this.seesStatements = observers.of(StatementEvent.class) != null || statementWork != null;
        this.queued = observers.of(StatementEvent.Queued.class);
        this.sent = observers.of(StatementEvent.Sent.class);
        this.done = observers.of(StatementEvent.Done.class);
        this.connections = observers.of(ConnectionEvent.class);
        this.pool = observers.of(PoolEvent.class);
        this.transactions = observers.of(TransactionEvent.class);
    }

    /** The id of a new connection, which can be used now. */
    public long opened(final String address) {
        final long id = connectionIds.incrementAndGet();
        if (connections != null) {
            connections.emit(new ConnectionEvent.Opened(plugin, id, address));
        }
        return id;
    }

    /** A connection has ended, without an error if that was wanted. */
    public void lost(final long connection, final @Nullable Throwable error) {
        if (connections != null) {
            connections.emit(new ConnectionEvent.Lost(plugin, connection, error));
        }
    }

    /** A caller asks the pool for a connection; null if nobody sees it. */
    public @Nullable Acquisition acquisition() {
        return pool == null && waitWork == null && connectionWork == null ? null : new Acquisition();
    }

    /** A caller returns its connection to the pool. */
    public void released(final long connection) {
        if (pool != null) {
            pool.emit(new PoolEvent.Released(plugin, connection));
        }
        if (connectionWork != null) {
            final HeldConnection use = held.remove(connection);
            if (use != null) {
                connectionWork.ended(use.operation, WorkEvent.Status.COMPLETED, since(use.sinceNanos), null, List.of());
            }
        }
    }

    private record HeldConnection(Operation operation, long sinceNanos) {}

    private static Duration since(final long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /** A caller that asks the pool for a connection, and is seen. */
    public final class Acquisition {

        private final long id = acquisitionIds.incrementAndGet();
        private final @Nullable RequestContext request = RequestContext.current();
        private final Operation wait =
                Operation.of(Operation.Role.STEP, "wait", plugin, "wait for connection", request, common);
        private final long sinceNanos = System.nanoTime();

        private Acquisition() {}

        /** Reports that the caller waits. */
        public void waits() {
            if (pool != null) {
                pool.emit(new PoolEvent.Queued(plugin, id, request));
            }
            if (waitWork != null) {
                waitWork.begun(wait);
            }
        }

        /** Reports the leased connection. */
        public void acquired(final long connection) {
            final Duration waited = since(sinceNanos);
            if (pool != null) {
                pool.emit(new PoolEvent.Acquired(plugin, id, request, connection, waited));
            }
            ended(WorkEvent.Status.COMPLETED, waited, null);
            if (connectionWork != null) {
                final Operation use = Operation.of(
                        Operation.Role.HOLD,
                        "connection",
                        plugin,
                        "connection",
                        request,
                        List.of(poolName, new Attribute("jzenith.connection.id", connection)));
                held.put(connection, new HeldConnection(use, System.nanoTime()));
                connectionWork.begun(use);
            }
        }

        /** Reports the error of the caller. */
        public void refused(final Throwable error) {
            final Duration waited = since(sinceNanos);
            if (pool != null) {
                pool.emit(new PoolEvent.Refused(plugin, id, request, waited, error));
            }
            ended(WorkEvent.Status.FAILED, waited, error);
        }

        /** Reports that the caller has disposed. */
        public void disposed() {
            final Duration waited = since(sinceNanos);
            if (pool != null) {
                pool.emit(new PoolEvent.Disposed(plugin, id, request, waited));
            }
            ended(WorkEvent.Status.DISPOSED, waited, null);
        }

        private void ended(final WorkEvent.Status status, final Duration waited, final @Nullable Throwable error) {
            if (waitWork != null) {
                waitWork.ended(wait, status, waited, error, List.of());
            }
        }
    }

    /** A transaction from subscription to its end. */
    public <T> Flowable<T> transaction(final Flowable<T> work) {
        return transactions == null && transactionWork == null
                ? work
                : new ObservedTransaction<>(work, this, transactions, transactionWork, transactionIds::incrementAndGet);
    }

    String plugin() {
        return plugin;
    }

    /** Returns what all operations of the database have in common. */
    List<Attribute> attributes() {
        return common;
    }

    /** A caller asks for a statement; null if nobody sees it. */
    public @Nullable Observed queued(final String sql) {
        return seesStatements ? new Observed(sql) : null;
    }

    /** A caller asks for several runs of a statement; null if nobody sees them. */
    public Observed @Nullable [] queuedRuns(final String sql, final int count) {
        return seesStatements ? runs(sql, count) : null;
    }

    private Observed[] runs(final String sql, final int count) {
        final Observed[] all = new Observed[count];
        Arrays.setAll(all, run -> new Observed(sql));
        return all;
    }

    /**
     * A statement whose results come one after another, from subscription to termination or cancellation.
     *
     * @param size the number of rows of a result
     * @param work runs the statement; gets null if nobody sees it
     */
    public <T> Flowable<T> observe(
            final String sql, final ToLongFunction<T> size, final Function<@Nullable Observed, Flowable<T>> work) {
        if (!seesStatements) {
            return work.apply(null);
        }
        return Flowable.defer(() -> {
            final Observed observed = new Observed(sql);
            final long[] rows = {0};
            return work.apply(observed)
                    .doOnNext(result -> rows[0] += size.applyAsLong(result))
                    .doOnComplete(() -> observed.done(rows[0], null))
                    .doOnError(error -> observed.done(NO_ROWS, error))
                    .doOnCancel(() -> observed.done(NO_ROWS, null));
        });
    }

    /** A statement that is seen. The thread that sends it and the one that ends it may be different ones. */
    public final class Observed implements Operation {

        private enum State {
            QUEUED,
            SENDING,
            SENT,
            DONE
        }

        private final long id = statementIds.incrementAndGet();
        private final @Nullable RequestContext request = RequestContext.current();
        private final SqlText text;
        private final long sinceNanos = System.nanoTime();
        private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
        private volatile @Nullable Runnable doneWhileSending;

        private Observed(final String sql) {
            this.text = texts.apply(sql);
            if (queued != null) {
                queued.emit(new StatementEvent.Queued(plugin, id, request, text.sql(), text.summary()));
            }
            if (statementWork != null) {
                statementWork.begun(this);
            }
        }

        /** Records that the statement is written to a connection; only the first call counts. */
        public void sent(final long connection) {
            if (state.compareAndSet(State.QUEUED, State.SENDING)) {
                if (sent != null) {
                    sent.emit(new StatementEvent.Sent(plugin, id, request, connection));
                }
                if (statementWork != null) {
                    statementWork.sent(this, connection);
                }
                final boolean ended = !state.compareAndSet(State.SENDING, State.SENT);
                final Runnable end = doneWhileSending;
                if (ended && end != null) {
                    end.run();
                }
            }
        }

        /** Records the end of the statement; only the first call counts. */
        public void done(final long rows, final @Nullable Throwable error) {
            if (done == null && (statementWork == null || !statementWork.seesEnds())) {
                state.set(State.DONE);
                return;
            }
            for (State before = state.get(); before != State.DONE; before = state.get()) {
                final Duration duration = since(sinceNanos);
                if (before == State.SENDING) {
                    doneWhileSending = () -> emitDone(rows, error, duration);
                }
                if (state.compareAndSet(before, State.DONE)) {
                    if (before != State.SENDING) {
                        emitDone(rows, error, duration);
                    }
                    return;
                }
            }
        }

        private void emitDone(final long rows, final @Nullable Throwable error, final Duration duration) {
            if (done != null) {
                done.emit(new StatementEvent.Done(
                        plugin, id, request, rows, error, text.sql(), text.summary(), duration));
            }
            if (statementWork != null && statementWork.seesEnds()) {
                statementWork.ended(this, status(rows, error), duration, error, result(rows, error));
            }
        }

        private static WorkEvent.Status status(final long rows, final @Nullable Throwable error) {
            if (error != null) {
                return WorkEvent.Status.FAILED;
            }
            return rows == NO_ROWS ? WorkEvent.Status.DISPOSED : WorkEvent.Status.COMPLETED;
        }

        private List<Attribute> result(final long rows, final @Nullable Throwable error) {
            final String route = request == null ? null : request.route();
            final Attribute returned =
                    rows == NO_ROWS || error != null ? null : new Attribute("db.response.returned_rows", rows);
            if (route == null) {
                return returned == null ? List.of() : List.of(returned);
            }
            final Attribute sender = new Attribute("http.route", route);
            return returned == null ? List.of(sender) : List.of(returned, sender);
        }

        @Override
        public Role role() {
            return Role.CALL;
        }

        @Override
        public String kind() {
            return "statement";
        }

        @Override
        public String source() {
            return plugin;
        }

        @Override
        public String name() {
            return text.summary();
        }

        @Override
        public @Nullable RequestContext request() {
            return request;
        }

        @Override
        public String text() {
            return text.toString();
        }

        @Override
        public List<Attribute> attributes() {
            return List.of(
                    system,
                    poolName,
                    new Attribute("db.query.summary", text.summary()),
                    new Attribute("db.query.text", text.toString()));
        }

        /** Records the end of the statement with a future's result. */
        public void done(final AsyncResult<?> result) {
            done(result.succeeded() ? 0 : NO_ROWS, result.cause());
        }
    }
}
