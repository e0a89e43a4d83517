package org.acme.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.Objects;
import org.jooq.SQLDialect;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

/** The connections of the second database. */
final class AcmeDriver implements SqlDriver {

    private final String prefix;
    private final Vertx vertx;
    private final PgConnectOptions options;

    AcmeDriver(
            final String prefix, final Vertx vertx, final DatabaseAddress address, final AcmeConfiguration settings) {
        this.prefix = prefix;
        this.vertx = vertx;
        this.options = new PgConnectOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setDatabase(address.database())
                .setUser(address.username())
                .setPassword(Objects.requireNonNullElse(address.password(), ""))
                .setCachePreparedStatements(true)
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
    public SQLDialect dialect() {
        return SQLDialect.POSTGRES;
    }

    @Override
    public String parameterPrefix() {
        return "$";
    }

    @Override
    public DriverConnection connect(final Context context, final SessionSettings settings) {
        final Promise<SqlConnection> opened = Promise.promise();
        context.runOnContext(now -> PgConnection.connect(vertx, options)
                .<SqlConnection>map(each -> each)
                .onComplete(opened));
        return new AcmeConnection(opened.future());
    }

    @Override
    public Future<Void> begin(final SqlConnection connection, final TransactionSettings settings) {
        return connection.begin().mapEmpty();
    }

    @Override
    public SqlException translate(final Throwable error, final String sql) {
        if (!(error instanceof PgException server)) {
            return null;
        }
        final SqlException.Details details =
                new SqlException.Details(server.getErrorMessage(), server.getSqlState(), server.getConstraint(), sql);
        return "23505".equals(server.getSqlState()) ? new UniqueViolationException(details) : new SqlException(details);
    }

    @Override
    public ConnectRefusal refusal(final SqlException error) {
        return switch (Objects.requireNonNullElse(error.sqlState(), "")) {
            case "28P01" -> ConnectRefusal.PASSWORD;
            case "3D000" -> ConnectRefusal.DATABASE;
            default -> null;
        };
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }

    private record AcmeConnection(Future<SqlConnection> opened) implements DriverConnection {

        @Override
        public Future<Void> cancelStatement() {
            return opened.compose(
                    connection -> PgConnection.cast(connection).cancelRequest().mapEmpty());
        }

        @Override
        public Future<Void> closeNow() {
            return opened.compose(SqlConnection::close).otherwiseEmpty();
        }
    }
}
