package org.jzenith.sql.connection;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.CommandConnection;

/** A call of the library on a connection, whose caller gets a future. */
final class LibraryCall<R> extends Command implements Handler<AsyncResult<R>> {

    private static final @Nullable Object[] NO_VALUES = {};

    private final Promise<R> promise;
    private final Function<CommandConnection, Future<R>> work;
    private @Nullable R value;

    LibraryCall(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Promise<R> promise,
            final Function<CommandConnection, Future<R>> work) {
        super(sql, NO_VALUES);
        observeAs(observed);
        this.promise = promise;
        this.work = work;
    }

    @Override
    void send(final DatabaseConnection target) {
        work.apply(target.commandConnection()).onComplete(this);
    }

    @Override
    public void handle(final AsyncResult<R> end) {
        value = end.result();
        end(end.cause());
    }

    @Override
    void onEnd(final @Nullable RuntimeException error) {
        if (error == null) {
            promise.complete(value);
        } else {
            promise.fail(error);
        }
    }
}
