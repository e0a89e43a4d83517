package org.jzenith.sql.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: writes the values that a transaction has collected, right before its commit. Where the server fails a transaction by itself
 * after a failed statement, as PostgreSQL does, the statements and the commit are sent without a wait between them, so that they cost no round
 * trip.
 *
 * <p>Values are collected by {@link org.jzenith.sql.SqlTransaction#writeAtCommit}. Those of a nested transaction that is rolled back are not
 * written. Many values are written earlier, in parts, so that they do not fill the memory.
 *
 * <p>All transactions share one writer, so it has no state of a transaction. It is called by many threads.
 *
 * @param <T> the type of the values
 */
public interface CommitWriter<T> {

    /**
     * Returns the statements that write values.
     *
     * @param values the values in the order in which they were added; at least one
     * @return statements, which run in order; an error of one fails the transaction
     */
    List<CommitStatement> statements(List<T> values);

    /**
     * Returns the size of a value.
     *
     * @param value a value
     * @return about its bytes in the statement
     */
    long bytes(T value);

    /**
     * A statement without results.
     *
     * @param sql the statement, with numbered parameters
     * @param values the values of the parameters
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record CommitStatement(String sql, @Nullable Object... values) {}
}
