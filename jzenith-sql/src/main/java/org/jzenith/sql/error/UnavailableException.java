package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the database cannot be reached, is shutting down, has no connection left, or the connection broke while
 * the statement ran; then the statement may or may not have had an effect.
 */
public final class UnavailableException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public UnavailableException(final Details details) {
        super(details);
    }
}
