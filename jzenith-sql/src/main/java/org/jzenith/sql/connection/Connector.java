package org.jzenith.sql.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.observe.DatabaseEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections, within a time limit that includes the start-up messages, and keeps the error of the last attempt. */
public final class Connector {

    private static final Logger LOGGER = LoggerFactory.getLogger(Connector.class);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);

    private final SqlDriver driver;
    private final DatabaseEvents events;
    private final SqlErrors errors;
    private final SqlDriver.SessionSettings session;
    private final SqlDriver.SessionSettings sharedSession;
    private final Duration timeout;
    private final long retryNanos;
    private final Set<DriverConnection> attempts = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Refusal refusal;

    /** Prepares connections without opening any. */
    public Connector(final SqlDriver driver, final SqlConfiguration settings, final DatabaseEvents events) {
        this.driver = driver;
        this.events = events;
        this.errors = new SqlErrors(driver);
        final Duration statementTimeout = settings.statementTimeout()
                .orElseGet(() ->
                        Duration.ofMillis(Math.max(1, settings.queryTimeout().toMillis() * 9 / 10)));
        this.session = new SqlDriver.SessionSettings(statementTimeout, Duration.ZERO);
        // On a shared connection a statement that waits for a lock delays those of other callers.
        this.sharedSession = new SqlDriver.SessionSettings(
                statementTimeout,
                settings.lockTimeout().orElse(statementTimeout.isZero() ? Duration.ZERO : LOCK_TIMEOUT));
        this.timeout = settings.connectTimeout();
        this.retryNanos = settings.connectRetryInterval().toNanos();
    }

    private record Refusal(SqlException reason, long at) {}

    /** Returns the errors of the connections. */
    public SqlErrors errors() {
        return errors;
    }

    /** Returns the driver of the connections. */
    public SqlDriver driver() {
        return driver;
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
        final Promise<DatabaseConnection> promise = context.promise();
        final DriverConnection attempt = driver.connect(context.context(), settings);
        attempts.add(attempt);
        final long timer =
                context.setTimer(timeout.toMillis(), () -> fail(promise, attempt, errors.connectTimeout(timeout)));
        attempt.opened().onComplete(result -> {
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
            final DriverConnection driverConnection,
            final SqlConnection sqlConnection) {
        if (promise.future().isComplete()) {
            // Without a handler of ours the driver prints the error to stderr.
            sqlConnection.exceptionHandler(error -> LOGGER.debug("A late connection failed.", LogText.escape(error)));
            driverConnection.closeNow();
            return;
        }
        refusal = null;
        promise.complete(
                new DatabaseConnection(this, context, events.opened(server()), driverConnection, sqlConnection));
    }

    private void fail(
            final Promise<DatabaseConnection> promise, final DriverConnection attempt, final SqlException error) {
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
        return Future.join(attempts.stream().map(DriverConnection::closeNow).toList())
                .eventually(driver::close)
                .mapEmpty();
    }
}
