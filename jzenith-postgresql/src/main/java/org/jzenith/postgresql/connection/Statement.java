package org.jzenith.postgresql.connection;

import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PropertyKind;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.QueryResultHandler;
import io.vertx.sqlclient.impl.RowDesc;
import io.vertx.sqlclient.impl.command.CommandScheduler;
import io.vertx.sqlclient.impl.command.ExtendedQueryCommand;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.SqlErrors;

/**
 * One run of a prepared statement. It gives itself to the driver as the receiver of its answer, because the objects
 * that the driver makes to turn an answer into a future of a set of rows cost as much as the rest of the way.
 */
abstract class Statement extends Running implements QueryResultHandler<Answer>, Handler<AsyncResult<Boolean>> {

    private final Tuple values;
    private @Nullable Answer answer;
    private @Nullable Throwable failure;
    private @Nullable PgConnection connection;
    private boolean repeated;

    Statement(final String sql, final Tuple values) {
        super(sql);
        this.values = values;
    }

    @Override
    void send(final Line on, final PgConnection lent) {
        schedule(on, lent);
    }

    private void schedule(final Line on, final PgConnection lent) {
        ((CommandScheduler) lent).schedule(on.context(), command(lent)).onComplete(this);
    }

    final ExtendedQueryCommand<Answer> command(final PgConnection lent) {
        connection = lent;
        final boolean alone = lent.transaction() == null;
        return ExtendedQueryCommand.createQuery(sql(), null, null, values, alone, Answer.COLLECTOR, this);
    }

    @Override
    public final void handleResult(
            final int count,
            final int size,
            final RowDesc columns,
            final @Nullable Answer rows,
            final @Nullable Throwable error) {
        answer = rows == null ? null : rows.counted(count);
        failure = error;
    }

    @Override
    public final <V> void addProperty(final PropertyKind<V> property, final V value) {}

    @Override
    public final void handle(final AsyncResult<Boolean> end) {
        final Throwable error = end.succeeded() ? failure : end.cause();
        if (error == null || !SqlErrors.isStale(error) || !repeat()) {
            end(error);
        }
    }

    /** Once more, prepared anew; not inside a transaction, which the server has given up. */
    private boolean repeat() {
        final Line on = line();
        final PgConnection lent = connection;
        if (repeated || isDone() || !isWanted() || on == null || lent == null || lent.transaction() != null) {
            return false;
        }
        repeated = true;
        failure = null;
        answer = null;
        on.forget(sql());
        schedule(on, lent);
        return true;
    }

    /** There is one if the statement has ended without an error. */
    final Answer answer() {
        if (answer == null) {
            throw new IllegalStateException("The driver gave no answer and no error for: " + sql());
        }
        return answer;
    }
}
