package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the server has aborted the transaction; run all of it again. It collided with another one (SQLSTATE
 * 40001), the two waited for each other and this one was ended (40P01), or a table was altered so that a statement no
 * longer fits (0A000, 26000).
 */
public class SerializationFailureException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public SerializationFailureException(final Details details) {
        super(details);
    }
}
