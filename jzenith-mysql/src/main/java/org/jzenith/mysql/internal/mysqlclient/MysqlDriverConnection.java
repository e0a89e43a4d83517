package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.impl.MySQLConnectionFactory;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.DriverSockets;
import org.jzenith.sql.driver.SqlDriver;

/** One connection of {@code vertx-mysql-client}, with its session. */
final class MysqlDriverConnection implements DriverConnection {

    private final MysqlDriver driver;
    private final MySQLConnectOptions options;
    private final Vertx vertx;
    private final Context context;
    private final FollowedConnectionFactory factory;
    private final Future<SqlConnection> opened;
    private boolean limited;
    private boolean idleLimited;
    private volatile Session session = Session.UNKNOWN;

    MysqlDriverConnection(
            final MysqlDriver driver,
            final Vertx vertx,
            final Context context,
            final MySQLConnectOptions options,
            final SqlDriver.SessionSettings settings,
            final DriverSockets sockets) {
        this.driver = driver;
        this.vertx = vertx;
        this.context = context;
        this.options = options;
        this.factory = new FollowedConnectionFactory((VertxInternal) vertx, options, sockets);
        this.opened = factory.connect(context).compose(connection -> {
            ServerPackets.follow(sockets.pipelineOf(connection), driver.maxRowBytes());
            return setUp(connection, settings);
        });
    }

    /** The facts about a session that its later statements need. */
    record Session(long id, SessionVariables variables) {

        private static final Session UNKNOWN = new Session(0, SessionVariables.NONE);
    }

    private Future<SqlConnection> setUp(final SqlConnection connection, final SqlDriver.SessionSettings settings) {
        final SessionVariables variables = SessionVariables.of(connection, settings);
        return connection
                .query(variables.setUp())
                .execute()
                .compose(set -> connection
                        .query("SELECT CONNECTION_ID(), @@max_allowed_packet, @@character_set_database, VERSION()")
                        .execute())
                .map(rows -> {
                    final Row row = rows.iterator().next();
                    session = new Session(row.getLong(0), variables);
                    driver.know(row.getLong(1), row.getString(2), row.getString(3));
                    return connection;
                });
    }

    @Override
    public Future<SqlConnection> opened() {
        return opened;
    }

    @Override
    public Future<Void> begin(final SqlConnection connection, final SqlDriver.TransactionSettings settings) {
        limited = settings.statementTimeout() != null;
        return run(connection, session.variables().begin(settings));
    }

    @Override
    public Future<Void> limitIdle(final SqlConnection connection, final Duration limit) {
        final String statement = session.variables().limitIdle(limit);
        idleLimited |= !statement.isEmpty();
        return statement.isEmpty() ? Future.succeededFuture() : run(connection, statement);
    }

    @Override
    public Future<Void> commit(final SqlConnection connection) {
        return end(connection, "COMMIT")
                // The server stops at the first error of a message.
                .recover(error -> rollback(connection).transform(ended -> Future.failedFuture(error)));
    }

    @Override
    public Future<Void> rollback(final SqlConnection connection) {
        return end(connection, "ROLLBACK");
    }

    private Future<Void> end(final SqlConnection connection, final String command) {
        return run(connection, session.variables().end(command, limited, idleLimited))
                .onSuccess(ended -> idleLimited = false);
    }

    private static Future<Void> run(final SqlConnection connection, final String statements) {
        return connection.query(statements).execute().mapEmpty();
    }

    /** Kills the statement on a further connection, which the server closes with it. */
    @Override
    public Future<Void> cancelStatement() {
        if (session.id() == 0) {
            return Future.succeededFuture();
        }
        final MySQLConnectionFactory other =
                new MySQLConnectionFactory((VertxInternal) vertx, () -> Future.succeededFuture(options));
        return other.connect(context)
                .compose(
                        connection -> connection
                                .query("KILL QUERY " + session.id())
                                .execute()
                                .<Void>mapEmpty()
                                .eventually(() -> connection.close()),
                        unreachable -> Future.succeededFuture())
                .timeout(options.getConnectTimeout(), TimeUnit.MILLISECONDS)
                .eventually(() -> close(other));
    }

    private static Future<Void> close(final MySQLConnectionFactory factory) {
        final Promise<Void> closed = Promise.promise();
        factory.close(closed);
        return closed.future();
    }

    @Override
    public Future<Void> close() {
        return close(factory);
    }

    private static final class FollowedConnectionFactory extends MySQLConnectionFactory {

        private final DriverSockets sockets;

        FollowedConnectionFactory(
                final VertxInternal vertx, final MySQLConnectOptions options, final DriverSockets sockets) {
            super(vertx, () -> Future.succeededFuture(options));
            this.sockets = sockets;
        }

        @Override
        protected NetClient netClient(final NetClientOptions options) {
            return sockets.follow(super.netClient(options));
        }
    }
}
