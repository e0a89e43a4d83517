package org.jzenith.sql.connection;

import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.sqlclient.PropertyKind;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.QueryResultHandler;
import io.vertx.sqlclient.impl.RowDesc;
import io.vertx.sqlclient.impl.command.CommandScheduler;
import io.vertx.sqlclient.impl.command.ExtendedQueryCommand;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.error.StaleStatementException;

/**
 * One execution of a prepared statement. It is the driver's result handler itself, because the objects that the driver makes
 * for a future of a {@code RowSet} cost as much as the rest of the statement.
 */
abstract class StatementCommand extends ConnectionCommand
        implements QueryResultHandler<StatementResult>, Handler<AsyncResult<Boolean>> {

    private final Tuple values;
    private @Nullable StatementResult result;
    private @Nullable Throwable failure;
    private @Nullable SqlConnection sentTo;
    private boolean repeated;

    StatementCommand(final String sql, final Tuple values) {
        super(sql);
        this.values = values;
    }

    @Override
    void send(final PipelinedConnection connection, final SqlConnection pgConnection) {
        schedule(connection, pgConnection);
    }

    private void schedule(final PipelinedConnection connection, final SqlConnection pgConnection) {
        ((CommandScheduler) pgConnection)
                .schedule(connection.context(), command(pgConnection))
                .onComplete(this);
    }

    final ExtendedQueryCommand<StatementResult> command(final SqlConnection pgConnection) {
        sentTo = pgConnection;
        final boolean alone = pgConnection.transaction() == null;
        return ExtendedQueryCommand.createQuery(sql(), null, null, values, alone, StatementResult.COLLECTOR, this);
    }

    @Override
    public final void handleResult(
            final int count,
            final int size,
            final RowDesc columns,
            final @Nullable StatementResult rows,
            final @Nullable Throwable error) {
        result = rows == null ? null : rows.counted(count);
        failure = error;
    }

    @Override
    public final <V> void addProperty(final PropertyKind<V> property, final V value) {}

    @Override
    public final void handle(final AsyncResult<Boolean> end) {
        final Throwable error = end.succeeded() ? failure : end.cause();
        if (error == null || !isStale(error) || !repeat()) {
            end(error);
        }
    }

    private boolean isStale(final Throwable error) {
        final PipelinedConnection connection = connection();
        return connection != null && connection.translate(error, sql()) instanceof StaleStatementException;
    }

    /** Prepares the statement anew and runs it again. Not inside a transaction, because the server has aborted it. */
    private boolean repeat() {
        final PipelinedConnection connection = connection();
        final SqlConnection pgConnection = sentTo;
        if (repeated
                || isDone()
                || !isWanted()
                || connection == null
                || pgConnection == null
                || pgConnection.transaction() != null) {
            return false;
        }
        repeated = true;
        failure = null;
        result = null;
        connection.discardPrepared(sql());
        schedule(connection, pgConnection);
        return true;
    }

    /** The result of a statement that has ended without an error. */
    final StatementResult result() {
        if (result == null) {
            throw new IllegalStateException("The driver gave no answer and no error for: " + sql());
        }
        return result;
    }
}
