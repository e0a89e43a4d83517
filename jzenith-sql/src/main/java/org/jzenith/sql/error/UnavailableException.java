package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the database cannot be reached, is shutting down or has no connection left, or when the connection broke while the statement
 * ran. In the last case, the statement may have had an effect.
 */
public final class UnavailableException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public UnavailableException(final Details details) {
        super(details);
    }
}
