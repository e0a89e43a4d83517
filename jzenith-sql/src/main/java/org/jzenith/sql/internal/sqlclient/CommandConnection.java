package org.jzenith.sql.internal.sqlclient;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.PropertyKind;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.impl.QueryResultHandler;
import io.vertx.sqlclient.impl.RowDesc;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import io.vertx.sqlclient.impl.codec.InvalidCachedStatementEvent;
import io.vertx.sqlclient.impl.command.CommandBase;
import io.vertx.sqlclient.impl.command.CommandScheduler;
import io.vertx.sqlclient.impl.command.CompositeCommand;
import io.vertx.sqlclient.impl.command.ExtendedQueryCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.value.Conversions;

/** Sends statements on a connection as commands of the library. Belongs to the event loop of the connection. */
public final class CommandConnection {

    /** More descriptions than a connection has prepared statements. */
    private static final int MOST_DESCRIPTIONS = 1024;

    /** Most results have one row. */
    static final Collector<Row, ?, List<Row>> ROWS = Collectors.toCollection(() -> new ArrayList<>(1));

    /** The name of the only cursor of a transaction. */
    private static final String CURSOR = "jzenith";

    private final SqlConnection connection;
    private final ContextInternal context;
    private final SqlDriver driver;
    private final DriverConnection driverConnection;
    private final Conversions conversions;
    private final ParameterConverter parameterConverter;
    private final Map<String, Columns> descriptions = new HashMap<>();
    private final Transport transport;
    private @Nullable CompositeCommand composite;
    private boolean inTransaction;
    private volatile boolean failed;
    private boolean readOnly;

    /** The savepoints that were set after a statement had failed, which they do not undo. */
    private final Set<String> setAfterFailure = new HashSet<>();

    /**
     * Prepares a connection that has just been opened.
     *
     * @param connection a connection over a socket, or one of a driver that has none
     * @param context the event loop of the connection
     * @param driver describes columns
     * @param driverConnection starts and ends transactions
     * @param conversions converts values
     * @param sockets keeps the socket of the connection, if it has one
     */
    public CommandConnection(
            final SqlConnection connection,
            final Context context,
            final SqlDriver driver,
            final DriverConnection driverConnection,
            final Conversions conversions,
            final ConnectionSockets sockets) {
        this.connection = connection;
        this.context = (ContextInternal) context;
        this.driver = driver;
        this.driverConnection = driverConnection;
        this.conversions = conversions;
        this.parameterConverter = new ParameterConverter(driver, conversions);
        this.transport = ((SqlConnectionBase<?>) connection).unwrap() instanceof final SocketConnectionBase socket
                ? SocketTransport.of(socket.socket().channelHandlerContext(), driver.flushesEachStatement(), sockets)
                : Transport.NONE;
    }

    /** The connection as the public types of the library have it. */
    public SqlConnection sqlConnection() {
        return connection;
    }

    /** Returns true between {@link #begin} and the end of the transaction. */
    public boolean isInTransaction() {
        return inTransaction;
    }

    /** Returns true in a transaction that the application has asked to be read-only. */
    public boolean isReadOnly() {
        return inTransaction && readOnly;
    }

    /** Starts a transaction. */
    public Future<Void> begin(final SqlDriver.TransactionSettings settings) {
        readOnly = settings.readOnly();
        inTransaction = true;
        failed = false;
        setAfterFailure.clear();
        return driverConnection.begin(connection, settings);
    }

    /** Sets the time after which the server ends the session if it is idle in the open transaction. */
    public Future<Void> limitIdle(final Duration limit) {
        return driverConnection.limitIdle(connection, limit);
    }

    /** Returns true if the server itself refuses the commit of a transaction in which a statement has failed. */
    public boolean failsTransactions() {
        return driver.failsTransactions();
    }

    /** Remembers that the server has reported an error of a statement. */
    public void onStatementFailed() {
        if (inTransaction && !driver.failsTransactions()) {
            failed = true;
        }
    }

    /** Returns true if a statement of the open transaction has failed, and the server would go on with the transaction. */
    public boolean mustRollBack() {
        return failed;
    }

    /** Sets a savepoint. */
    public Future<Void> savepoint(final String name) {
        return command("SAVEPOINT " + name).onSuccess(set -> {
            if (failed) {
                setAfterFailure.add(name);
            }
        });
    }

