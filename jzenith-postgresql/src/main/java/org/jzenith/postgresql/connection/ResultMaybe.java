package org.jzenith.postgresql.connection;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** A statement whose answer may have no result. */
final class ResultMaybe<R> extends Maybe<R> {

    private final Channel channel;
    private final String sql;
    private final Tuple values;
    private final Form<R> form;

    ResultMaybe(final Channel channel, final String sql, final Tuple values, final Form<R> form) {
        this.channel = channel;
        this.sql = sql;
        this.values = values;
        this.form = form;
    }

    @Override
    protected void subscribeActual(final MaybeObserver<? super R> downstream) {
        final Listener<R> listener = new Listener<>(this, downstream);
        downstream.onSubscribe(listener);
        listener.startOn(channel);
    }

    private static final class Listener<R> extends Execution<R> {

        private final MaybeObserver<? super R> downstream;

        Listener(final ResultMaybe<R> source, final MaybeObserver<? super R> downstream) {
            super(source.sql, source.values, source.form);
            this.downstream = downstream;
        }

        @Override
        void succeed(final @Nullable R result) {
            if (result == null) {
                downstream.onComplete();
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
