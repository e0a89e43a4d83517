package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * A statement took longer than {@code query-timeout} or the server's {@code statement_timeout} (SQLSTATE
 * 57014). Whether it had an effect is not known, unless it ran in a transaction, which is rolled back.
 */
public final class QueryTimeoutException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public QueryTimeoutException(final Details details) {
        super(details);
    }
}
