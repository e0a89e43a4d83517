package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.internal.statement.StatementRunner;
import org.reactivestreams.Publisher;

/**
 * An open transaction. Its queries run on one connection, in the order in which they are subscribed to. Use it only inside the callback
 * that received it.
 *
 * <pre>{@code
 * database.withTransactionCompletable(tx -> tx.query("UPDATE accounts SET amount = amount - $2 WHERE id = $1", from, amount)
 *         .execute()
 *         .andThen(tx.query("UPDATE accounts SET amount = amount + $2 WHERE id = $1", to, amount).execute()));
 * }</pre>
 *
 * <p>{@link #nested} runs a part that can fail without the rest: its changes are undone, and this transaction goes on.
 */
@CheckReturnValue
public final class SqlTransaction implements Queries {

    /**
     * The time after which the server ends an idle session. It is shorter than a lease, so that other instances can take the lease of one
     * that hangs.
     */
    private static final Duration IDLE_AT_SERVER = Duration.ofSeconds(3);

    private static final Duration IDLE_HERE = Duration.ofSeconds(2);

    private final StatementRunner statements;

    SqlTransaction(final StatementRunner statements) {
        this.statements = statements;
    }

    @Override
    public SqlQuery<Row> query(final String sql, final @Nullable Object... values) {
        return SqlQuery.of(statements, sql, values);
    }

    @Override
    public Single<Long> insertAll(final String table, final Flowable<? extends Record> rows) {
        return BulkInsert.of(statements, table, rows);
    }

    @Override
    public Maybe<Long> update(
            final String table, final Map<String, ?> key, final ExpectedVersion seen, final Object values) {
        return new VersionedUpdate(statements, table, key, values).update(seen);
    }

    /**
     * Binds a query that was created elsewhere to this transaction.
     *
     * @param query a query of {@link Database} or {@link org.jzenith.sql.jooq.Jooq}, typically created once and kept
     * @param <T> the type of a mapped row
     * @return the same statement, values and mapping, bound to this transaction
     */
    public <T> SqlQuery<T> with(final SqlQuery<T> query) {
        return query.on(statements);
    }

    /**
     * Runs work with one result in a transaction that is nested in this one, at any depth:
     *
     * <pre>{@code
     * tx.nestedCompletable(inner -> insert(inner, user)).onErrorComplete(UniqueViolationException.class::isInstance)
     * }</pre>
     *
     * <p>If the result completes, the changes of the nested transaction become a part of this transaction. If the result fails, the
     * callback throws, or the caller disposes before the end was sent, these changes are undone, and this transaction can go on. While a
     * nested transaction is open, only its own {@code SqlTransaction} runs statements. Statements of this transaction, and a second nested
     * transaction, fail with an {@link IllegalStateException}.
     *
     * <p>A stream that this transaction reads goes on. Handle one row at a time, as {@code concatMap} does. Otherwise a page can be read
     * between a failed statement of the nested transaction and its undoing. Some databases refuse that, and the whole transaction is rolled
     * back.
     *
     * @param work creates the result with queries of the nested transaction
     * @param <T> the result's type
     * @return the result, after the end of the nested transaction
     */
    public <T> Single<T> nested(final Function<SqlTransaction, Single<T>> work) {
        return run(inner -> work.apply(inner).toFlowable()).singleOrError();
    }

    /**
     * Runs work with at most one result in a nested transaction; see {@link #nested}. An empty result keeps the changes, too.
     *
     * @param work creates the result with queries of the nested transaction
     * @param <T> the result's type
     * @return the result or nothing, after the end of the nested transaction
     */
    public <T> Maybe<T> nestedMaybe(final Function<SqlTransaction, Maybe<T>> work) {
        return run(inner -> work.apply(inner).toFlowable()).singleElement();
    }

