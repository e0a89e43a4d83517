package org.jzenith.sql.error;

/** Thrown when a statement returns no row where one is expected. */
public final class NoRowException extends SqlException {

    private static final long serialVersionUID = 1L;

    public NoRowException(final Details details) {
        super(details);
    }
}
