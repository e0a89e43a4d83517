package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * A statement that was prepared earlier on this connection does not fit any more: the result has other columns since an
 * {@code ALTER TABLE} (SQLSTATE 0A000), or the server has forgotten the statement (26000). It had no effect. Outside a
 * transaction it is prepared again and repeated once, and this error is never seen. Inside of one, the server has given up
 * the transaction; run it again.
 */
public final class StaleStatementException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public StaleStatementException(final Details details) {
        super(details);
    }

    /**
     * Whether tables were altered, so that other connections have stale statements too.
     *
     * @return false if the server has only forgotten the statement
     */
    public boolean isAfterChange() {
        return "0A000".equals(sqlState());
    }
}
