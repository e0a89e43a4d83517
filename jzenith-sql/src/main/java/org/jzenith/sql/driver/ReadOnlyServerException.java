package org.jzenith.sql.driver;

import org.jzenith.sql.error.SqlException;

/**
 * Thrown when the server refuses a change because it accepts no changes (SQLSTATE 25006). Unless the application has asked for a read-only
 * transaction or session, the server has become a standby. Then its connections are replaced, and callers get an {@link
 * org.jzenith.sql.error.UnavailableException}. If only the transaction accepts no changes, the error is a plain {@link SqlException}.
 */
public final class ReadOnlyServerException extends SqlException {

    /** The SQLSTATE of a change in a read-only transaction. */
    public static final String SQL_STATE = "25006";

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param details the server's error, which may have another SQLSTATE
     */
    public ReadOnlyServerException(final Details details) {
        super(new Details(details.reason(), SQL_STATE, details.errorCode(), details.constraint(), details.sql()));
    }
}
