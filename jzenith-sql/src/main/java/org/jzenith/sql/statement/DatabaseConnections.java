package org.jzenith.sql.statement;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.connection.Connector;
import org.jzenith.sql.cursor.DemandTimeout;
import org.jzenith.sql.cursor.TimedDemand;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.pipeline.Pipelines;
import org.jzenith.sql.pool.Lease;
import org.jzenith.sql.pool.Pool;
import org.jzenith.sql.pool.TransactionScope;
import org.reactivestreams.Publisher;

/**
 * All connections to one database: pipelines for each event loop, which run single statements, and one pool for everything else.
 */
public final class DatabaseConnections {

    private final SqlDriver driver;
    private final long queryNanos;
    private final StatementTexts texts;
    private final DatabaseEvents events;
    private final Connector connector;
    private final Pipelines pipelines;
    final Pool pool;
    private final TimedDemand.Limit demandLimit;
    private final StatementRunner ofClients;

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
        this.driver = driver;
        this.queryNanos = settings.queryTimeout().toNanos();
        this.texts = new StatementTexts(driver);
        this.events = new DatabaseEvents(driver.prefix(), sql -> texts.of(sql).summary(), observers);
        this.connector = new Connector(driver, settings, events);
        this.pipelines = new Pipelines(vertx, connector, settings);
        this.pool = new Pool(connector, pipelines::callersContext, pipelines.eventLoops(), settings);
        this.demandLimit =
                new TimedDemand.Limit(settings.streamTimeout(), connector.errors(), pipelines::callersContext);
        this.ofClients = driver.tellsIdentity() ? new IdentityRunner(this) : new PipelineRunner(this);
    }

    DatabaseEvents events() {
        return events;
    }

    /** Returns the traits of a statement's text. */
    StatementTraits traits(final String sql) {
        return texts.of(sql);
    }

    TimedDemand.Limit demandLimit() {
        return demandLimit;
    }

    Pipelines pipelines() {
        return pipelines;
    }

    /**
     * Returns the statements of clients: on the shared connections, or in transactions of their own if the server is told who sends
     * them.
     */
    public StatementRunner ofClients() {
        return ofClients;
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

    /**
     * Runs work in a transaction: committed when it completes, rolled back when it fails or is cancelled.
     *
     * @param settings the differences from the defaults
     * @param streaming true if the results are delivered while the transaction is open. The subscriber then holds its connection, so it
     *     counts as a row stream, and fails when the subscriber requests no element for the setting {@code stream-timeout}
     * @param work the work to run
     * @return the elements of the work; completes after the commit
     */
    public <T> Flowable<T> transaction(
            final SqlDriver.TransactionSettings settings,
            final boolean streaming,
            final Function<? super StatementRunner, Publisher<T>> work) {
        final Flowable<T> transaction =
                inTransaction(settings, streaming, lease -> work.apply(new LeaseRunner(this, lease)));
        return Pipelines.counted(streaming ? new DemandTimeout<>(transaction, demandLimit) : transaction);
    }

    <T> Flowable<T> inTransaction(
            final SqlDriver.TransactionSettings settings,
            final boolean streaming,
            final Function<Lease, Publisher<T>> work) {
        return events.transaction(Flowable.defer(() -> {
            final SqlDriver.TransactionSettings own =
                    (driver.tellsIdentity() ? settings.withIdentity(identity()) : settings).withLabel(label());
            return lease(streaming, own.statementTimeout())
                    .flatMapPublisher(lease -> new TransactionScope(lease, events)
                            .run(open -> driver.begin(open, own), Flowable.defer(() -> work.apply(lease))));
        }));
    }

    /** Leases a connection for work outside a transaction. */
    Single<Lease> lease() {
        return lease(false, null);
    }

    private Single<Lease> lease(final boolean streaming, final @Nullable Duration timeout) {
        return pool.acquire(streaming)
                .map(connection -> new Lease(
                        pool,
                        connection,
                        pipelines.resultContext(connection.context()),
                        timeout == null ? queryNanos : timeout.toNanos()));
    }

    /** Opens the first connection, and tries again until the setting {@code connect-timeout} has passed. */
    public Completable connectFirst() {
        return pipelines.connectFirst();
    }

    /** Fails with a {@code StartException} if the server gets the identities of requests and does not apply its policies to them. */
    public Completable checkPolicies() {
        return driver.tellsIdentity()
                ? lease().flatMapCompletable(lease -> RxFuture.single(
                                () -> lease.run("policies", null, open -> driver.checkPolicies(open.sqlConnection())))
                        .doFinally(lease::end)
                        .flatMapCompletable(problems -> problems.isEmpty()
                                ? Completable.complete()
                                : Completable.error(new StartException(problems))))
                : Completable.complete();
    }

    /** Opens the other connections of all pipelines. */
    public Completable open() {
        return pipelines.open();
    }

    /** Closes all connections. */
    public Completable close() {
        return RxFuture.completable(
                () -> Future.join(pipelines.close(), pool.close()).eventually(connector::close));
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
                gauge(connections, prefix + ".statements-in-flight", "statements", all -> all.pipelines.inFlight())
                        .withLimit(() -> connections.get().pipelines.inFlightLimit()),
                gauge(connections, prefix + ".waiting-statements", "statements", all -> all.pipelines.waiting()));
    }

    private static Gauge gauge(
            final Supplier<DatabaseConnections> connections,
            final String name,
            final String unit,
            final ToLongFunction<DatabaseConnections> used) {
        return Gauge.of(name, unit, () -> used.applyAsLong(connections.get()));
    }
}
