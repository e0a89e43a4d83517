package org.jzenith.sql.internal.statement;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.connection.Connector;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.internal.cursor.DemandTimeout;
import org.jzenith.sql.internal.notification.NotificationHub;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.pipeline.Pipelines;
import org.jzenith.sql.internal.pool.ConnectionLease;
import org.jzenith.sql.internal.pool.Pool;
import org.jzenith.sql.internal.pool.TransactionScope;
import org.jzenith.sql.internal.sqlclient.ParameterConverter;
import org.jzenith.sql.internal.value.Conversions;
import org.jzenith.sql.notification.SqlNotification;
import org.reactivestreams.Publisher;

/**
 * All connections to one database: pipelines for each event loop, which run single statements, and one pool for everything else.
 */
public final class DatabaseConnections implements ServerSessions {

    /** The limit of remembered texts; at most 32 MB for each database, as long as their letters are Latin. */
    private static final int REMEMBERED_TEXTS = 4_000;

    /** Follows the name of the plugin in the names of read-only connections. */
    private static final String READ_ONLY = ".read-only";

    private final SqlDriver driver;
    private final long queryNanos;
    private final BoundedCache<String, StatementTraits> traits = new BoundedCache<>(REMEMBERED_TEXTS);
    private final ParameterConverter parameterConverter;
    private final DatabaseEvents events;
    private final Connector connector;
    private final Pipelines pipelines;
    final Pool pool;
    private final NotificationHub notifications;
    private final DemandTimeout.Limit demandLimit;
    private final StatementRunner ofClients;
    private final @Nullable PolicyTables policyTables;

    /** The read-only connections of the same database, for which it is this object. */
    private final DatabaseConnections readOnly;

    /** True if the application uses these connections. */
    private volatile boolean used;

    private volatile boolean opened;

    /**
     * Prepares connections without opening any.
     *
     * @param vertx the application's Vert.x
     * @param driver opens the connections
     * @param conversions converts values
     * @param settings numbers and time limits
     * @param observers see statements and connections
     */
    public DatabaseConnections(
            final Vertx vertx,
            final SqlDriver driver,
            final Conversions conversions,
            final SqlConfiguration settings,
            final Observers observers) {
        this(vertx, driver, conversions, settings, observers, null);
    }

    /** @param ofPrimary the notifications of the database whose read-only connections these are; null for all others */
    private DatabaseConnections(
            final Vertx vertx,
            final SqlDriver driver,
            final Conversions conversions,
            final SqlConfiguration settings,
            final Observers observers,
            final @Nullable NotificationHub ofPrimary) {
        final boolean isReadOnly = ofPrimary != null;
        this.used = !isReadOnly;
        this.driver = driver;
        this.parameterConverter = new ParameterConverter(driver, conversions);
        this.queryNanos = settings.queryTimeout().toNanos();
        this.ofClients = new StatementRunner(this, null, driver.tellsIdentity());
        this.events = new DatabaseEvents(
                driver.prefix() + (isReadOnly ? READ_ONLY : ""),
                sql -> ofClients.traits(sql).text(),
                observers);
        this.connector = new Connector(driver, conversions, settings, events, isReadOnly);
        this.policyTables = driver.tellsIdentity() ? new PolicyTables(connector.errors()) : null;
        this.pipelines = new Pipelines(vertx, connector, settings);
        this.pool = new Pool(connector, pipelines::callersContext, pipelines.eventLoops(), settings);
        // A standby has no notifications.
        this.notifications = ofPrimary != null
                ? ofPrimary
                : new NotificationHub(connector, pipelines.eventLoops().get(0), pipelines::callersContext, settings);
        this.demandLimit =
                new DemandTimeout.Limit(settings.streamTimeout(), connector.errors(), pipelines::callersContext);
        this.readOnly = isReadOnly
                ? this
                : new DatabaseConnections(vertx, driver, conversions, settings, observers, notifications);
    }

    /**
     * Returns the read-only connections. The first call opens them, or lets startup open them with these.
     *
     * @throws UnsupportedOperationException if the driver has no read-only sessions
     */
    public DatabaseConnections readOnly() {
        if (!driver.hasReadOnlySessions()) {
            throw new UnsupportedOperationException("The database of " + driver.prefix()
                    + " has no read-only connections. Use transactions().readOnly().");
        }
        if (!readOnly.used) {
            readOnly.used = true;
            if (opened) {
                readOnly.pipelines.openInBackground();
            }
        }
        return readOnly;
    }

