package org.jzenith.sql.connection;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TransactionSettings;
import org.jzenith.sql.error.NoSuchDatabaseException;
import org.jzenith.sql.error.PermissionDeniedException;
import org.jzenith.sql.error.StaleStatementException;
import org.jzenith.sql.sqlclient.CommandConnection;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All connections to one database: pipelines for each event loop, which run single statements, and one pool for everything else.
 * Or, inside a transaction, the one connection that it holds. Nothing runs before it is subscribed to. Results arrive on the
 * event loop from which the statement was subscribed, errors are typed.
 *
 * <p>Safe for use by many threads.
 */
public final class DatabaseConnections {

    private static final Logger LOGGER = LoggerFactory.getLogger(DatabaseConnections.class);
    private static final Object OPEN_TRANSACTIONS = new Object();

    private final VertxInternal vertx;
    private final SqlDriver driver;
    private final SqlConfiguration settings;
    private final long queryNanos;
    private final Connector connector;
    final Pool pool;
    private final IdentityHashMap<EventExecutor, EventLoopPipelines> byEventLoop;
    private final List<EventLoopPipelines> roundRobin;
    private final AtomicInteger nextInTurn;
    private final @Nullable Lease lease;

    /**
     * Prepares connections without opening any.
     *
     * @param vertx the application's Vert.x
     * @param driver opens the connections
     * @param settings numbers and time limits
     */
    public DatabaseConnections(final Vertx vertx, final SqlDriver driver, final SqlConfiguration settings) {
        this.vertx = (VertxInternal) vertx;
        this.driver = driver;
        this.settings = settings;
        this.queryNanos = settings.queryTimeout().toNanos();
        this.connector = new Connector(vertx, driver, settings);
        this.byEventLoop = new IdentityHashMap<>();
        this.roundRobin = new ArrayList<>();
        this.nextInTurn = new AtomicInteger();
        this.lease = null;
        final int limit = driver.canPipeline() ? settings.pipeliningLimit() : 1;
        final Semaphore further = new Semaphore(settings.furtherConnections());
        final List<ContextInternal> loops = new ArrayList<>();
        for (final EventExecutor loop : anyLoop().parent()) {
            final ContextInternal context = contextOn((EventLoop) loop);
            final List<Pipeline> pipelines = Stream.generate(
                            () -> new Pipeline(connector, context, settings, limit, further, false))
                    .limit(settings.pipelines())
                    .toList();
            final EventLoopPipelines ofLoop =
                    new EventLoopPipelines(pipelines, new Pipeline(connector, context, settings, limit, further, true));
            loops.add(context);
            byEventLoop.put(loop, ofLoop);
            roundRobin.add(ofLoop);
        }
        this.pool = new Pool(connector, this::callersContext, loops, settings);
    }

    private DatabaseConnections(final DatabaseConnections all, final Lease lease) {
        this.vertx = all.vertx;
        this.driver = all.driver;
        this.settings = all.settings;
        this.queryNanos = all.queryNanos;
        this.connector = all.connector;
        this.pool = all.pool;
        this.byEventLoop = all.byEventLoop;
        this.roundRobin = all.roundRobin;
        this.nextInTurn = all.nextInTurn;
        this.lease = lease;
    }

    /** The pipelines of one event loop. The counter is used by several threads but need not be exact. */
    private static final class EventLoopPipelines {

        private final List<Pipeline> pipelines;
        /** For statements outside the transaction that their own request has open. They must not wait for other requests. */
        private final Pipeline duringTransaction;

        private int next;

        EventLoopPipelines(final List<Pipeline> pipelines, final Pipeline duringTransaction) {
            this.pipelines = pipelines;
            this.duringTransaction = duringTransaction;
        }

        Pipeline next() {
            if (pipelines.size() == 1) {
                return pipelines.get(0);
            }
            next = next + 1 >= pipelines.size() ? 0 : next + 1;
            return pipelines.get(next);
        }
    }

    private EventLoop anyLoop() {
        return vertx.createEventLoopContext().nettyEventLoop();
    }

    private ContextInternal contextOn(final EventLoop loop) {
        return vertx.createEventLoopContext(loop, null, Thread.currentThread().getContextClassLoader());
    }

    /** The context of the caller, if it is one of this application. */
    private @Nullable ContextInternal current() {
        final ContextInternal context = (ContextInternal) Vertx.currentContext();
        return context != null && context.owner() == vertx ? context : null;
    }

    private ContextInternal callersContext() {
        final ContextInternal context = current();
        return contextOn(context == null ? anyLoop() : context.nettyEventLoop());
    }

