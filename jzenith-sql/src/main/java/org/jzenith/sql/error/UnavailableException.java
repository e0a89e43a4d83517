package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The database cannot be reached, is going down, has no connection left, or the connection broke while the statement
 * ran; in that last case it is not known whether the statement had an effect.
 */
public final class UnavailableException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public UnavailableException(final Details details) {
        super(details);
    }
}
