package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the server has aborted the transaction; run all of it again. Either it conflicts with another transaction (SQLSTATE 40001),
 * or it was in a deadlock (40P01), or a table was altered after a statement was prepared (0A000, 26000).
 */
public class SerializationFailureException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public SerializationFailureException(final Details details) {
        super(details);
    }
}
