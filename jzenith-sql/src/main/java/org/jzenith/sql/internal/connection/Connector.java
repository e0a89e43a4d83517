package org.jzenith.sql.internal.connection;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.sqlclient.ConnectionSockets;
import org.jzenith.sql.internal.value.Conversions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections, within a time limit that includes the start-up messages, and keeps the error of the last attempt. */
public final class Connector {

    private static final Logger LOGGER = LoggerFactory.getLogger(Connector.class);
    private static final int IDLE_FACTOR = 10;

    /** Servers refuse more milliseconds. */
    private static final Duration LONGEST_IDLE_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);

    private final SqlDriver driver;
    private final Conversions conversions;
    private final DatabaseEvents events;
    private final SqlErrors errors;
    private final SqlDriver.SessionSettings session;
    private final SqlDriver.SessionSettings sharedSession;
    private final boolean readOnly;
    private final Duration timeout;
    private final long retryNanos;
    private final Set<ServerConnection> attempts = ConcurrentHashMap.newKeySet();
    private final List<Runnable> whenReplaced = new CopyOnWriteArrayList<>();
    private final OpenConnections connections = new OpenConnections();
    private final AtomicLong replaced;
    private volatile @Nullable Refusal refusal;
    private volatile boolean refusedChange;

    /**
     * Prepares connections without opening any.
     *
     * @param readOnly true for sessions in which the server refuses changes
     */
    public Connector(
            final SqlDriver driver,
            final Conversions conversions,
            final SqlConfiguration settings,
            final DatabaseEvents events,
            final boolean readOnly) {
        this.readOnly = readOnly;
        this.driver = driver;
        this.conversions = conversions;
        this.events = events;
        this.errors = new SqlErrors(driver);
        final Duration statementTimeout = settings.statementTimeout()
                .orElseGet(() ->
                        Duration.ofMillis(Math.max(1, settings.queryTimeout().toMillis() * 9 / 10)));
        this.session = new SqlDriver.SessionSettings(
                statementTimeout, Duration.ZERO, idleTimeout(settings, statementTimeout), readOnly);
        // On a shared connection a statement that waits for a lock delays those of other callers.
        this.sharedSession = new SqlDriver.SessionSettings(
                statementTimeout,
                settings.lockTimeout().orElse(statementTimeout.isZero() ? Duration.ZERO : LOCK_TIMEOUT),
                Duration.ZERO,
                readOnly);
        this.timeout = settings.connectTimeout();
        this.retryNanos = settings.connectRetryInterval().toNanos();
        this.replaced = new AtomicLong(System.nanoTime() - retryNanos);
    }

    /** A multiple of the limits of this process, whose timers fire first unless it hangs. Zero where the server gets no limits. */
    private static Duration idleTimeout(final SqlConfiguration settings, final Duration statementTimeout) {
        final Duration ofClient = settings.transactionIdleTimeout();
        if (ofClient.isZero() || statementTimeout.isZero()) {
            return Duration.ZERO;
        }
        final Duration wanted =
                Collections.max(List.of(ofClient, settings.streamTimeout())).multipliedBy(IDLE_FACTOR);
        return wanted.compareTo(LONGEST_IDLE_TIMEOUT) < 0 ? wanted : LONGEST_IDLE_TIMEOUT;
    }

    private record Refusal(SqlException reason, long at) {}

    /** Returns the driver's query for whether the settings of a shared session are in force; null if they always are. */
    public @Nullable String sessionQuery() {
        return driver.sessionQuery(sharedSession);
    }

    /** Adds an action that replaces open connections. */
    public void whenReplaced(final Runnable action) {
        whenReplaced.add(action);
    }

    /** Returns true if the server has refused a change since it was last found to accept changes. */
    public boolean hasRefusedChange() {
        return refusedChange;
    }

    /** Called when a check has found that the server accepts changes. */
    public void forgetRefusedChange() {
        refusedChange = false;
    }

    /** Replaces all connections, because their server has become read-only; at most once per {@code connect-retry-interval}. */
    public void replaceAll() {
        refusedChange = true;
        final long now = System.nanoTime();
        final long before = replaced.get();
        if (now - before >= retryNanos && replaced.compareAndSet(before, now)) {
            LOGGER.warn("The server at {} has become read-only; its connections are replaced.", server());
            whenReplaced.forEach(Runnable::run);
        }
    }

    /**
     * Opens no connection until {@link #resume}; until then, attempts wait. The callers close the connections that they have.
     *
     * @return completes when no connection is left
     */
    public Future<Void> pause() {
        return connections.pause();
    }

    /** Returns true if connections are to be closed when they are idle, because no connection is opened now. */
    public boolean isPaused() {
        return connections.isPaused();
    }

    /** Opens connections again, those for which attempts wait first. */
    public void resume() {
        connections.resume();
    }

    /** Returns the errors of the connections. */
    public SqlErrors errors() {
        return errors;
    }

    /** Returns the driver of the connections. */
    public SqlDriver driver() {
        return driver;
    }

    /** Returns true if the server refuses changes in all sessions. */
    boolean isReadOnly() {
        return readOnly;
    }

    /** Returns the conversions of values. */
    Conversions conversions() {
        return conversions;
    }

    /** Returns the observers of the connections. */
    public DatabaseEvents events() {
        return events;
    }

    /** Returns host and port, for messages. */
    public String server() {
        return driver.server();
    }

    /** Returns the reason for which the last attempt failed, if that was less than the setting {@code connect-retry-interval} ago. */
    public @Nullable SqlException recentRefusal() {
        final Refusal last = refusal;
        return last == null || System.nanoTime() - last.at() > retryNanos ? null : last.reason();
    }

    /** Opens a connection that works on the given event loop; fails with a typed error. */
    public Future<DatabaseConnection> connect(final EventLoopContext context) {
        return connect(context, session);
    }

    /** Opens a connection that many callers will share. */
    public Future<DatabaseConnection> connectShared(final EventLoopContext context) {
        return connect(context, sharedSession);
    }

    private Future<DatabaseConnection> connect(
            final EventLoopContext context, final SqlDriver.SessionSettings settings) {
        final Promise<DatabaseConnection> later = context.promise();
        return connections.add(() -> connect(context, settings).onComplete(later))
                ? open(context, settings).onComplete(this::removeWhenClosed)
                : later.future();
    }

    private void removeWhenClosed(final AsyncResult<DatabaseConnection> opened) {
        if (opened.succeeded()) {
            opened.result().closed().onComplete(closed -> connections.remove());
        } else {
            connections.remove();
        }
    }

    private Future<DatabaseConnection> open(final EventLoopContext context, final SqlDriver.SessionSettings settings) {
        final Promise<DatabaseConnection> promise = context.promise();
        final ConnectionSockets sockets = new ConnectionSockets();
        final ServerConnection attempt;
        try {
            attempt = new ServerConnection(driver.connect(context.context(), settings, sockets), sockets);
        } catch (final RuntimeException | LinkageError error) {
            return Future.failedFuture(SqlErrors.unusableConnection(server(), error));
        }
        attempts.add(attempt);
        final long timer =
                context.setTimer(timeout.toMillis(), () -> fail(promise, attempt, errors.connectTimeout(timeout)));
        attempt.driver().opened().onComplete(result -> {
            context.cancelTimer(timer);
            attempts.remove(attempt);
            if (result.failed()) {
                fail(promise, attempt, describe(result.cause()));
            } else {
                succeed(promise, context, attempt, result.result());
            }
        });
        return promise.future();
    }

    private void succeed(
            final Promise<DatabaseConnection> promise,
            final EventLoopContext context,
            final ServerConnection serverConnection,
            final SqlConnection sqlConnection) {
        if (promise.future().isComplete()) {
            // Without a handler of ours the driver prints the error to stderr.
            sqlConnection.exceptionHandler(error -> LOGGER.debug("A late connection failed.", LogText.escape(error)));
            serverConnection.closeNow();
            return;
        }
        final DatabaseConnection connection;
        try {
            connection =
                    new DatabaseConnection(this, context, events.opened(server()), serverConnection, sqlConnection);
        } catch (final RuntimeException | LinkageError error) {
            fail(promise, serverConnection, SqlErrors.unusableConnection(server(), error));
            return;
        }
        refusal = null;
        promise.complete(connection);
    }

    private void fail(
            final Promise<DatabaseConnection> promise, final ServerConnection attempt, final SqlException error) {
        if (promise.tryFail(error)) {
            refusal = new Refusal(error, System.nanoTime());
        }
        attempt.closeNow();
    }

    private SqlException describe(final Throwable error) {
        final SqlException typed = errors.translate(error, null);
        if (typed.sqlState() != null) {
            return typed;
        }
        final String message = error.getMessage();
        return SqlErrors.unavailable("no connection to " + server() + ": "
                + (message == null ? error.getClass().getSimpleName() : message));
    }

    /** Ends all attempts to connect. */
    public Future<Void> close() {
        return Future.join(attempts.stream().map(ServerConnection::closeNow).toList())
                .mapEmpty();
    }
}
