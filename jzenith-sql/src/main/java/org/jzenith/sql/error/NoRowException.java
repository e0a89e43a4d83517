package org.jzenith.sql.error;

/** The statement returned no row where one was expected. */
public final class NoRowException extends SqlException {

    private static final long serialVersionUID = 1L;

    public NoRowException(final Details details) {
        super(details);
    }
}
