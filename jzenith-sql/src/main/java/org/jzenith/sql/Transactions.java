package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.function.Function;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.internal.statement.DatabaseConnections;
import org.reactivestreams.Publisher;

/**
 * Runs transactions with certain settings. {@link Database#transactions()} has the defaults; change and reuse them:
 *
 * <pre>{@code
 * database.transactions().isolation(Isolation.SERIALIZABLE).withTransaction(tx -> ...);
 * }</pre>
 *
 * <p>Each subscription to the returned type starts a transaction on a pooled connection. The transaction is committed when the callback's
 * result completes, before the caller sees the completion. It is rolled back when the result fails, when the callback throws, or when the
 * caller disposes before the commit was sent. Then the connection returns to the pool.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class Transactions {

    private final DatabaseConnections connections;
    private final SqlDriver.TransactionSettings settings;
    private final int retries;

    Transactions(
            final DatabaseConnections connections, final SqlDriver.TransactionSettings settings, final int retries) {
        this.connections = connections;
        this.settings = settings;
        this.retries = retries;
    }

    private Transactions with(final SqlDriver.TransactionSettings changed) {
        return new Transactions(connections, changed, retries);
    }

    /**
     * Returns transactions with another isolation level.
     *
     * @param level the level
     * @return a new value
     */
    public Transactions isolation(final Isolation level) {
        return with(settings.withIsolation(level.words()));
    }

    /**
     * Returns read-only transactions; the server refuses changes.
     *
     * @return a new value
     */
    public Transactions readOnly() {
        return with(settings.withReadOnly());
    }

    /**
     * Returns read-only {@link Isolation#SERIALIZABLE} transactions for long reports: the first statement waits until the server has a
     * snapshot with which the transaction neither fails nor makes others fail.
     *
     * @return a new value
     * @throws UnsupportedOperationException if the database has no such transactions
     */
    public Transactions deferrable() {
        if (!connections.canDefer()) {
            throw new UnsupportedOperationException(
                    "This database has no deferrable transactions. Use isolation(Isolation.SERIALIZABLE).readOnly() with retry(..).");
        }
        return with(isolation(Isolation.SERIALIZABLE).readOnly().settings.withDeferrable());
    }

    /**
     * Returns transactions with another time limit for each statement, which both jZenith and the server apply.
     *
     * @param limit a positive duration, instead of {@code query-timeout}
     * @return a new value
     */
    public Transactions timeout(final Duration limit) {
        if (limit.toMillis() < 1) {
            throw new IllegalArgumentException("The time limit is " + limit + ". Set it to a millisecond or more.");
        }
        return with(settings.withStatementTimeout(limit));
    }

    /**
     * Returns transactions that run again as a whole after a {@link SerializationFailureException}, which includes a deadlock. The callback
     * must have no effects outside the database, or effects that may happen several times. Before each further attempt there is a random
     * pause. It is at most 10 ms before the second attempt, and the maximum doubles with each further attempt, up to 1 s. No attempt starts
     * after the request's deadline. The connection is released before the pause. A {@code Flowable} that has emitted an element is not run
     * again.
     *
     * @param times the number of further attempts, at least 0. An attempt costs little, so allow 10 or more if many callers change the same
     *     row
     * @return a new value
     */
    public Transactions retry(final int times) {
        if (times < 0) {
            throw new IllegalArgumentException("The number of further attempts is " + times + ". Set it to 0 or more.");
        }
        return new Transactions(connections, settings, times);
    }

    /**
     * Runs work with one result in a transaction.
     *
     * @param work creates the result with queries of the transaction
     * @param <T> the result's type
     * @return the result, after the commit
     */
    public <T> Single<T> withTransaction(final Function<SqlTransaction, Single<T>> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).singleOrError();
    }

    /**
     * Runs work with at most one result in a transaction. An empty result commits too.
     *
     * @param work creates the result with queries of the transaction
     * @param <T> the result's type
     * @return the result or nothing, after the commit
     */
    public <T> Maybe<T> withTransactionMaybe(final Function<SqlTransaction, Maybe<T>> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).singleElement();
    }

    /**
     * Runs work without a result in a transaction.
     *
     * @param work does the work with queries of the transaction
     * @return completes after the commit
     */
    public Completable withTransactionCompletable(final Function<SqlTransaction, Completable> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).ignoreElements();
    }

    /**
     * Runs work with many results in a transaction. The results pass through as they come; the completion comes after the commit. The
     * transaction is rolled back if the caller disposes before the commit, or if the caller requests no results for {@code stream-timeout}.
     * In the latter case the caller gets a {@link QueryTimeoutException}.
     *
     * @param work creates the results with queries of the transaction
     * @param <T> the results' type
     * @return the results
     */
    public <T> Flowable<T> withTransactionFlowable(final Function<SqlTransaction, Flowable<T>> work) {
        return run(true, work);
    }

    private <T> Flowable<T> run(final boolean streaming, final Function<SqlTransaction, ? extends Publisher<T>> work) {
        return connections.retrying(
                retries,
                streaming,
                connections.transaction(settings, streaming, statements -> work.apply(new SqlTransaction(statements))));
    }
}