    /** Undoes what came after a savepoint. */
    public Future<Void> rollbackTo(final String savepoint) {
        return command("ROLLBACK TO SAVEPOINT " + savepoint)
                .onSuccess(undone -> failed = setAfterFailure.contains(savepoint));
    }

    /** Commits the transaction; fails if the server has rolled it back. */
    public Future<Void> commit() {
        return driverConnection.commit(connection).onComplete(ended -> inTransaction = false);
    }

    /** Rolls the transaction back, if one is open. */
    public Future<Void> rollback() {
        return driverConnection.rollback(connection).onComplete(ended -> inTransaction = false);
    }

    /** Runs a statement that has neither parameters nor rows. */
    public Future<Void> command(final String sql) {
        return connection.query(sql).execute().mapEmpty();
    }

    /** Sends one statement, which is prepared if it was not before. The values do not change. Returns them as the library gets them. */
    public Parameters send(final String sql, final @Nullable Object[] values, final StatementCallback callback) {
        final Parameters parameters = parameters(values);
        final Result result = new Result(callback, parameters, sql);
        final ExtendedQueryCommand<List<Row>> command =
                ExtendedQueryCommand.createQuery(sql, null, null, parameters, !isInTransaction(), ROWS, result);
        (composite == null ? schedule(command) : composite.add(context, command)).onComplete(result);
        return parameters;
    }

    <R> Future<R> schedule(final CommandBase<R> command) {
        return ((CommandScheduler) connection).schedule(context, command);
    }

    /** Runs a statement once for each list of values, as a whole or not at all. */
    public Future<RowSet<Row>> sendBatch(final String sql, final List<@Nullable Object[]> lists) {
        final List<Parameters> batch = lists.stream().map(this::parameters).toList();
        return connection
                .preparedQuery(sql)
                .executeBatch(List.<Tuple>copyOf(batch))
                .recover(error -> Future.failedFuture(batch.stream()
                        .map(each -> each.reason(error))
                        .filter(reason -> reason != error)
                        .findFirst()
                        .orElse(error)));
    }

    private Parameters parameters(final @Nullable Object[] values) {
        return new Parameters(values, this);
    }

    /**
     * Opens a cursor in the open transaction.
     *
     * @param alone true if no other statement runs before the end of the transaction
     */
    public RowCursor cursor(final String sql, final @Nullable Object[] values, final boolean alone) {
        final Parameters parameters = parameters(values);
        return alone && driver.hasNamedCursors()
                ? new SharedCursor(this, sql, parameters, CURSOR)
                : new PreparedCursor(this, sql, parameters, alone);
    }

    /** Returns the number of bytes that have arrived since the first call. */
    long receivedBytes() {
        return transport.receivedBytes();
    }

    /** Sends now what would be sent at the end of this iteration of the event loop. */
    void flush() {
        transport.flush();
    }

    SqlDriver driver() {
        return driver;
    }

    ParameterConverter parameterConverter() {
        return parameterConverter;
    }

    Columns columns(final List<ColumnDescriptor> described, final String sql) {
        final Columns known = descriptions.get(sql);
        if (known != null && known.fit(described)) {
            return known;
        }
        if (descriptions.size() >= MOST_DESCRIPTIONS) {
            descriptions.clear();
        }
        final Columns columns = new Columns(sql, described, driver, conversions);
        descriptions.put(sql, columns);
        return columns;
    }

    /**
     * Joins the statements that an action sends into one command of the library, which is cheaper than many.
     *
     * @return fails if the library refuses that command; its parts then get no result
     */
    public Future<Void> sendTogether(final Runnable sending) {
        final CompositeCommand all = new CompositeCommand();
        composite = all;
        try {
            sending.run();
        } finally {
            composite = null;
        }
        return all.commands().isEmpty() ? Future.succeededFuture() : schedule(all);
    }

    /** The statement is prepared anew when it is sent next. */
    public void discardPrepared(final String sql) {
        transport.discardPrepared(sql);
    }

    /** A socket with the library's handlers. */
    private static final class SocketTransport implements Transport {

        /** The name of the library's decoder and encoder. */
        private static final String CODEC = "codec";

        private final FlushCoalescing coalescing = new FlushCoalescing();
        private final ChannelHandlerContext flushing;
        private final ChannelHandlerContext codec;
        private @Nullable ReceivedBytes received;

