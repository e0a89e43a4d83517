package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when a statement took longer than {@code query-timeout} or the server's {@code statement_timeout} (SQLSTATE 57014). Also thrown
 * when the reader of a row stream, or of a transaction with many results, requested nothing for {@code stream-timeout}. A transaction is
 * rolled back. A statement outside a transaction may have had an effect.
 */
public final class QueryTimeoutException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public QueryTimeoutException(final Details details) {
        super(details);
    }
}
