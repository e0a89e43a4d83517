package org.jzenith.sql.error;

/**
 * Thrown when a job or other work that is not a request runs a statement as nobody, and a table of the statement has policies that decide by
 * identity. The statement was not sent. Run the work by {@link org.jzenith.core.context.Identity#runAs}.
 */
public final class MissingIdentityException extends SqlException {

    private static final long serialVersionUID = 1L;

    public MissingIdentityException(final Details details) {
        super(details);
    }
}
