package org.jzenith.sql.connection;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TransactionSettings;
import org.jzenith.sql.error.NoSuchDatabaseException;
import org.jzenith.sql.error.PermissionDeniedException;
import org.jzenith.sql.error.StaleStatementException;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All connections of one application: pipelines for each event loop, which run single statements, and one pool for everything
 * else.
 */
final class ConnectionSet implements StatementRunner {

    private static final Logger LOGGER = LoggerFactory.getLogger(DatabaseConnections.class);
    private static final long FIRST_PAUSE_MILLIS = 50;

    private final VertxInternal vertx;
    private final SqlDriver driver;
    private final Connector connector;
    private final Pool pool;
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final IdentityHashMap<EventExecutor, EventLoopPipelines> byEventLoop = new IdentityHashMap<>();
    private final List<EventLoopPipelines> roundRobin = new ArrayList<>();
    private final AtomicInteger nextInTurn = new AtomicInteger();
    private final Duration connectTimeout;
    private final long retryMillis;
    private final long queryNanos;
    private final Duration streamTimeout;
    private final int poolSize;
    private volatile boolean closed;

    ConnectionSet(final Vertx vertx, final SqlDriver driver, final SqlConfiguration settings) {
        this.vertx = (VertxInternal) vertx;
        this.driver = driver;
        this.connector = new Connector(vertx, driver, settings);
        this.connectTimeout = settings.connectTimeout();
        this.retryMillis = settings.connectRetryInterval().toMillis();
        this.queryNanos = settings.queryTimeout().toNanos();
        this.streamTimeout = settings.streamTimeout();
        this.poolSize = settings.pool().size();
        final Pipeline.PipelineSettings pipelineSettings = new Pipeline.PipelineSettings(
                driver.canPipeline() ? settings.pipeliningLimit() : 1,
                retryMillis,
                settings.slowStatement().toNanos(),
                settings.maxQueueTime().toNanos(),
                new Semaphore(settings.furtherConnections()),
                settings.maxLifetime(),
                false);
        final List<ContextInternal> loops = new ArrayList<>();
        for (final EventExecutor loop : anyLoop().parent()) {
            loops.add(contextOn((EventLoop) loop));
            final EventLoopPipelines pipelinesOfLoop = new EventLoopPipelines(
                    new Pipeline(connector, contextOn((EventLoop) loop), pipelineSettings.forOnDemand()));
            for (int i = 0; i < settings.pipelines(); i++) {
                pipelinesOfLoop.pipelines.add(new Pipeline(connector, contextOn((EventLoop) loop), pipelineSettings));
            }
            byEventLoop.put(loop, pipelinesOfLoop);
            roundRobin.add(pipelinesOfLoop);
            pipelines.addAll(pipelinesOfLoop.pipelines);
        }
        this.pool = new Pool(
                connector, this::callersContext, loops, Pool.PoolLimits.of(settings.pool(), settings.maxLifetime()));
    }

    /** The pipelines of one event loop. The counter is used by several threads but need not be exact. */
    private static final class EventLoopPipelines {

        private final List<Pipeline> pipelines = new ArrayList<>(1);
        /** For statements outside the transaction that their own request has open. They must not wait for other requests. */
        private final Pipeline duringTransaction;

        private int next;

