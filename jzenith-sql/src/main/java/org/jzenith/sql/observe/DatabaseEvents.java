package org.jzenith.sql.observe;

import io.reactivex.Flowable;
import io.vertx.core.AsyncResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.core.observe.TransactionEvent;

/** Tells observers what happens to the statements and connections of one database, and in its pool. */
public final class DatabaseEvents {

    /** The number of rows of a statement that has failed. */
    public static final long NO_ROWS = -1;

    private final String plugin;
    private final boolean seesStatements;
    private final @Nullable EventEmitter<StatementEvent.Queued> queued;
    private final @Nullable EventEmitter<StatementEvent.Sent> sent;
    private final @Nullable EventEmitter<StatementEvent.Done> done;
    private final @Nullable EventEmitter<ConnectionEvent> connections;
    private final @Nullable EventEmitter<PoolEvent> pool;
    private final UnaryOperator<String> summaries;
    private final AtomicLong statementIds = new AtomicLong();
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicLong acquisitionIds = new AtomicLong();
    private final AtomicLong transactionIds = new AtomicLong();
    private final @Nullable EventEmitter<TransactionEvent> transactions;

    /**
     * Finds the observers.
     *
     * @param plugin the name of the plugin of the database
     * @param summaries returns the summary of a statement's text
     * @param observers see statements and connections
     */
    public DatabaseEvents(final String plugin, final UnaryOperator<String> summaries, final Observers observers) {
        this.plugin = plugin;
        this.summaries = summaries;
        this.seesStatements = observers.of(StatementEvent.class) != null;
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
        return pool == null ? null : new Acquisition(pool);
    }

    /** A caller returns its connection to the pool. */
    public void released(final long connection) {
        if (pool != null) {
            pool.emit(new PoolEvent.Released(plugin, connection));
        }
    }

    /** A caller that asks the pool for a connection, and is seen. */
    public final class Acquisition {

        private final EventEmitter<PoolEvent> events;
        private final long id = acquisitionIds.incrementAndGet();
        private final @Nullable RequestContext request = RequestContext.current();
        private final long sinceNanos = System.nanoTime();

        private Acquisition(final EventEmitter<PoolEvent> events) {
            this.events = events;
        }

        /** Reports that the caller waits. */
        public void waits() {
            events.emit(new PoolEvent.Queued(plugin, id, request));
        }

        /** Reports the leased connection. */
        public void acquired(final long connection) {
            events.emit(new PoolEvent.Acquired(plugin, id, request, connection, waited()));
        }

        /** Reports the error of the caller. */
        public void refused(final Throwable error) {
            events.emit(new PoolEvent.Refused(plugin, id, request, waited(), error));
        }

        /** Reports that the caller has disposed. */
        public void disposed() {
            events.emit(new PoolEvent.Disposed(plugin, id, request, waited()));
        }

        private Duration waited() {
            return Duration.ofNanos(System.nanoTime() - sinceNanos);
        }
    }

    /** A transaction from subscription to its end. */
    public <T> Flowable<T> transaction(final Flowable<T> work) {
        return transactions == null
                ? work
                : new ObservedTransaction<>(work, transactions, plugin, transactionIds::incrementAndGet);
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
    public final class Observed {

        private enum State {
            QUEUED,
            SENDING,
            SENT,
            DONE
        }

        private final long id = statementIds.incrementAndGet();
        private final @Nullable RequestContext request = RequestContext.current();
        private final String sql;
        private final String summary;
        private final long sinceNanos = System.nanoTime();
        private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
        private volatile StatementEvent.@Nullable Done doneWhileSending;

        private Observed(final String sql) {
            this.sql = sql;
            this.summary = queued == null && done == null ? "" : summaries.apply(sql);
            if (queued != null) {
                queued.emit(new StatementEvent.Queued(plugin, id, request, sql, summary));
            }
        }

        /** Records that the statement is written to a connection; only the first call counts. */
        public void sent(final long connection) {
            if (state.compareAndSet(State.QUEUED, State.SENDING)) {
                if (sent != null) {
                    sent.emit(new StatementEvent.Sent(plugin, id, request, connection));
                }
                final boolean ended = !state.compareAndSet(State.SENDING, State.SENT);
                final StatementEvent.Done end = doneWhileSending;
                if (ended && end != null) {
                    emit(end);
                }
            }
        }

        /** Records the end of the statement; only the first call counts. */
        public void done(final long rows, final @Nullable Throwable error) {
            if (state.get() == State.DONE) {
                return;
            }
            if (done == null) {
                state.set(State.DONE);
                return;
            }
            final StatementEvent.Done end = new StatementEvent.Done(
                    plugin, id, request, rows, error, sql, summary, Duration.ofNanos(System.nanoTime() - sinceNanos));
            if (state.get() == State.SENDING) {
                doneWhileSending = end;
                if (state.compareAndSet(State.SENDING, State.DONE)) {
                    return;
                }
            }
            if (state.getAndSet(State.DONE) != State.DONE) {
                emit(end);
            }
        }

        private void emit(final StatementEvent.Done end) {
            if (done != null) {
                done.emit(end);
            }
        }

        /** Records the end of the statement with a future's result. */
        public void done(final AsyncResult<?> result) {
            done(result.succeeded() ? 0 : NO_ROWS, result.cause());
        }
    }
}
