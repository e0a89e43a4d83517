package org.jzenith.sql.error;

/** The statement returned more rows than the one that was expected. */
public final class MultipleRowsException extends SqlException {

    private static final long serialVersionUID = 1L;

    public MultipleRowsException(final ErrorDetails details) {
        super(details);
    }
}
