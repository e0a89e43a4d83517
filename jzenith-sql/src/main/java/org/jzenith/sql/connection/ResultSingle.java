package org.jzenith.sql.connection;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** A statement that always has a result. */
final class ResultSingle<R> extends Single<R> {

    private final StatementRunner runner;
    private final String sql;
    private final Tuple values;
    private final RowMapping<R> mapping;

    ResultSingle(final StatementRunner runner, final String sql, final Tuple values, final RowMapping<R> mapping) {
        this.runner = runner;
        this.sql = sql;
        this.values = values;
        this.mapping = mapping;
    }

    @Override
    protected void subscribeActual(final SingleObserver<? super R> downstream) {
        final SingleSubscription<R> subscription = new SingleSubscription<>(this, downstream);
        downstream.onSubscribe(subscription);
        subscription.submitTo(runner);
    }

    private static final class SingleSubscription<R> extends StatementSubscription<R> {

        private final SingleObserver<? super R> downstream;

        SingleSubscription(final ResultSingle<R> source, final SingleObserver<? super R> downstream) {
            super(source.sql, source.values, source.mapping);
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
