package org.jzenith.sql.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: writes the values that a transaction has collected, right before its commit. Some servers, such as PostgreSQL, refuse the
 * commit by themselves after a failed statement. For these servers, jZenith sends the statements together with the commit, so that they
 * cost no round trip.
 *
 * <p>Values are collected by {@link org.jzenith.sql.SqlTransaction#writeAtCommit}. Those of a nested transaction that is rolled back are
 * not written. Many values are written earlier, in parts, so that they do not fill the memory.
 *
 * <p>All transactions share one writer, and many threads call it, so it must keep no state of a transaction.
 *
 * @param <T> the type of the values
 */
public interface CommitWriter<T> {

    /**
     * Returns the statements that write values.
     *
     * @param values the values in the order in which they were added; at least one
     * @return statements, which run in order; if one fails, the transaction fails
     */
    List<CommitStatement> statements(List<T> values);

    /**
     * Returns the size of a value.
     *
     * @param value a value
     * @return about the number of bytes that it takes in the statement
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
