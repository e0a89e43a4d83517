package org.acme.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.SqlConnection;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.DriverSockets;
import org.jzenith.sql.driver.SqlClientOptions;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlText;

/** The connections of the second database, by public types of its client alone. */
final class AcmeDriver implements SqlDriver {

    static final SqlLexis LEXIS = SqlLexis.of(SqlLexis.Rule.BACKSLASH_ESCAPES, SqlLexis.Rule.BACKTICK_NAMES);

    private final String prefix;
    private final Vertx vertx;
    private final MySQLConnectOptions options;

    AcmeDriver(
            final String prefix, final Vertx vertx, final DatabaseAddress address, final AcmeConfiguration settings) {
        this.prefix = prefix;
        this.vertx = vertx;
        this.options = SqlClientOptions.set(
                        new MySQLConnectOptions(), address.servers().get(0), address, settings)
                .setPipeliningLimit(settings.pipeliningLimit());
    }

    @Override
    public String prefix() {
        return prefix;
    }

    @Override
    public String server() {
        return options.getHost() + ":" + options.getPort();
    }

    @Override
    public boolean canPipeline() {
        return true;
    }

    @Override
    public String dialect() {
        return "MARIADB";
    }

    @Override
    public SqlLexis lexis() {
        return LEXIS;
    }

    @Override
    public String parameterPrefix() {
        return null;
    }

    @Override
    public boolean describesParameters() {
        return false;
    }

    @Override
    public boolean isBatchAtomic() {
        return false;
    }

    @Override
    public boolean failsTransactions() {
        return false;
    }

    @Override
    public DriverConnection connect(
            final Context context, final SessionSettings settings, final DriverSockets sockets) {
        final Promise<SqlConnection> opened = Promise.promise();
        context.runOnContext(now -> MySQLConnection.connect(vertx, options)
                .<SqlConnection>map(each -> each)
                .onComplete(opened));
        return new AcmeConnection(opened.future());
    }

    @Override
    public SqlException translate(final Throwable error, final SqlText sql) {
        if (!(error instanceof MySQLException server)) {
            return null;
        }
        final SqlException.Details details = new SqlException.Details(
                "the server refused it", server.getSqlState(), server.getErrorCode(), null, sql);
        return server.getErrorCode() == 1062 ? new UniqueViolationException(details) : new SqlException(details);
    }

    @Override
    public ConnectRefusal refusal(final SqlException error) {
        return switch (error.errorCode()) {
            case 1045 -> ConnectRefusal.PASSWORD;
            case 1049 -> ConnectRefusal.DATABASE;
            default -> null;
        };
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }

    private record AcmeConnection(Future<SqlConnection> opened) implements DriverConnection {

        @Override
        public Future<Void> begin(final SqlConnection connection, final SqlDriver.TransactionSettings settings) {
            return connection.query("START TRANSACTION").execute().mapEmpty();
        }

        @Override
        public Future<Void> cancelStatement() {
            return Future.failedFuture("There is no way to cancel a statement.");
        }

        @Override
        public Future<Void> close() {
            return opened.compose(SqlConnection::close).otherwiseEmpty();
        }
    }
}