    /** Returns true if the application uses the read-only connections. */
    public boolean usesReadOnly() {
        return readOnly.used;
    }

    /** Returns true if these are the read-only connections. */
    boolean isReadOnly() {
        return readOnly == this;
    }

    SqlErrors errors() {
        return connector.errors();
    }

    DatabaseEvents events() {
        return events;
    }

    /** Returns null if the server is not told identities. */
    @Nullable
    PolicyTables policyTables() {
        return policyTables;
    }

    SqlDriver driver() {
        return driver;
    }

    ParameterConverter parameterConverter() {
        return parameterConverter;
    }

    /** Returns the traits of recent statements, by their text. */
    BoundedCache<String, StatementTraits> traits() {
        return traits;
    }

    DemandTimeout.Limit demandLimit() {
        return demandLimit;
    }

    Pipelines pipelines() {
        return pipelines;
    }

    /**
     * Returns the statements of clients: on the shared connections, or in their own transactions if the server is told who sends
     * them.
     */
    public StatementRunner ofClients() {
        return ofClients;
    }

    /** Returns the notifications of a channel; throws if the database has none. */
    public Flowable<SqlNotification> notifications(final String channel) {
        return notifications.notifications(channel);
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
        return pipelines.counted(beside -> {
            final Flowable<T> transaction = inTransaction(
                    settings,
                    new ConnectionLease.Use(streaming, beside),
                    TransactionScope::run,
                    lease -> work.apply(new StatementRunner(this, lease, false)));
            return streaming ? new DemandTimeout<>(transaction, demandLimit) : transaction;
        });
    }

    /**
     * Runs a transaction again after a serialization failure; see {@link TransactionRetry}.
     *
     * @param streaming false for a transaction with at most one result, which then waits for the commit, because that may fail too
     */
    public <T> Flowable<T> retrying(final int times, final boolean streaming, final Flowable<T> transaction) {
        return times == 0
                ? transaction
                : TransactionRetry.of(
                        streaming ? transaction : transaction.takeLast(1), times, pipelines::callersContext);
    }

    /** Returns true if the database has deferrable transactions. */
    public boolean canDefer() {
        return driver.canDefer();
    }

    /**
     * Runs a statement whose rows are read from a cursor in a read-only transaction of its own, which starts in the same packet if the driver
     * allows that.
     */
    <T> Flowable<T> inOwnTransaction(final Function<ConnectionLease, Publisher<T>> statement) {
        return inTransaction(
                SqlDriver.TransactionSettings.READ_ONLY,
                new ConnectionLease.Use(true, false),
                driver.hasNamedCursors() ? TransactionScope::runBehindBegin : TransactionScope::run,
                statement);
    }

    private <T> Flowable<T> inTransaction(
            final SqlDriver.TransactionSettings settings,
            final ConnectionLease.Use use,
            final BiFunction<TransactionScope, Publisher<T>, Flowable<T>> run,
            final Function<ConnectionLease, Publisher<T>> work) {
        return events.transaction(Flowable.defer(() -> {
            final SqlDriver.TransactionSettings own =
                    (driver.tellsIdentity() ? settings.withIdentity(identity()) : settings).withLabel(label());
            final String worker = policyTables == null ? null : PolicyTables.worker();
            return lease(use, own.statementTimeout()).flatMapPublisher(lease -> {
                lease.setWorker(worker);
                return run.apply(TransactionScope.whole(lease, events, own), Flowable.defer(() -> work.apply(lease)));
            });
        }));
    }

    /** Leases a connection for work outside a transaction. */
    Single<ConnectionLease> lease() {
        return lease(ConnectionLease.Use.PLAIN, null);
    }

    private Single<ConnectionLease> lease(final ConnectionLease.Use use, final @Nullable Duration timeout) {
        return pool.acquire(use.streaming())
                .map(connection -> new ConnectionLease(
                        pool,
                        connection,
                        pipelines.resultContext(connection.context()),
                        timeout == null ? queryNanos : timeout.toNanos(),
                        use));
    }

    /** Opens the first connection, and tries again until the setting {@code connect-timeout} has passed. */
    public Completable connectFirst() {
        return pipelines.connectFirst();
    }

    /** Returns true if the server has refused a change since it was last found to accept changes. */
    public boolean hasRefusedChange() {
        return connector.hasRefusedChange();
    }

    /** Called when a check has found that the server accepts changes. */
    public void forgetRefusedChange() {
        connector.forgetRefusedChange();
    }

    /** Replaces all connections, because their server accepts no changes. */
    public void replaceAll() {
        connector.replaceAll();
    }

