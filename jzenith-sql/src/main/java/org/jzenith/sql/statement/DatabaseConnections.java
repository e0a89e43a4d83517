package org.jzenith.sql.connection;

import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
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
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.statement.StatementTexts;
import org.jzenith.sql.statement.StatementTraits;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All connections to one database: pipelines for each event loop, which run single statements, and one pool for everything else.
 */
public final class DatabaseConnections extends StatementRunner {

    private static final Logger LOGGER = LoggerFactory.getLogger(DatabaseConnections.class);
    private static final Object OPEN_TRANSACTIONS = new Object();

    private final Vertx vertx;
    private final SqlDriver driver;
    private final SqlConfiguration settings;
    private final long queryNanos;
    private final StatementTexts texts;
    private final DatabaseEvents events;
    private final Connector connector;
    final Pool pool;
    private final IdentityHashMap<EventLoop, EventLoopPipelines> byEventLoop;
    private final TimedDemand.Limit demandLimit;
    private final List<EventLoopPipelines> roundRobin;
    private final AtomicInteger nextInTurn;

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
        this.texts = new StatementTexts(driver);
        this.events = new DatabaseEvents(driver.prefix(), texts, observers);
        this.connector = new Connector(driver, settings, events);
        this.demandLimit = new TimedDemand.Limit(settings.streamTimeout(), connector.errors());
        this.byEventLoop = new IdentityHashMap<>();
        this.roundRobin = new ArrayList<>();
        this.nextInTurn = new AtomicInteger();
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

    /** The pipelines of one event loop. The counter is used by several threads but need not be exact. */
    private static final class EventLoopPipelines {

        private final EventLoopContext context;
        private final List<Pipeline> pipelines;
        /**
         * The connections for statements that run outside a transaction while their request has one open. See {@link
         * DatabaseConnections#submit}.
         */
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

    /** Returns the pipelines of the caller's event loop; null if the caller has none. */
    private @Nullable EventLoopPipelines callersPipelines() {
        final Context context = current();
        return context == null ? null : byEventLoop.get(EventLoopContext.eventLoopOf(context));
    }

    /** The event loop of the caller; any for callers that have none. */
    @Override
    EventLoopContext callersContext() {
        final EventLoopPipelines own = callersPipelines();
        return (own == null ? roundRobin.get(ThreadLocalRandom.current().nextInt(roundRobin.size())) : own).context;
    }

    /** The context that gets the results: that of the caller, or null if it has the event loop of the connection, or none. */
    private @Nullable Context resultContext(final EventLoopContext connection) {
        final Context context = current();
        return context == null || EventLoopContext.eventLoopOf(context) == connection.eventLoop() ? null : context;
    }

    @Override
    DatabaseEvents events() {
        return events;
    }

    @Override
    StatementTraits traits(final String sql) {
        return texts.of(sql);
    }

    @Override
    TimedDemand.Limit demandLimit() {
        return demandLimit;
    }

    @Override
    void submit(final Call<?> call) {
        final EventLoopPipelines own = callersPipelines();
        final EventLoopPipelines pipelines =
                own == null ? roundRobin.get(Math.floorMod(nextInTurn.getAndIncrement(), roundRobin.size())) : own;
        // On the other pipelines, earlier statements of other requests may wait for a lock that this request's
        // transaction holds until this statement has its result.
        final Pipeline pipeline = hasOpenTransaction() ? pipelines.duringTransaction : pipelines.next();
        call.deliverIn(resultContext(pipeline.context()));
        call.limitTo(queryNanos);
        pipeline.submit(call);
    }

    /**
     * Returns the statements of clients: on the shared connections, or in transactions of their own if the server is told who sends
     * them.
     */
    public StatementRunner ofClients() {
        return driver.tellsIdentity() ? new IdentityRunner(this) : this;
    }

    /** Returns the user of the current request; null if there is none. */
    static @Nullable Identity identity() {
        final RequestContext request = RequestContext.current();
        return request == null ? null : request.identity();
    }

    /** Returns the name of the current request at the server; null for none. */
    private static @Nullable String label() {
        final RequestContext request = RequestContext.current();
        final RequestTrace trace = request == null ? null : request.trace();
        return trace == null ? null : trace.label();
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

    @Override
    Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        return pool.acquire(false).flatMapPublisher(connection -> {
            final Lease leased = lease(connection, null);
            return leased.runBatch(sql, observed, parameters)
                    .retry(1, error -> error instanceof StaleStatementException)
                    .doFinally(leased::end);
        });
    }

    @Override
    Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final int fetchSize) {
        return new LastPageAfterCommit(inTransaction(
                SqlDriver.TransactionSettings.READ_ONLY,
                true,
                leased -> new CursorPages(leased, sql, observed, parameters, fetchSize, false)));
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
            final Function<? super StatementRunner, Publisher<T>> work) {
        final Flowable<T> transaction = inTransaction(transactionSettings, streaming, work);
        return counted(streaming ? new DemandTimeout<>(transaction, demandLimit, this::callersContext) : transaction);
    }

    private <T> Flowable<T> inTransaction(
            final SqlDriver.TransactionSettings transactionSettings,
            final boolean streaming,
            final Function<? super Lease, Publisher<T>> work) {
        return events.transaction(Flowable.defer(() -> {
            final SqlDriver.TransactionSettings own = (driver.tellsIdentity()
                            ? transactionSettings.withIdentity(identity())
                            : transactionSettings)
                    .withLabel(label());
            return pool.acquire(streaming).flatMapPublisher(connection -> {
                final Lease leased = lease(connection, own.statementTimeout());
                return new TransactionScope(leased)
                        .run(open -> driver.begin(open, own), Flowable.defer(() -> work.apply(leased)));
            });
        }));
    }

    private Lease lease(final DatabaseConnection connection, final @Nullable Duration timeout) {
        return new Lease(
                this,
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

    /** Fails with a {@code StartException} if the server gets the identities of requests and does not apply its policies to them. */
    public Completable checkPolicies() {
        return driver.tellsIdentity()
                ? pool.acquire(false).flatMapCompletable(connection -> {
                    final Lease leased = lease(connection, null);
                    return RxFuture.single(() -> leased.run("policies", null, driver::checkPolicies))
                            .doFinally(leased::end)
                            .flatMapCompletable(problems -> problems.isEmpty()
                                    ? Completable.complete()
                                    : Completable.error(new StartException(problems)));
                })
                : Completable.complete();
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
     * @param prefix the prefix of the settings
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
}
