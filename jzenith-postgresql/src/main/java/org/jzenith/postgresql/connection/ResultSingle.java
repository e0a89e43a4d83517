package org.jzenith.postgresql.connection;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** A statement whose answer always has a result. */
final class ResultSingle<R> extends Single<R> {

    private final Channel channel;
    private final String sql;
    private final Tuple values;
    private final Form<R> form;

    ResultSingle(final Channel channel, final String sql, final Tuple values, final Form<R> form) {
        this.channel = channel;
        this.sql = sql;
        this.values = values;
        this.form = form;
    }

    @Override
    protected void subscribeActual(final SingleObserver<? super R> downstream) {
        final Listener<R> listener = new Listener<>(this, downstream);
        downstream.onSubscribe(listener);
        listener.startOn(channel);
    }

    private static final class Listener<R> extends Execution<R> {

        private final SingleObserver<? super R> downstream;

        Listener(final ResultSingle<R> source, final SingleObserver<? super R> downstream) {
            super(source.sql, source.values, source.form);
            this.downstream = downstream;
        }

        @Override
        void succeed(final @Nullable R result) {
            if (result == null) {
                downstream.onError(new NullPointerException(
                        "The mapping made null of a row of: " + sql() + ". Map it to an Optional instead."));
            } else {
                downstream.onSuccess(result);
            }
        }

        @Override
        void fail(final Throwable reason) {
            downstream.onError(reason);
        }
    }
}
