package org.jzenith.sql.connection;

import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.SqlException;
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

    private final Vertx vertx;
    private final SqlDriver driver;
    private final SqlConfiguration settings;
    private final long queryNanos;
    private final DatabaseEvents events;
    private final Connector connector;
    final Pool pool;
    private final IdentityHashMap<EventLoop, EventLoopPipelines> byEventLoop;
    private final TimedDemand.Limit demandLimit;
    private final List<EventLoopPipelines> roundRobin;
    private final AtomicInteger nextInTurn;
    private final @Nullable Lease lease;

    /**
     * Prepares connections without opening any.
     *
     * @param vertx the application's Vert.x
     * @param driver opens the connections
     * @param settings numbers and time limits
     * @param observers see statements and connections
     */
    public DatabaseConnections(
            final Vertx vertx, final SqlDriver driver, final SqlConfiguration settings, final Observers observers) {
        this.vertx = vertx;
        this.driver = driver;
        this.settings = settings;
        this.queryNanos = settings.queryTimeout().toNanos();
        this.events = new DatabaseEvents(driver.prefix(), observers);
        this.connector = new Connector(driver, settings, events);
        this.demandLimit = new TimedDemand.Limit(settings.streamTimeout(), connector.errors());
        this.byEventLoop = new IdentityHashMap<>();
        this.roundRobin = new ArrayList<>();
        this.nextInTurn = new AtomicInteger();
        this.lease = null;
        final int limit = driver.canPipeline() ? settings.pipeliningLimit() : 1;
        final Semaphore further = new Semaphore(settings.furtherConnections());
        for (final EventLoopContext context : EventLoopContext.onEach(vertx)) {
            final List<Pipeline> pipelines = Stream.generate(
                            () -> new Pipeline(connector, context, settings, limit, further, false))
                    .limit(settings.pipelines())
                    .toList();
            final EventLoopPipelines ofLoop = new EventLoopPipelines(
                    context, pipelines, new Pipeline(connector, context, settings, limit, further, true));
            byEventLoop.put(context.eventLoop(), ofLoop);
            roundRobin.add(ofLoop);
        }
        this.pool = new Pool(
                connector,
                this::callersContext,
                roundRobin.stream().map(ofLoop -> ofLoop.context).toList(),
                settings);
    }

    private DatabaseConnections(final DatabaseConnections all, final Lease lease) {
        this.vertx = all.vertx;
        this.driver = all.driver;
        this.settings = all.settings;
        this.queryNanos = all.queryNanos;
        this.events = all.events;
        this.connector = all.connector;
        this.demandLimit = all.demandLimit;
        this.pool = all.pool;
        this.byEventLoop = all.byEventLoop;
        this.roundRobin = all.roundRobin;
        this.nextInTurn = all.nextInTurn;
        this.lease = lease;
    }

    /** The pipelines of one event loop. The counter is used by several threads but need not be exact. */
    private static final class EventLoopPipelines {

        private final EventLoopContext context;
        private final List<Pipeline> pipelines;
        /** For statements outside the transaction that their own request has open. They must not wait for other requests. */
        private final Pipeline duringTransaction;

        private int next;

        EventLoopPipelines(
                final EventLoopContext context, final List<Pipeline> pipelines, final Pipeline duringTransaction) {
            this.context = context;
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

    /** The context of the caller, if it is one of this application. */
    private @Nullable Context current() {
        final Context context = Vertx.currentContext();
        return context != null && context.owner() == vertx ? context : null;
    }

    /** Those of the event loop of the caller; null for callers that have none. */
    private @Nullable EventLoopPipelines callersPipelines() {
        final Context context = current();
        return context == null ? null : byEventLoop.get(EventLoopContext.eventLoopOf(context));
    }

    /** The event loop of the caller; any for callers that have none. */
    private EventLoopContext callersContext() {
        final EventLoopPipelines own = callersPipelines();
        return (own == null ? roundRobin.get(ThreadLocalRandom.current().nextInt(roundRobin.size())) : own).context;
    }

    /** The context that gets the results: that of the caller, or null if it has the event loop of the connection, or none. */
    private @Nullable Context resultContext(final EventLoopContext connection) {
        final Context context = current();
        return context == null || EventLoopContext.eventLoopOf(context) == connection.eventLoop() ? null : context;
    }

    DatabaseEvents events() {
        return events;
    }

    /** Runs a call on a connection that fits; throws if there cannot be one. */
    void run(final Call<?> call) {
        if (lease != null) {
            lease.run(call);
            return;
        }
        final EventLoopPipelines own = callersPipelines();
        final EventLoopPipelines pipelines =
                own == null ? roundRobin.get(Math.floorMod(nextInTurn.getAndIncrement(), roundRobin.size())) : own;
        // The statements on the shared pipeline may wait for a lock of the transaction.
        final Pipeline pipeline = hasOpenTransaction() ? pipelines.duringTransaction : pipelines.next();
        call.deliverTo(resultContext(pipeline.context()), queryNanos);
        pipeline.run(call);
    }

    /** Returns true if the current request has a transaction open. */
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

    private <R> Call.StatementSource<R> statement(final String sql, final Tuple values, final Call.Mapping<R> mapping) {
        return new Call.StatementSource<>(this, sql, values, null, 1, mapping);
    }

    /** Runs one statement that returns exactly one row. */
    public <T> Single<T> single(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<T>statement(sql, values, result -> mapper.apply(one(result, sql)))
                .single();
    }

    /** Runs one statement that returns at most one row. */
    public <T> Maybe<T> maybe(final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<T>statement(sql, values, result -> {
                    final Row row = oneOrNone(result, sql);
                    return row == null ? null : notNull(mapper.apply(row), sql);
                })
                .maybe();
    }

    private static <T> T notNull(final @Nullable T mapped, final String sql) {
        if (mapped == null) {
            throw SqlErrors.nullMapping(sql);
        }
        return mapped;
    }

    /** Runs one statement and keeps all its rows. */
    public <T> Single<List<T>> list(
            final String sql, final Tuple values, final Function<? super Row, ? extends T> mapper) {
        return this.<List<T>>statement(sql, values, result -> result.list(mapper))
                .single();
    }

    /** Runs one statement for its effect; the number is what the server counted. */
    public Single<Integer> rowCount(final String sql, final Tuple values) {
        return statement(sql, values, CommandConnection.Result::count).single();
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
        return new Call.StatementSource<List<T>>(this, sql, Tuple.tuple(), values, count, result -> result.list(mapper))
                .single();
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param parameters the values of each run; at least one
     * @return the number of rows that each run changed
     */
    public Single<List<Integer>> batch(final String sql, final List<Tuple> parameters) {
        return events.<List<Integer>>observe(
                        sql,
                        counts -> counts.stream().mapToLong(Integer::longValue).sum(),
                        observed -> (lease != null
                                        ? lease.batch(sql, observed, parameters).toFlowable()
                                        : pooledBatch(sql, observed, parameters))
                                .map(first -> {
                                    final List<Integer> counts = new ArrayList<>(parameters.size());
                                    for (RowSet<Row> result = first; result != null; result = result.next()) {
                                        counts.add(result.rowCount());
                                    }
                                    return counts;
                                }))
                .singleOrError();
    }

    private Flowable<RowSet<Row>> pooledBatch(
            final String sql, final DatabaseEvents.@Nullable Observed observed, final List<Tuple> parameters) {
        return pool.acquire(false).flatMapPublisher(connection -> {
            final Lease leased = lease(connection, null);
            return leased.batch(sql, observed, parameters)
                    .retry(1, error -> error instanceof StaleStatementException)
                    .toFlowable()
                    .doFinally(leased::end);
        });
    }

    /** Reads the rows of a statement page by page, as they are asked for; one page is read ahead. */
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return events.observe(
                sql,
                RowSet::size,
                observed -> lease != null
                        ? new CursorPages(lease, sql, observed, parameters, fetchSize, true).map(CursorPages.Page::rows)
                        : new LastPageAfterCommit(inTransaction(
                                SqlDriver.TransactionSettings.READ_ONLY,
                                true,
                                transaction -> new CursorPages(
                                        Objects.requireNonNull(transaction.lease),
                                        sql,
                                        observed,
                                        parameters,
                                        fetchSize,
                                        false))));
    }

    /** Reads the rows of a statement as they are asked for; one page is read ahead. Fails when the reader asks for none for the setting {@code stream-timeout}. */
    public <T> Flowable<T> stream(
            final String sql,
            final Tuple parameters,
            final int fetchSize,
            final Function<? super Row, ? extends T> mapper) {
        return new RowsOfPages<>(
                pages(sql, parameters, fetchSize),
                row -> notNull(mapper.apply(row), sql),
                demandLimit,
                this::callersContext);
    }

    /**
     * Runs work in a transaction: committed when it completes, rolled back when it fails or is cancelled.
     *
     * @param transactionSettings the differences from the defaults
     * @param streaming true if the results are delivered while the transaction is open. The subscriber then holds its connection, so it
     *     counts as a row stream, and fails when the subscriber requests no element for the setting {@code stream-timeout}
     * @param work the work to run
     * @return the elements of the work; completes after the commit
     */
    public <T> Flowable<T> transaction(
            final SqlDriver.TransactionSettings transactionSettings,
            final boolean streaming,
            final Function<DatabaseConnections, Publisher<T>> work) {
        if (lease != null) {
            return Flowable.error(new IllegalStateException("A transaction cannot begin inside a transaction."));
        }
        final Flowable<T> transaction = inTransaction(transactionSettings, streaming, work);
        return counted(streaming ? new DemandTimeout<>(transaction, demandLimit, this::callersContext) : transaction);
    }

    private <T> Flowable<T> inTransaction(
            final SqlDriver.TransactionSettings transactionSettings,
            final boolean streaming,
            final Function<DatabaseConnections, Publisher<T>> work) {
        return pool.acquire(streaming).flatMapPublisher(connection -> {
            final Lease leased = lease(connection, transactionSettings.statementTimeout());
            return new TransactionScope(leased)
                    .run(
                            open -> driver.begin(open, transactionSettings),
                            Flowable.defer(() -> work.apply(new DatabaseConnections(this, leased))));
        });
    }

    private Lease lease(final PipelinedConnection connection, final @Nullable Duration timeout) {
        return new Lease(
                pool,
                events,
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
                            return isRefused(error) || left <= pause
                                    ? Flowable.error(error)
                                    : Flowable.timer(pause, TimeUnit.MILLISECONDS);
                        })
                        .flatMap(pause -> pause));
    }

    private boolean isRefused(final Throwable error) {
        return error instanceof SqlException refused && driver.refusal(refused) != null;
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

    /**
     * Returns the gauges of the limits.
     *
     * @param connections created on first use
     * @param prefix of the settings
     */
    public static List<Gauge> gauges(final Supplier<DatabaseConnections> connections, final String prefix) {
        return List.of(
                gauge(connections, prefix + ".pool.connections", "connections", all -> all.pool.leased())
                        .withLimit(() -> connections.get().pool.size()),
                gauge(connections, prefix + ".pool.waiting-callers", "callers", all -> all.pool.waitingCallers())
                        .withLimit(() -> connections.get().pool.maxWaitQueue()),
                gauge(connections, prefix + ".pool.waiting-streams", "streams", all -> all.pool.waitingStreams())
                        .withLimit(() -> connections.get().pool.maxWaitQueue()),
                gauge(connections, prefix + ".statements-in-flight", "statements", all -> all.sum(Pipeline::inFlight))
                        .withLimit(() -> connections.get().sum(Pipeline::inFlightLimit)),
                gauge(connections, prefix + ".waiting-statements", "statements", all -> all.sum(Pipeline::waiting)));
    }

    private static Gauge gauge(
            final Supplier<DatabaseConnections> connections,
            final String name,
            final String unit,
            final ToLongFunction<DatabaseConnections> used) {
        return Gauge.of(name, unit, () -> used.applyAsLong(connections.get()));
    }

    private int sum(final ToIntFunction<Pipeline> number) {
        return roundRobin.stream()
                .flatMap(ofLoop -> Stream.concat(ofLoop.pipelines.stream(), Stream.of(ofLoop.duringTransaction)))
                .mapToInt(number)
                .sum();
    }

    /** Returns the counts of the pool: open connections, idle connections, and waiting callers. */
    public int[] pool() {
        return pool.counts();
    }
}
