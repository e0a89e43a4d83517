package org.jzenith.sql.connection;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call of the driver on a connection, whose caller gets a future. */
final class ConnectionTask<R> extends ConnectionCommand implements Handler<AsyncResult<R>> {

    private final Promise<R> promise = Promise.promise();
    private final Function<SqlConnection, Future<R>> work;
    private @Nullable R result;

    ConnectionTask(final String sql, final Function<SqlConnection, Future<R>> work) {
        super(sql);
        this.work = work;
    }

    Future<R> future() {
        return promise.future();
    }

    @Override
    void send(final PipelinedConnection connection, final SqlConnection pgConnection) {
        work.apply(pgConnection).onComplete(this);
    }

    @Override
    public void handle(final AsyncResult<R> answer) {
        result = answer.result();
        end(answer.cause());
    }

    @Override
    void complete(final @Nullable RuntimeException error) {
        if (error == null) {
            promise.complete(result);
        } else {
            promise.fail(error);
        }
    }
}