    /** Returns the driver's query for whether the settings of a session are in force; null if they always are. */
    public @Nullable String sessionQuery() {
        return connector.sessionQuery();
    }

    /** Fails with a {@code StartException} if the server gets the identities of requests and does not apply its policies to them. */
    public Completable checkPolicies() {
        return driver.tellsIdentity()
                ? lease().flatMapCompletable(lease -> RxFuture.single(
                                () -> lease.run("policies", null, open -> driver.checkPolicies(open.sqlConnection())))
                        .flatMapCompletable(problems -> problems.isEmpty()
                                ? findPolicyTables(lease)
                                : Completable.error(new StartException(problems)))
                        .doFinally(lease::end))
                : Completable.complete();
    }

    private Completable findPolicyTables(final ConnectionLease lease) {
        return RxFuture.single(
                        () -> lease.run("policies", null, open -> driver.tablesWithPolicies(open.sqlConnection())))
                .doOnSuccess(tables -> {
                    Objects.requireNonNull(policyTables).set(tables);
                    Objects.requireNonNull(readOnly.policyTables).set(tables);
                })
                .ignoreElement();
    }

    /** Opens the other connections of all pipelines. It does not fail if there is no server for the read-only ones. */
    public Completable open() {
        return pipelines.open().andThen(RxFuture.completable(() -> {
            opened = true;
            return readOnly.used ? readOnly.pipelines.openInBackground().otherwiseEmpty() : Future.succeededFuture();
        }));
    }

    /** Closes all connections, each when its statements and its transaction have ended. Further statements wait. */
    @Override
    public Completable pause() {
        return RxFuture.completable(() -> Future.join(pauseConnections(), readOnly.pauseConnections()));
    }

    private Future<Void> pauseConnections() {
        final Future<Void> closed = connector.pause();
        pipelines.pause();
        pool.evictAll();
        if (!isReadOnly()) {
            notifications.reconnect();
        }
        return closed;
    }

    @Override
    public Completable resume() {
        return RxFuture.completable(() ->
                Future.join(resumeConnections(), readOnly.resumeConnections()).otherwiseEmpty());
    }

    private Future<Void> resumeConnections() {
        connector.resume();
        return used ? pipelines.resume() : Future.succeededFuture();
    }

    /** Closes all connections. */
    public Completable close() {
        return RxFuture.completable(
                () -> Future.join(notifications.close(), closeConnections(), readOnly.closeConnections())
                        .eventually(driver::close));
    }

    private Future<?> closeConnections() {
        return Future.join(pipelines.close(), pool.close()).eventually(connector::close);
    }

    /**
     * Returns the gauges of the limits.
     *
     * @param connections created on first use
     * @param prefix the prefix of the settings
     */
    public static List<Gauge> gauges(final Supplier<DatabaseConnections> connections, final String prefix) {
        return Stream.concat(
                        gaugesOf(connections, prefix), gaugesOf(() -> connections.get().readOnly, prefix + READ_ONLY))
                .toList();
    }

    private static Stream<Gauge> gaugesOf(final Supplier<DatabaseConnections> connections, final String prefix) {
        return Stream.of(
                gauge(connections, prefix + ".pool.connections", "connections", all -> all.pool.leased())
                        .withLimit(() -> limit(connections.get(), all -> all.pool.size())),
                gauge(connections, prefix + ".pool.waiting-callers", "callers", all -> all.pool.waitingCallers())
                        .withLimit(() -> limit(connections.get(), all -> all.pool.maxWaitQueue())),
                gauge(connections, prefix + ".pool.waiting-streams", "streams", all -> all.pool.waitingStreams())
                        .withLimit(() -> limit(connections.get(), all -> all.pool.maxWaitQueue())),
                gauge(connections, prefix + ".statements-in-flight", "statements", all -> all.pipelines.inFlight())
                        .withLimit(() -> connections.get().pipelines.inFlightLimit()),
                gauge(connections, prefix + ".waiting-statements", "statements", all -> all.pipelines.waiting()));
    }

    /** Returns a limit; 0 for connections that the application does not use, so that sums of limits do not contain theirs. */
    private static long limit(final DatabaseConnections connections, final ToLongFunction<DatabaseConnections> limit) {
        return connections.used ? limit.applyAsLong(connections) : 0;
    }

    private static Gauge gauge(
            final Supplier<DatabaseConnections> connections,
            final String name,
            final String unit,
            final ToLongFunction<DatabaseConnections> used) {
        return Gauge.of(name, unit, () -> used.applyAsLong(connections.get()));
    }
}