    /** The context that gets the results: that of the caller, or null if it has the event loop of the connection, or none. */
    private @Nullable ContextInternal resultContext(final ContextInternal connection) {
        final ContextInternal context = current();
        return context == null || context.nettyEventLoop() == connection.nettyEventLoop() ? null : context;
    }

    /** Runs a call on a connection that fits; throws if there cannot be one. */
    void run(final Call call) {
        if (lease != null) {
            lease.run(call);
            return;
        }
        final ContextInternal context = current();
        final EventLoopPipelines own = context == null ? null : byEventLoop.get(context.nettyEventLoop());
        final EventLoopPipelines pipelines =
                own == null ? roundRobin.get(Math.floorMod(nextInTurn.getAndIncrement(), roundRobin.size())) : own;
        // The statements on the shared pipeline may wait for a lock of the transaction.
        final Pipeline pipeline = hasOpenTransaction() ? pipelines.duringTransaction : pipelines.next();
        call.deliverTo(resultContext(pipeline.context()), queryNanos);
        pipeline.run(call);
    }

    /** Whether the current request has a transaction open. */
    private static boolean hasOpenTransaction() {
        final RequestContext request = RequestContext.current();
        return request != null
                && request.scopedIfPresent(OPEN_TRANSACTIONS) instanceof AtomicInteger open
                && open.get() > 0;
    }

    /** Counts a transaction of the current request from subscription to termination or cancellation. */
    private static <T> Flowable<T> counted(final Flowable<T> transaction) {
        return Flowable.defer(() -> {
            final RequestContext request = RequestContext.current();
            if (request == null) {
                return transaction;
            }
            final AtomicInteger open = request.scoped(OPEN_TRANSACTIONS, AtomicInteger::new);
            open.incrementAndGet();
            return transaction.doFinally(open::decrementAndGet);
        });
    }

    static Row one(final CommandConnection.Result result, final String sql) {
        final Row row = oneOrNone(result, sql);
        if (row == null) {
            throw SqlErrors.noRow(sql);
        }
        return row;
    }

    private static @Nullable Row oneOrNone(final CommandConnection.Result result, final String sql) {
        if (result.size() > 1) {
            throw SqlErrors.tooManyRows(result.size(), sql);
        }
        return result.first();
    }

    /** Runs one statement that returns exactly one row. */
    public <T> Single<T> single(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new StatementCommand.Statement<T>(this, sql, values, result -> mapper.apply(one(result, sql))).single();
    }

    /** Runs one statement that returns at most one row. */
    public <T> Maybe<T> maybe(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new StatementCommand.Statement<T>(this, sql, values, result -> {
                    final Row row = oneOrNone(result, sql);
                    return row == null
                            ? null
                            : Objects.requireNonNull(mapper.apply(row), "The mapping made null of a row.");
                })
                .maybe();
    }

    /** Runs one statement and keeps all its rows. */
    public <T> Single<List<T>> list(
            final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return new StatementCommand.Statement<List<T>>(this, sql, values, result -> result.list(mapper)).single();
    }

    /** Runs one statement for its effect; the number is what the server counted. */
    public Single<Integer> rowCount(final String sql, final Tuple values) {
        return new StatementCommand.Statement<>(this, sql, values, CommandConnection.Result::count).single();
    }

    /**
     * Runs one statement once for each list of values, pipelined on one connection, each with exactly one row.
     *
     * @param count the number of runs, at least one
     * @param values makes the values of each run, once for each subscription, when it has been admitted
     */
    public <T> Single<List<T>> singles(
            final String sql,
            final int count,
            final Supplier<List<Tuple>> values,
            final Function<? super Row, ? extends T> mapper) {
        return new SinglesCall.Singles<T>(this, sql, count, values, mapper).single();
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param parameters the values of each run; at least one
     * @return the result of the first run, linked to the next one
     */
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return lease != null
                ? lease.batch(sql, parameters)
                : pool.acquire(false)
                        .flatMapPublisher(connection -> {
                            final Lease leased = lease(connection, null);
                            return leased.batch(sql, parameters)
                                    .retry(1, error -> error instanceof StaleStatementException)
                                    .toFlowable()
                                    .doFinally(leased::end);
                        })
                        .singleOrError();
    }

