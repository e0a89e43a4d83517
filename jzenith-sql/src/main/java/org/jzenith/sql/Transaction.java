package org.jzenith.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.statement.StatementRunner;

/**
 * An open transaction. Its queries run on one connection, in the order in which they are subscribed to; use it only
 * inside the callback that received it.
 *
 * <pre>{@code
 * client.withTransactionCompletable(tx -> tx.query("UPDATE accounts SET amount = amount - $2 WHERE id = $1", from, amount)
 *         .execute()
 *         .andThen(tx.query("UPDATE accounts SET amount = amount + $2 WHERE id = $1", to, amount).execute()));
 * }</pre>
 */
@CheckReturnValue
public final class Transaction implements Queries {

    private final StatementRunner statements;
    private final JooqRendering jooq;

    Transaction(final StatementRunner statements, final JooqRendering jooq) {
        this.statements = statements;
        this.jooq = jooq;
    }

    @Override
    public Query<Row> query(final String sql, final @Nullable Object... values) {
        return Query.of(statements, sql, values);
    }

    @Override
    public Query<Row> query(final org.jooq.Query query) {
        return jooq.render(statements, query);
    }

    /**
     * Binds a query made elsewhere to this transaction.
     *
     * @param query made by the client, typically once and kept
     * @param <T> the type of a mapped row
     * @return the same statement, values and mapping, bound to this transaction
     */
    public <T> Query<T> with(final Query<T> query) {
        return query.on(statements);
    }
}
