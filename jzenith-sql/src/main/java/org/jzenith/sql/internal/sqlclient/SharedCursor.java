package org.jzenith.sql.internal.sqlclient;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.impl.PreparedStatement;
import io.vertx.sqlclient.impl.command.ExtendedQueryCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor of the prepared statement that all runs of a text share, which costs no round trip of its own. The first page prepares the
 * statement only if the connection has not done so before. The server closes the cursor at the end of the transaction.
 */
final class SharedCursor implements RowCursor {

    private final CommandConnection connection;
    private final String sql;
    private final Parameters parameters;
    private final String name;

    /** Null before the first page. */
    private @Nullable PreparedStatement statement;

    /** @param name no other open cursor of the connection has it */
    SharedCursor(final CommandConnection connection, final String sql, final Parameters parameters, final String name) {
        this.connection = connection;
        this.sql = sql;
        this.parameters = parameters;
        this.name = name;
    }

    @Override
    public Future<RowPage> read(final int rows) {
        final Promise<RowPage> page = Promise.promise();
        final long before = connection.receivedBytes();
        final CommandConnection.Result result = new CommandConnection.Result(
                (read, error) -> {
                    if (error == null) {
                        page.complete(read.page(connection.receivedBytes() - before));
                    } else {
                        page.fail(error);
                    }
                },
                parameters,
                sql);
        final ExtendedQueryCommand<List<Row>> command = ExtendedQueryCommand.createQuery(
                sql, null, statement, parameters, rows, name, statement != null, false, CommandConnection.ROWS, result);
        connection.schedule(command).onComplete(end -> {
            statement = command.preparedStatement();
            result.handle(end);
        });
        connection.flush();
        return page.future();
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}