    /** Reads the rows of a statement page by page, as they are asked for; at most two pages are read ahead. */
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return lease != null
                ? lease.pages(sql, parameters, fetchSize)
                : inTransaction(
                        TransactionSettings.READ_ONLY,
                        true,
                        transaction -> transaction.pages(sql, parameters, fetchSize));
    }

    /** The rows of {@link #pages}; fails when the reader asks for none for the setting {@code stream-timeout}. */
    public <T> Flowable<T> stream(
            final String sql,
            final Tuple parameters,
            final int fetchSize,
            final Function<? super Row, ? extends T> mapper) {
        return withDemandTimeout(pages(sql, parameters, fetchSize)
                .concatMapIterable(rows -> rows, 1)
                .map(mapper::apply));
    }

    private <T> Flowable<T> withDemandTimeout(final Flowable<T> rows) {
        return new DemandTimeout<>(rows, settings.streamTimeout(), connector.errors(), this::callersContext);
    }

    /**
     * Runs work in a transaction: committed when it completes, rolled back when it fails or is cancelled.
     *
     * @param transactionSettings what differs from the defaults
     * @param streaming whether the results are delivered while the transaction is open. Then the subscriber holds its connection,
     *     so it counts as a row stream, and fails when the subscriber requests none for the setting {@code stream-timeout}
     * @param work what to run
     * @return what the work emits; completes after the commit
     */
    public <T> Flowable<T> transaction(
            final TransactionSettings transactionSettings,
            final boolean streaming,
            final io.reactivex.functions.Function<DatabaseConnections, Publisher<T>> work) {
        if (lease != null) {
            return Flowable.error(new IllegalStateException("A transaction cannot begin inside a transaction."));
        }
        final Flowable<T> transaction = inTransaction(transactionSettings, streaming, work);
        return counted(streaming ? withDemandTimeout(transaction) : transaction);
    }

    private <T> Flowable<T> inTransaction(
            final TransactionSettings transactionSettings,
            final boolean streaming,
            final io.reactivex.functions.Function<DatabaseConnections, Publisher<T>> work) {
        return pool.acquire(streaming).flatMapPublisher(connection -> {
            final Lease leased = lease(connection, transactionSettings.statementTimeout());
            return new TransactionScope(leased)
                    .run(
                            driver.settingsOf(transactionSettings),
                            Flowable.defer(() -> work.apply(new DatabaseConnections(this, leased))));
        });
    }

    private Lease lease(final PipelinedConnection connection, final @Nullable Duration timeout) {
        return new Lease(
                pool,
                connection,
                resultContext(connection.context()),
                timeout == null ? queryNanos : timeout.toNanos());
    }

    private Stream<Pipeline> pipelines() {
        return roundRobin.stream().flatMap(ofLoop -> ofLoop.pipelines.stream());
    }

    /** Opens the first connection, and tries again until the setting {@code connect-timeout} has passed. */
    public Completable connectFirst() {
        final long end = System.nanoTime() + settings.connectTimeout().toNanos();
        final long longestPause = settings.connectRetryInterval().toMillis();
        return RxFuture.completable(() -> roundRobin.get(0).pipelines.get(0).open())
                .retryWhen(errors -> errors.zipWith(Flowable.range(0, Integer.MAX_VALUE), (error, attempt) -> {
                            final long pause =
                                    Math.min(longestPause, Pipeline.FIRST_PAUSE_MILLIS << Math.min(attempt, 10));
                            final long left = (end - System.nanoTime()) / 1_000_000;
                            return error instanceof PermissionDeniedException
                                            || error instanceof NoSuchDatabaseException
                                            || left <= pause
                                    ? Flowable.error(error)
                                    : Flowable.timer(pause, TimeUnit.MILLISECONDS);
                        })
                        .flatMap(pause -> pause));
    }

    /** Opens the other connections of all pipelines. */
    public Completable open() {
        return RxFuture.completable(
                        () -> Future.all(pipelines().skip(1).map(Pipeline::open).toList()))
                .doOnComplete(() -> LOGGER.info(
                        "{} connections to {} for single statements, up to {} more for transactions and streams.",
                        pipelines().count(),
                        connector.server(),
                        settings.pool().size()));
    }

    /** Closes all connections. */
    public Completable close() {
        return RxFuture.completable(() -> {
            final List<Future<Void>> closing = new ArrayList<>();
            pipelines().forEach(pipeline -> closing.add(pipeline.close()));
            roundRobin.forEach(ofLoop -> closing.add(ofLoop.duringTransaction.close()));
            closing.add(pool.close());
            return Future.join(closing).eventually(connector::close);
        });
    }

    /** How the pool is used now: the number of open connections, of idle ones, and of callers that wait. */
    public int[] pool() {
        return pool.counts();
    }
}
