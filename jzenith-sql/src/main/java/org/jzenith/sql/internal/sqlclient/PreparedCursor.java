package org.jzenith.sql.internal.sqlclient;

import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor with a prepared statement of its own. */
final class PreparedCursor implements RowCursor {

    private final CommandConnection connection;
    private final String sql;
    private final Parameters parameters;
    private final boolean alone;
    private final Future<PreparedStatement> statement;
    private @Nullable Cursor cursor;
    private boolean closed;

    /** @param alone true if the end of the transaction, which closes the cursor, follows */
    PreparedCursor(
            final CommandConnection connection, final String sql, final Parameters parameters, final boolean alone) {
        this.connection = connection;
        this.sql = sql;
        this.parameters = parameters;
        this.alone = alone;
        this.statement = connection.sqlConnection().prepare(sql);
    }

    @Override
    public Future<RowPage> read(final int rows) {
        final Cursor opened = cursor;
        return opened == null ? statement.compose(prepared -> open(prepared, rows)) : read(opened, rows);
    }

    private Future<RowPage> open(final PreparedStatement prepared, final int rows) {
        if (closed) {
            return Future.succeededFuture(new RowPage(connection.columns(List.of(), sql), List.of(), 0, 0, true));
        }
        final Cursor opened = prepared.cursor(parameters);
        cursor = opened;
        return read(opened, rows);
    }

    private Future<RowPage> read(final Cursor opened, final int count) {
        final long before = connection.receivedBytes();
        final Future<RowPage> page = opened.read(count)
                .map(rows -> new RowPage(
                        connection.columns(rows.columnDescriptors(), sql),
                        rows,
                        rows.size(),
                        connection.receivedBytes() - before,
                        !opened.hasMore()))
                .recover(error -> Future.failedFuture(parameters.reason(error)));
        connection.flush();
        return page;
    }

    @Override
    public Future<Void> close() {
        closed = true;
        final Future<Void> cursorClosed = alone || cursor == null ? Future.succeededFuture() : cursor.close();
        return statement.transform(prepared -> prepared.succeeded()
                ? Future.join(cursorClosed, prepared.result().close()).mapEmpty()
                : cursorClosed);
    }
}