    /**
     * Runs work without a result in a nested transaction; see {@link #nested}.
     *
     * @param work does the work with queries of the nested transaction
     * @return completes after the end of the nested transaction
     */
    public Completable nestedCompletable(final Function<SqlTransaction, Completable> work) {
        return run(inner -> work.apply(inner).toFlowable()).ignoreElements();
    }

    /**
     * Runs work with many results in a nested transaction; see {@link #nested}. The results pass through as they come.
     *
     * @param work creates the results with queries of the nested transaction
     * @param <T> the results' type
     * @return the results; completes after the end of the nested transaction
     */
    public <T> Flowable<T> nestedFlowable(final Function<SqlTransaction, Flowable<T>> work) {
        return run(work);
    }

    /**
     * Requires that this instance still has a lease. Otherwise the transaction fails and changes nothing. If this call succeeds, no other
     * instance can take the lease until the transaction ends. Make this call the first one in the transaction:
     *
     * <pre>{@code
     * Completable write(Term term) {
     *     return database.withTransactionCompletable(tx -> tx.requireTerm(term).andThen(tx.query("UPDATE ..").execute()));
     * }
     * }</pre>
     *
     * <p>From then on, the transaction fails with an {@link org.jzenith.sql.error.IdleTransactionException} if it runs no statement for 2
     * s. MariaDB and PostgreSQL also end its session after 3 s, so that a process that hangs does not keep the lease; MySQL does not.
     *
     * @param term the term that the work got
     * @return completes if the term has not ended; otherwise this call and every later one in the transaction fail with a {@link
     *     TermEndedException}
     * @throws UnsupportedOperationException if the database has no leases
     */
    public Completable requireTerm(final Term term) {
        final String sql = statements.driver().termQuery();
        if (sql == null) {
            throw new UnsupportedOperationException("This database has no leases, so it cannot check a term.");
        }
        return Completable.mergeArray(
                statements.limitIdle(IDLE_HERE, IDLE_AT_SERVER),
                query(sql, term.group(), term.slot(), term.number())
                        .maybe()
                        .isEmpty()
                        .flatMapCompletable(ended -> ended ? Completable.error(failed(term)) : Completable.complete()));
    }

    private TermEndedException failed(final Term term) {
        final TermEndedException ended = new TermEndedException(term);
        statements.fail(ended);
        return ended;
    }

    private <T> Flowable<T> run(final Function<SqlTransaction, ? extends Publisher<T>> work) {
        // The rows that this transaction has collected come before those of the nested one.
        return writeNow()
                .andThen(Flowable.defer(() -> statements.nested(inner -> work.apply(new SqlTransaction(inner)))));
    }

    /**
     * For plugins: writes a value right before the commit of this transaction. If the value cannot be written, the transaction fails. If
     * the value was added in a nested transaction that is rolled back, it is not written.
     *
     * @param writer writes the values, and is the same object for all of them
     * @param value the value
     * @param <T> the type of the values
     * @return completes immediately or, if many values are waiting, after it has written them. It fails with an {@link
     *     IllegalStateException} if the transaction has ended
     */
    public <T> Completable writeAtCommit(final CommitWriter<T> writer, final T value) {
        return Completable.defer(() -> statements.writeAtCommit(writer, value) ? writeNow() : Completable.complete());
    }

    private Completable writeNow() {
        return Completable.defer(() -> Flowable.fromIterable(statements.takeRows())
                .concatMapCompletable(each -> query(each.sql(), each.values()).execute()));
    }

    /**
     * Runs an action when the transaction has been committed, before the caller gets the result. It also runs if the caller disposes after
     * the commit was sent. It does not run if the transaction is rolled back or the outcome of the commit is unknown. The action of a
     * nested transaction runs after the commit of the outermost one, unless the nested transaction or one around it is rolled back.
     *
     * @param action runs on the event loop, so it must not block. Its exception is logged and not passed on, because the transaction is
     *     committed
     * @throws IllegalStateException if the transaction has ended
     */
    public void afterCommit(final Runnable action) {
        statements.afterCommit(action);
    }
}
