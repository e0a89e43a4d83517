package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.vertx.core.AsyncResult;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.core.observe.TransactionEvent;
import org.jzenith.sql.observe.ObservedTransaction;
import org.jzenith.sql.statement.StatementTexts;

/** Tells observers what happens to the statements and connections of one database, and in its pool. */
final class DatabaseEvents {

    static final long NO_ROWS = -1;

    private final String plugin;
    private final boolean seesStatements;
    private final @Nullable EventEmitter<StatementEvent.Queued> queued;
    private final @Nullable EventEmitter<StatementEvent.Sent> sent;
    private final @Nullable EventEmitter<StatementEvent.Done> done;
    private final @Nullable EventEmitter<ConnectionEvent> connections;
    private final @Nullable PoolEvents pool;
    private final StatementTexts texts;
    private final AtomicLong statementIds = new AtomicLong();
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicLong acquisitionIds = new AtomicLong();
    private final AtomicLong transactionIds = new AtomicLong();
    private final @Nullable EventEmitter<TransactionEvent> transactions;

    DatabaseEvents(final String plugin, final StatementTexts texts, final Observers observers) {
        this.plugin = plugin;
        this.texts = texts;
        this.seesStatements = observers.of(StatementEvent.class) != null;
        this.queued = observers.of(StatementEvent.Queued.class);
        this.sent = observers.of(StatementEvent.Sent.class);
        this.done = observers.of(StatementEvent.Done.class);
        this.connections = observers.of(ConnectionEvent.class);
        this.pool = PoolEvents.of(observers);
        this.transactions = observers.of(TransactionEvent.class);
    }

    /** The id of a new connection, which can be used now. */
    long opened(final String address) {
        final long id = connectionIds.incrementAndGet();
        if (connections != null) {
            connections.emit(new ConnectionEvent.Opened(plugin, id, address));
        }
        return id;
    }

    /** A connection has ended, without an error if that was wanted. */
    void lost(final long connection, final @Nullable Throwable error) {
        if (connections != null) {
            connections.emit(new ConnectionEvent.Lost(plugin, connection, error));
        }
    }

    /** A caller asks the pool for a connection; null if nobody sees it. */
    @Nullable
    Acquisition acquisition() {
        return pool == null
                ? null
                : new Acquisition(
                        pool, plugin, acquisitionIds.incrementAndGet(), RequestContext.current(), System.nanoTime());
    }

    /** A caller returns its connection to the pool. */
    void released(final long connection) {
        if (pool != null && pool.released() != null) {
            pool.released().emit(new PoolEvent.Released(plugin, connection));
        }
    }

    /** The observers of each event of the pool; null where nobody sees it. */
    record PoolEvents(
            @Nullable EventEmitter<PoolEvent.Queued> queued,
            @Nullable EventEmitter<PoolEvent.Acquired> acquired,
            @Nullable EventEmitter<PoolEvent.Released> released,
            @Nullable EventEmitter<PoolEvent.Refused> refused,
            @Nullable EventEmitter<PoolEvent.Disposed> disposed) {

        /** Returns null if nobody sees any event. */
        static @Nullable PoolEvents of(final Observers observers) {
            return observers.of(PoolEvent.class) == null
                    ? null
                    : new PoolEvents(
                            observers.of(PoolEvent.Queued.class),
                            observers.of(PoolEvent.Acquired.class),
                            observers.of(PoolEvent.Released.class),
                            observers.of(PoolEvent.Refused.class),
                            observers.of(PoolEvent.Disposed.class));
        }
    }

    /** A caller that asks the pool for a connection, and is seen. */
    record Acquisition(
            PoolEvents events,
            String plugin,
            long id,
            @Nullable RequestContext request,
            long sinceNanos) {

        void waits() {
            if (events.queued != null) {
                events.queued.emit(new PoolEvent.Queued(plugin, id, request));
            }
        }

        void acquired(final long connection) {
            if (events.acquired != null) {
                events.acquired.emit(new PoolEvent.Acquired(plugin, id, request, connection, waited()));
            }
        }

        void refused(final Throwable error) {
            if (events.refused != null) {
                events.refused.emit(new PoolEvent.Refused(plugin, id, request, waited(), error));
            }
        }

        void disposed() {
            if (events.disposed != null) {
                events.disposed.emit(new PoolEvent.Disposed(plugin, id, request, waited()));
            }
        }

        private Duration waited() {
            return Duration.ofNanos(System.nanoTime() - sinceNanos);
        }
    }

