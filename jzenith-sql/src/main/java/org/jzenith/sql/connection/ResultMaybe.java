package org.jzenith.sql.connection;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** A statement that may have no result. */
final class ResultMaybe<R> extends Maybe<R> {

    private final StatementRunner runner;
    private final String sql;
    private final Tuple values;
    private final RowMapping<R> mapping;

    ResultMaybe(final StatementRunner runner, final String sql, final Tuple values, final RowMapping<R> mapping) {
        this.runner = runner;
        this.sql = sql;
        this.values = values;
        this.mapping = mapping;
    }

    @Override
    protected void subscribeActual(final MaybeObserver<? super R> downstream) {
        final MaybeSubscription<R> subscription = new MaybeSubscription<>(this, downstream);
        downstream.onSubscribe(subscription);
        subscription.submitTo(runner);
    }

    private static final class MaybeSubscription<R> extends StatementSubscription<R> {

        private final MaybeObserver<? super R> downstream;

        MaybeSubscription(final ResultMaybe<R> source, final MaybeObserver<? super R> downstream) {
            super(source.sql, source.values, source.mapping);
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
