package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** The transaction collided with another one (SQLSTATE 40001). Run the whole transaction again. */
public final class SerializationFailureException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    SerializationFailureException(final ErrorDetails details) {
        super(details);
    }
}
