package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The transaction collided with another one (SQLSTATE 40001), or the two waited for each other and this one was ended
 * (40P01). Run the whole transaction again.
 */
public final class SerializationFailureException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public SerializationFailureException(final Details details) {
        super(details);
    }
}
