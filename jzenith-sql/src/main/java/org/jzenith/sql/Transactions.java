package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.statement.DatabaseConnections;
import org.reactivestreams.Publisher;

/**
 * Runs transactions with certain settings. {@link SqlClient#transactions()} has the defaults; change and reuse them:
 *
 * <pre>{@code
 * client.transactions().isolation(Isolation.SERIALIZABLE).withTransaction(tx -> ...);
 * }</pre>
 *
 * <p>A transaction begins when the returned type is subscribed to, anew for each subscription, on a pooled connection.
 * It is committed when the result of the callback completes, before the caller sees that; rolled back when it fails, when
 * the callback throws, or when the caller disposes before the commit was sent. Then the connection goes back.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class Transactions {

    private final DatabaseConnections connections;
    private final JooqRendering jooq;
    private final SqlDriver.TransactionSettings settings;

    Transactions(
            final DatabaseConnections connections,
            final JooqRendering jooq,
            final SqlDriver.TransactionSettings settings) {
        this.connections = connections;
        this.jooq = jooq;
        this.settings = settings;
    }

    private Transactions with(
            final @Nullable String isolation, final boolean readOnly, final @Nullable Duration timeout) {
        return new Transactions(
                connections, jooq, new SqlDriver.TransactionSettings(isolation, readOnly, timeout, null, null));
    }

    /**
     * Returns transactions with another isolation level.
     *
     * @param level the level
     * @return a new value
     */
    public Transactions isolation(final Isolation level) {
        return with(level.words(), settings.readOnly(), settings.statementTimeout());
    }

    /**
     * Returns read-only transactions; the server refuses changes.
     *
     * @return a new value
     */
    public Transactions readOnly() {
        return with(settings.isolation(), true, settings.statementTimeout());
    }

    /**
     * Returns transactions with another time limit for each statement, on both sides of the connection.
     *
     * @param limit a positive duration, instead of {@code query-timeout}
     * @return a new value
     */
    public Transactions timeout(final Duration limit) {
        if (limit.toMillis() < 1) {
            throw new IllegalArgumentException("The time limit is " + limit + ". Set it to a millisecond or more.");
        }
        return with(settings.isolation(), settings.readOnly(), limit);
    }

    /**
     * Runs work with one result in a transaction.
     *
     * @param work makes the result with queries of the transaction
     * @param <T> the result's type
     * @return the result, after the commit
     */
    public <T> Single<T> withTransaction(final Function<Transaction, Single<T>> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).singleOrError();
    }

    /**
     * Runs work with at most one result in a transaction. An empty result commits too.
     *
     * @param work makes the result with queries of the transaction
     * @param <T> the result's type
     * @return the result or nothing, after the commit
     */
    public <T> Maybe<T> withTransactionMaybe(final Function<Transaction, Maybe<T>> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).singleElement();
    }

    /**
     * Runs work without a result in a transaction.
     *
     * @param work does its work with queries of the transaction
     * @return completes after the commit
     */
    public Completable withTransactionCompletable(final Function<Transaction, Completable> work) {
        return run(false, transaction -> work.apply(transaction).toFlowable()).ignoreElements();
    }

    /**
     * Runs work with many results in a transaction. The results pass through as they come; the completion comes after the
     * commit. A caller that wants no more and disposes before that rolls the transaction back. So does one that asks for
     * no results for {@code stream-timeout}, who gets the error {@link QueryTimeoutException}.
     *
     * @param work makes the results with queries of the transaction
     * @param <T> the results' type
     * @return the results
     */
    public <T> Flowable<T> withTransactionFlowable(final Function<Transaction, Flowable<T>> work) {
        return run(true, work);
    }

    private <T> Flowable<T> run(final boolean streaming, final Function<Transaction, ? extends Publisher<T>> work) {
        return connections.transaction(
                settings, streaming, statements -> work.apply(new Transaction(statements, jooq)));
    }
}