        private SocketTransport(final ChannelHandlerContext last, final boolean flushesEachStatement) {
            // Before the library's encoder, so that all statements become one buffer, if that does not flush itself.
            last.pipeline().addBefore(flushesEachStatement ? CODEC : last.name(), null, coalescing);
            this.codec = last.pipeline().context(CODEC);
            this.flushing = last.pipeline().context(coalescing);
        }

        static Transport of(
                final ChannelHandlerContext last, final boolean flushesEachStatement, final ConnectionSockets sockets) {
            sockets.add(last.channel());
            return new SocketTransport(last, flushesEachStatement);
        }

        @Override
        public void flush() {
            coalescing.flushNow(flushing);
        }

        @Override
        public void discardPrepared(final String sql) {
            // The library raises this event itself, but only for an English message, which a server may translate.
            codec.fireChannelRead(new InvalidCachedStatementEvent(sql));
        }

        @Override
        public long receivedBytes() {
            if (received == null) {
                received = new ReceivedBytes();
                flushing.pipeline().addFirst(received);
            }
            return received.bytes;
        }
    }

    /**
     * Flushes once for all statements that an event loop writes to a connection in one iteration: at its end, when everything that
     * has arrived is read. Twenty statements are then one buffer, one system call and one packet.
     */
    private static final class FlushCoalescing extends ChannelOutboundHandlerAdapter {

        private boolean flushScheduled;

        @Override
        public void flush(final ChannelHandlerContext context) {
            if (!flushScheduled) {
                flushScheduled = true;
                context.channel().eventLoop().execute(() -> flushNow(context));
            }
        }

        void flushNow(final ChannelHandlerContext context) {
            if (flushScheduled) {
                flushScheduled = false;
                context.flush();
            }
        }
    }

    /** Counts what arrives, before it is decoded. */
    private static final class ReceivedBytes extends ChannelInboundHandlerAdapter {

        private long bytes;

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
            context.fireChannelRead(message);
        }
    }

    /** The rows of a statement as the library made them, and the row count of the server. */
    public static final class Result implements QueryResultHandler<List<Row>>, Handler<AsyncResult<Boolean>> {

        private final StatementCallback callback;
        private final Parameters parameters;
        private final String sql;
        private @Nullable Columns columns;
        private List<Row> rows = List.of();
        private int count;
        private boolean suspended;
        private @Nullable Throwable failure;

        Result(final StatementCallback callback, final Parameters parameters, final String sql) {
            this.callback = callback;
            this.parameters = parameters;
            this.sql = sql;
        }

        /** Returns the row count that the server reported. */
        public int count() {
            return count;
        }

        /** The number of rows. */
        public int size() {
            return rows.size();
        }

        /** Returns the first row, which must be there. */
        public <T> T first(final RowReader<T> reader) {
            final Columns described = Objects.requireNonNull(columns);
            return reader.prepared(described).read(described, rows.get(0));
        }

        /** Throws if a reader does not fit the columns of a result without rows. */
        public void check(final RowReader<?> reader) {
            if (columns != null) {
                reader.prepared(columns);
            }
        }

        /** All rows in order. */
        public <T> List<T> list(final RowReader<? extends T> reader) {
            final List<T> list = new ArrayList<>(rows.size());
            if (columns != null) {
                final RowReader<? extends T> prepared = reader.prepared(columns);
                for (final Row row : rows) {
                    list.add(prepared.read(columns, row));
                }
            }
            return list;
        }

        /** Returns the rows of a cursor, for which that many bytes have arrived. */
        RowPage page(final long bytes) {
            return new RowPage(
                    columns == null ? parameters.connection().columns(List.of(), sql) : columns,
                    rows,
                    rows.size(),
                    bytes,
                    !suspended);
        }

        @Override
        public void handleResult(
                final int updated,
                final int size,
                final @Nullable RowDesc description,
                final @Nullable List<Row> collected,
                final @Nullable Throwable error) {
            // Some servers count only changes.
            count = updated > 0 ? updated : size;
            failure = error;
            if (collected != null
                    && description != null
                    && !(collected.isEmpty() && description.columnDescriptor().isEmpty())) {
                rows = collected;
                columns = parameters.connection().columns(description.columnDescriptor(), sql);
            }
        }

        @Override
        public <V> void addProperty(final PropertyKind<V> property, final V value) {}

        @Override
        public void handle(final AsyncResult<Boolean> end) {
            suspended = Boolean.TRUE.equals(end.result());
            callback.answered(this, end.succeeded() ? failure : parameters.reason(end.cause()));
        }
    }
}