    /** A transaction from subscription to its end. */
    <T> Flowable<T> transaction(final Flowable<T> work) {
        return transactions == null
                ? work
                : new ObservedTransaction<>(work, transactions, plugin, transactionIds::incrementAndGet);
    }

    boolean seesStatements() {
        return seesStatements;
    }

    /** A caller asks for a statement; null if nobody sees it. */
    @Nullable
    Observed queued(final String sql) {
        if (!seesStatements) {
            return null;
        }
        final Observed observed =
                new Observed(this, statementIds.incrementAndGet(), RequestContext.current(), sql, summary(sql));
        if (queued != null) {
            queued.emit(new StatementEvent.Queued(plugin, observed.id, observed.request, sql, observed.summary));
        }
        return observed;
    }

    /** Returns the summary of a text; empty if nobody sees it. */
    private String summary(final String sql) {
        return queued == null && done == null ? "" : texts.of(sql).summary();
    }

    /** A caller asks for several runs of a statement; called only if somebody sees them. */
    Observed @Nullable [] queuedRuns(final String sql, final int count) {
        final Observed[] all = new Observed[count];
        for (int i = 0; i < count; i++) {
            final Observed each = queued(sql);
            if (each == null) {
                return null;
            }
            all[i] = each;
        }
        return all;
    }

    /**
     * A statement whose results come one after another, from subscription to termination or cancellation.
     *
     * @param size the number of rows of a result
     * @param work runs the statement; gets null if nobody sees it
     */
    <T> Flowable<T> observe(
            final String sql, final ToLongFunction<T> size, final Function<@Nullable Observed, Flowable<T>> work) {
        if (!seesStatements) {
            return work.apply(null);
        }
        return Flowable.defer(() -> {
            final Observed observed = queued(sql);
            if (observed == null) {
                return work.apply(null);
            }
            final long[] rows = {0};
            return work.apply(observed)
                    .doOnNext(result -> rows[0] += size.applyAsLong(result))
                    .doOnComplete(() -> observed.done(rows[0], null))
                    .doOnError(error -> observed.done(NO_ROWS, error))
                    .doOnCancel(() -> observed.done(NO_ROWS, null));
        });
    }

    /** A statement that is seen. The thread that sends it and the one that ends it may be different ones. */
    static final class Observed {

        private enum State {
            QUEUED,
            SENDING,
            SENT,
            DONE
        }

        private final DatabaseEvents events;
        private final long id;
        private final @Nullable RequestContext request;
        private final String sql;
        private final String summary;
        private final long sinceNanos = System.nanoTime();
        private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
        private volatile StatementEvent.@Nullable Done doneWhileSending;

        Observed(
                final DatabaseEvents events,
                final long id,
                final @Nullable RequestContext request,
                final String sql,
                final String summary) {
            this.events = events;
            this.id = id;
            this.request = request;
            this.sql = sql;
            this.summary = summary;
        }

        /** Records that the statement is written to a connection; only the first call counts. */
        void sent(final long connection) {
            if (state.compareAndSet(State.QUEUED, State.SENDING)) {
                if (events.sent != null) {
                    events.sent.emit(new StatementEvent.Sent(events.plugin, id, request, connection));
                }
                final boolean ended = !state.compareAndSet(State.SENDING, State.SENT);
                final StatementEvent.Done end = doneWhileSending;
                if (ended && end != null) {
                    emit(end);
                }
            }
        }

        /** Records the end of the statement; only the first call counts. */
        void done(final long rows, final @Nullable Throwable error) {
            if (state.get() == State.DONE) {
                return;
            }
            if (events.done == null) {
                state.set(State.DONE);
                return;
            }
            final StatementEvent.Done end = new StatementEvent.Done(
                    events.plugin,
                    id,
                    request,
                    rows,
                    error,
                    sql,
                    summary,
                    Duration.ofNanos(System.nanoTime() - sinceNanos));
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
            if (events.done != null) {
                events.done.emit(end);
            }
        }

        /** Records the end of the statement with a future's result. */
        void done(final AsyncResult<?> result) {
            done(result.succeeded() ? 0 : NO_ROWS, result.cause());
        }
    }
}
