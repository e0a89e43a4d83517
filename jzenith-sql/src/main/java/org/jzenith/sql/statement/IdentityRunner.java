package org.jzenith.sql.statement;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.connection.Call;
import org.jzenith.sql.driver.SqlDriver.TransactionSettings;
import org.jzenith.sql.error.SqlException;
import org.reactivestreams.Publisher;

/**
 * Runs each statement of a request with an identity in a transaction of its own, at whose beginning the server is told the identity.
 * Statements without an identity run on the shared connections, where no identity is ever set. A stream is a transaction already.
 */
final class IdentityRunner extends PipelineRunner {

    private final PipelineRunner withoutIdentity;

    IdentityRunner(final DatabaseConnections connections) {
        super(connections);
        this.withoutIdentity = new PipelineRunner(connections);
    }

    private <T> Flowable<T> run(final String sql, final Function<StatementRunner, Publisher<T>> work) {
        return Flowable.defer(() -> {
            if (DatabaseConnections.identity() == null) {
                return work.apply(withoutIdentity);
            }
            // In a transaction other statements are refused than outside of one.
            final SqlException refusal = refusal(sql);
            return refusal == null
                    ? connections.transaction(TransactionSettings.DEFAULT, false, work)
                    : Flowable.error(refusal);
        });
    }

    @Override
    public <R> Single<R> single(final Call.Source<R> source) {
        return run(source.sql(), statements -> statements.single(source).toFlowable())
                .singleOrError();
    }

    @Override
    public <R> Maybe<R> maybe(final Call.Source<R> source) {
        return run(source.sql(), statements -> statements.maybe(source).toFlowable())
                .singleElement();
    }

    @Override
    public Single<List<Integer>> batch(final String sql, final List<@Nullable Object[]> parameters) {
        return run(sql, statements -> statements.batch(sql, parameters).toFlowable())
                .singleOrError();
    }
}