        EventLoopPipelines(final Pipeline duringTransaction) {
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
    @Nullable
    ContextInternal resultContext(final ContextInternal connection) {
        final ContextInternal context = current();
        return context == null || context.nettyEventLoop() == connection.nettyEventLoop() ? null : context;
    }

    private EventLoopPipelines callersPipelines() {
        if (closed) {
            throw SqlErrors.unavailable("the connections are closed, because the application stops");
        }
        final ContextInternal context = current();
        final EventLoopPipelines own = context == null ? null : byEventLoop.get(context.nettyEventLoop());
        return own == null ? roundRobin.get(Math.floorMod(nextInTurn.getAndIncrement(), roundRobin.size())) : own;
    }

    @Override
    public void run(final Call call) {
        // The statements on the shared pipeline may wait for a lock of the transaction.
        final Pipeline pipeline = OpenTransactions.any()
                ? callersPipelines().duringTransaction
                : callersPipelines().next();
        call.deliverTo(resultContext(pipeline.context()), queryNanos);
        pipeline.run(call);
    }

    @Override
    public Single<RowSet<Row>> batch(final String sql, final List<Tuple> parameters) {
        return acquire()
                .flatMapPublisher(connection -> {
                    final Lease lease = new Lease(this, connection, queryNanos);
                    return lease.batch(sql, parameters)
                            .retry(1, error -> error instanceof StaleStatementException)
                            .toFlowable()
                            .doFinally(lease::end);
                })
                .singleOrError();
    }

    @Override
    public Flowable<RowSet<Row>> pages(final String sql, final Tuple parameters, final int fetchSize) {
        return inTransaction(
                acquireForStream(),
                TransactionSettings.READ_ONLY,
                transaction -> transaction.pages(sql, parameters, fetchSize));
    }

    @Override
    public <T> Flowable<T> withDemandTimeout(final Flowable<T> rows) {
        return new DemandTimeout<>(rows, streamTimeout, connector.errors(), this::callersContext);
    }

    @Override
    public <T> Flowable<T> transaction(
            final TransactionSettings settings, final Function<DatabaseConnections, Publisher<T>> work) {
        return OpenTransactions.counted(inTransaction(acquire(), settings, work));
    }

    @Override
    public <T> Flowable<T> streamingTransaction(
            final TransactionSettings settings, final Function<DatabaseConnections, Publisher<T>> work) {
        return OpenTransactions.counted(withDemandTimeout(inTransaction(acquireForStream(), settings, work)));
    }

    private <T> Flowable<T> inTransaction(
            final Single<PipelinedConnection> connections,
            final TransactionSettings settings,
            final Function<DatabaseConnections, Publisher<T>> work) {
        final Duration limit = settings.statementTimeout();
        final long timeoutNanos = limit == null ? queryNanos : limit.toNanos();
        return connections.flatMapPublisher(connection ->
                new TransactionScope(new Lease(this, connection, timeoutNanos)).run(driver.settingsOf(settings), work));
    }

    Single<PipelinedConnection> acquire() {
        return pool.acquire(false);
    }

    /** A connection for a row stream, which holds it as long as its subscriber takes. The pool limits how many there are. */
    private Single<PipelinedConnection> acquireForStream() {
        return pool.acquire(true);
    }

    void release(final PipelinedConnection connection) {
        pool.release(connection);
    }

    int[] pool() {
        return new int[] {pool.open(), pool.idle(), pool.waiting()};
    }

    Completable connectFirst() {
        final long end = System.nanoTime() + connectTimeout.toNanos();
        return RxFuture.completable(() -> pipelines.get(0).open())
                .retryWhen(errors -> errors.zipWith(Flowable.range(0, Integer.MAX_VALUE), (error, attempt) -> {
                            final long pause = Math.min(retryMillis, FIRST_PAUSE_MILLIS << Math.min(attempt, 10));
                            final long left = (end - System.nanoTime()) / 1_000_000;
                            return error instanceof PermissionDeniedException
                                            || error instanceof NoSuchDatabaseException
                                            || left <= pause
                                    ? Flowable.error(error)
                                    : Flowable.timer(pause, TimeUnit.MILLISECONDS);
                        })
                        .flatMap(pause -> pause));
    }

    Completable open() {
        return RxFuture.completable(() -> Future.all(
                        pipelines.stream().skip(1).map(Pipeline::open).toList()))
                .doOnComplete(() -> LOGGER.info(
                        "{} connections to {} for single statements, up to {} more for transactions and streams.",
                        pipelines.size(),
                        connector.server(),
                        poolSize));
    }

    Completable close() {
        return RxFuture.completable(() -> {
            closed = true;
            final List<Future<Void>> closing = new ArrayList<>();
            pipelines.forEach(pipeline -> closing.add(pipeline.close()));
            roundRobin.forEach(pipelinesOfLoop -> closing.add(pipelinesOfLoop.duringTransaction.close()));
            closing.add(pool.close());
            return Future.join(closing).eventually(() -> connector.close());
        });
    }
}
