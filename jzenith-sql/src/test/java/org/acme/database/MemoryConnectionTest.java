package org.acme.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.impl.ArrayTuple;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.RowDesc;
import io.vertx.sqlclient.impl.RowInternal;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import io.vertx.sqlclient.impl.command.CommandBase;
import io.vertx.sqlclient.impl.command.CompositeCommand;
import io.vertx.sqlclient.impl.command.QueryCommandBase;
import io.vertx.sqlclient.spi.DatabaseMetadata;
import java.sql.JDBCType;
import java.util.List;
import java.util.stream.Collector;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.plugin.DatabasePlugin;

/** A driver without sockets, whose connections answer from memory. */
final class MemoryConnectionTest {

    @Test
    void statementsRunWithoutASocket() {
        final RunningApplication application = JZenith.application()
                .withPlugins(DatabasePlugin.create(UnusableConnectionTest.product(
                        (driver, method, arguments) -> new Opened((Context) arguments[0]))))
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        final Database database = application.get(Database.class);
        assertThat(database.query("SELECT 1")
                        .map(row -> row.getInteger("one"))
                        .single()
                        .blockingGet())
                .isEqualTo(1);
        assertThat(database.withTransaction(tx -> tx.query("SELECT 1")
                                .map(row -> row.getInteger(0))
                                .single())
                        .blockingGet())
                .isEqualTo(1);
        application.stop();
    }

    /** An open connection. */
    private static final class Opened implements DriverConnection {

        private final SqlConnection connection;

        Opened(final Context context) {
            connection = new MemorySqlConnection((ContextInternal) context, new MemoryConnection());
        }

        @Override
        public Future<SqlConnection> opened() {
            return Future.succeededFuture(connection);
        }

        @Override
        public Future<Void> cancelStatement() {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> begin(final SqlConnection open, final SqlDriver.TransactionSettings settings) {
            return open.query("BEGIN").execute().mapEmpty();
        }
    }

    private static final class MemorySqlConnection extends SqlConnectionBase<MemorySqlConnection> {

        MemorySqlConnection(final ContextInternal context, final Connection connection) {
            super(context, null, connection, null);
        }
    }

    /** Answers each statement with the row (1). */
    private static final class MemoryConnection implements Connection {

        @Override
        public <R> Future<R> schedule(final ContextInternal context, final CommandBase<R> command) {
            final Promise<R> done = context.promise();
            command.handler = done;
            run(command);
            return done.future();
        }

        private static <R> void run(final CommandBase<R> command) {
            if (command instanceof final CompositeCommand all) {
                all.commands().forEach(MemoryConnection::run);
                command.complete(Future.succeededFuture());
            } else if (command instanceof final QueryCommandBase<?> query) {
                answer(query);
            } else {
                command.fail("not supported");
            }
        }

        private static <T> void answer(final QueryCommandBase<T> query) {
            query.resultHandler().handleResult(0, 1, new Description(), collect(query.collector()), null);
            query.complete(Future.succeededFuture(false));
        }

        private static <A, T> T collect(final Collector<Row, A, T> collector) {
            final A rows = collector.supplier().get();
            collector.accumulator().accept(rows, new One());
            return collector.finisher().apply(rows);
        }

        @Override
        public void init(final Holder holder) {}

        @Override
        public void close(final Holder holder, final Promise<Void> promise) {
            promise.complete();
            holder.handleClosed();
        }

        @Override
        public int pipeliningLimit() {
            return 1;
        }

        @Override
        public TracingPolicy tracingPolicy() {
            return TracingPolicy.IGNORE;
        }

        @Override
        public SocketAddress server() {
            return SocketAddress.domainSocketAddress("memory");
        }

        @Override
        public String database() {
            return "memory";
        }

        @Override
        public String user() {
            return "nobody";
        }

        @Override
        public ClientMetrics<?, ?, ?, ?> metrics() {
            return null;
        }

        @Override
        public boolean isSsl() {
            return false;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public DatabaseMetadata getDatabaseMetaData() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getProcessId() {
            return 0;
        }

        @Override
        public int getSecretKey() {
            return 0;
        }
    }

    private static final class Description extends RowDesc {

        Description() {
            super(new ColumnDescriptor[] {new OneColumn()});
        }
    }

    private record OneColumn() implements ColumnDescriptor {

        @Override
        public String name() {
            return "one";
        }

        @Override
        public boolean isArray() {
            return false;
        }

        @Override
        public String typeName() {
            return "int";
        }

        @Override
        public JDBCType jdbcType() {
            return JDBCType.INTEGER;
        }
    }

    private static final class One extends ArrayTuple implements RowInternal {

        One() {
            super(List.of(1));
        }

        @Override
        public String getColumnName(final int position) {
            return "one";
        }

        @Override
        public int getColumnIndex(final String name) {
            return name.equals("one") ? 0 : -1;
        }
    }
}
