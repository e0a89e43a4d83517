package org.jzenith.postgresql.internal.pgclient;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.TransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.DriverSockets;
import org.jzenith.sql.driver.SqlDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of {@code vertx-pg-client}. */
final class PgDriverConnection implements DriverConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(PgDriverConnection.class);

    /** The name of the library's decoder and encoder. */
    private static final String CODEC = "codec";

    private final PgDriver driver;
    private final Queue<FollowedConnectionFactory> factories = new ConcurrentLinkedQueue<>();
    private final ServerMessages messages;
    private final Duration idleTimeout;
    private final Future<SqlConnection> opened;
    private volatile @Nullable PgConnectOptions server;

    PgDriverConnection(
            final PgDriver driver,
            final Vertx vertx,
            final Context context,
            final Servers servers,
            final SqlDriver.SessionSettings settings,
            final DriverSockets sockets) {
        this.driver = driver;
        this.idleTimeout = settings.idleTimeout();
        this.messages = new ServerMessages(driver.maxRowBytes());
        this.opened = servers.connect(
                        options -> {
                            final PgConnectOptions own = ConnectOptions.with(options, settings);
                            final FollowedConnectionFactory factory =
                                    new FollowedConnectionFactory((VertxInternal) vertx, own, sockets);
                            factories.add(factory);
                            server = own;
                            return factory.connect(context);
                        },
                        this::closeFactories)
                .map(connection -> follow(connection, sockets));
    }

    /** Puts the reader of messages before the library's decoder. */
    private SqlConnection follow(final SqlConnection connection, final DriverSockets sockets) {
        sockets.pipelineOf(connection).addBefore(CODEC, null, messages);
        // Without a handler the library logs the text, which may contain values.
        PgConnection.cast(connection)
                .noticeHandler(notice -> LOGGER.debug(
                        "{} has sent a notice of severity {} with SQLSTATE {}.",
                        driver.server(),
                        notice.getSeverity(),
                        notice.getCode()));
        return connection;
    }

    @Override
    public Future<SqlConnection> opened() {
        return opened;
    }

    @Override
    public Future<Void> cancelStatement() {
        return opened.compose(
                connection -> driver.cancelStatement(PgConnection.cast(connection), Objects.requireNonNull(server)));
    }

    @Override
    public Future<Void> begin(final SqlConnection connection, final SqlDriver.TransactionSettings settings) {
        return driver.begin(connection, settings);
    }

    @Override
    public Future<Void> limitIdle(final SqlConnection connection, final Duration limit) {
        return idleTimeout.isZero() || idleTimeout.compareTo(limit) > 0
                ? connection
                        .query("SET LOCAL idle_in_transaction_session_timeout = " + limit.toMillis())
                        .execute()
                        .mapEmpty()
                : Future.succeededFuture();
    }

    @Override
    public Future<Void> commit(final SqlConnection connection) {
        return DriverConnection.super
                .commit(connection)
                .compose(done -> messages.isFailed()
                        ? Future.failedFuture(TransactionRollbackException.INSTANCE)
                        : Future.succeededFuture());
    }

    @Override
    public boolean isInTransaction() {
        return messages.isInTransaction();
    }

    @Override
    public void whenTransactionStarts(final Runnable action) {
        messages.whenTransactionStarts(action);
    }

    @Override
    public Future<Void> close() {
        messages.stop();
        return closeFactories();
    }

    /** Closes the sockets of the attempts so far, also those that are still being opened. */
    private Future<Void> closeFactories() {
        final List<Future<Void>> closed = new ArrayList<>();
        for (final FollowedConnectionFactory factory : factories) {
            final Promise<Void> promise = Promise.promise();
            factory.close(promise);
            closed.add(promise.future());
        }
        return Future.join(closed).mapEmpty();
    }

    private static final class FollowedConnectionFactory extends PgConnectionFactory {

        private final DriverSockets sockets;

        FollowedConnectionFactory(
                final VertxInternal vertx, final PgConnectOptions options, final DriverSockets sockets) {
            super(vertx, () -> Future.succeededFuture(options));
            this.sockets = sockets;
        }

        @Override
        protected NetClient netClient(final NetClientOptions options) {
            return sockets.follow(super.netClient(options));
        }
    }
}
