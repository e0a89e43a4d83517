package org.jzenith.sql.sqlclient;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.Cursor;
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
import io.vertx.sqlclient.impl.command.CommandScheduler;
import io.vertx.sqlclient.impl.command.CompositeCommand;
import io.vertx.sqlclient.impl.command.ExtendedQueryCommand;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;

/** Sends statements on a connection as commands of the library. Belongs to the event loop of the connection. */
public final class CommandConnection {

    /** More descriptions than a connection has prepared statements. */
    private static final int MOST_DESCRIPTIONS = 1024;

    private final SqlConnection connection;
    private final ContextInternal context;
    private final SqlDriver driver;
    private final IdentityHashMap<List<ColumnDescriptor>, Columns> descriptions = new IdentityHashMap<>();
    private final ChannelHandlerContext flushing;
    private final FlushCoalescing coalescing;
    private @Nullable CompositeCommand composite;

    /**
     * Prepares a connection that has just been opened.
     *
     * @param connection a connection over a socket
     * @param context the event loop of the connection
     * @param driver describes columns
     */
    public CommandConnection(final SqlConnection connection, final Context context, final SqlDriver driver) {
        this.connection = connection;
        this.context = (ContextInternal) context;
        this.driver = driver;
        final SocketConnectionBase socket = (SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap();
        final ChannelHandlerContext last = socket.socket().channelHandlerContext();
        final FlushCoalescing handler = new FlushCoalescing();
        // Before the library's encoder, so that all statements become one buffer.
        last.pipeline().addBefore(last.name(), null, handler);
        this.flushing = last.pipeline().context(handler);
        this.coalescing = handler;
    }

    /** The connection as the public types of the library have it. */
    public SqlConnection sqlConnection() {
        return connection;
    }

    /** Returns true if a transaction is open. */
    public boolean isInTransaction() {
        return connection.transaction() != null;
    }

    /** Sends one statement, which is prepared if it was not before. The values do not change. */
    public void send(final String sql, final @Nullable Object[] values, final StatementCallback callback) {
        final Parameters parameters = parameters(values);
        final Result result = new Result(callback, parameters);
        final ExtendedQueryCommand<Result> command =
                ExtendedQueryCommand.createQuery(sql, null, null, parameters, !isInTransaction(), result, result);
        (composite == null
                        ? ((CommandScheduler) connection).schedule(context, command)
                        : composite.add(context, command))
                .onComplete(result);
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

    /** Returns the values of one run in the form of the library. */
    public Parameters parameters(final @Nullable Object[] values) {
        return new Parameters(values, this);
    }

    /** Reads some rows from a cursor with the given values. Sends the request at once, so that the server works while the caller does. */
    public Future<RowPage> read(final Cursor cursor, final Parameters parameters, final int fetchSize) {
        final Future<RowPage> page = cursor.read(fetchSize)
                .map(rows -> new RowPage(parameters.columns(rows.columnDescriptors()), rows))
                .recover(error -> Future.failedFuture(parameters.reason(error)));
        flush();
        return page;
    }

    SqlDriver driver() {
        return driver;
    }

    Columns columns(final List<ColumnDescriptor> described) {
        final Columns known = descriptions.get(described);
        if (known != null) {
            return known;
        }
        if (descriptions.size() >= MOST_DESCRIPTIONS) {
            descriptions.clear();
        }
        final Columns columns = new Columns(described, driver::column);
        descriptions.put(described, columns);
        return columns;
    }

    /**
     * Joins the statements that an action sends into one command of the library, which is cheaper than many. In a transaction they stay
     * single commands.
     *
     * @return fails if the library refuses that command; its parts then get no result
     */
    public Future<Void> sendTogether(final Runnable sending) {
        if (isInTransaction()) {
            sending.run();
            return Future.succeededFuture();
        }
        final CompositeCommand all = new CompositeCommand();
        composite = all;
        try {
            sending.run();
        } finally {
            composite = null;
        }
        return all.commands().isEmpty()
                ? Future.succeededFuture()
                : ((CommandScheduler) connection).schedule(context, all);
    }

    /** Sends now what would be sent at the end of this iteration of the event loop, for callers whose statements nobody follows. */
    private void flush() {
        coalescing.flushNow(flushing);
    }

    /** The statement is prepared anew when it is sent next. */
    public void discardPrepared(final String sql) {
        // The library raises this event itself, but only for an English message, which a server may translate.
        flushing.fireChannelRead(new InvalidCachedStatementEvent(sql));
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

    /**
     * The rows of a statement as the library made them, and the row count of the server. It is collector, container and handlers
     * of the library in one object, because there is one for each statement.
     */
    public static final class Result
            implements Collector<Row, Result, Result>,
                    Supplier<Result>,
                    QueryResultHandler<Result>,
                    Handler<AsyncResult<Boolean>> {

        private final StatementCallback callback;
        private final Parameters parameters;
        private @Nullable Columns columns;
        // Most results have one row, which needs no list.
        private @Nullable Row first;
        private @Nullable List<Row> all;
        private int count;
        private @Nullable Throwable failure;

        private Result(final StatementCallback callback, final Parameters parameters) {
            this.callback = callback;
            this.parameters = parameters;
        }

        private void add(final Row row) {
            if (first == null) {
                first = row;
                return;
            }
            if (all == null) {
                all = new ArrayList<>();
                all.add(first);
            }
            all.add(row);
        }

        /** Returns the row count that the server reported. */
        public int count() {
            return count;
        }

        /** The number of rows. */
        public int size() {
            return all != null ? all.size() : first == null ? 0 : 1;
        }

        /** Returns the first row, which must be there. */
        public <T> T first(final RowReader<T> reader) {
            return reader.read(Objects.requireNonNull(columns), Objects.requireNonNull(first));
        }

        /** All rows in order. */
        public <T> List<T> list(final RowReader<? extends T> reader) {
            final List<T> list = new ArrayList<>(size());
            if (all != null) {
                for (final Row row : all) {
                    list.add(reader.read(Objects.requireNonNull(columns), row));
                }
            } else if (first != null) {
                list.add(first(reader));
            }
            return list;
        }

        @Override
        public void handleResult(
                final int rows,
                final int size,
                final RowDesc description,
                final @Nullable Result result,
                final @Nullable Throwable error) {
            count = rows;
            failure = error;
            if (first != null) {
                columns = parameters.connection().columns(description.columnDescriptor());
            }
        }

        @Override
        public <V> void addProperty(final PropertyKind<V> property, final V value) {}

        @Override
        public void handle(final AsyncResult<Boolean> end) {
            callback.answered(this, end.succeeded() ? failure : parameters.reason(end.cause()));
        }

        @Override
        public Supplier<Result> supplier() {
            return this;
        }

        @Override
        public Result get() {
            return this;
        }

        @Override
        public BiConsumer<Result, Row> accumulator() {
            return Result::add;
        }

        @Override
        public BinaryOperator<Result> combiner() {
            return (before, after) -> before;
        }

        @Override
        public Function<Result, Result> finisher() {
            return Function.identity();
        }

        @Override
        public Set<Characteristics> characteristics() {
            return Set.of(Characteristics.IDENTITY_FINISH);
        }
    }
}
