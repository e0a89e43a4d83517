package org.jzenith.sql.error;

/**
 * Thrown when a job, or other work that is not a request, runs a statement without an identity on a table whose policies decide by
 * identity. The statement was not sent. Run the work with {@link org.jzenith.core.context.Identity#runAs}.
 */
public final class MissingIdentityException extends SqlException {

    private static final long serialVersionUID = 1L;

    public MissingIdentityException(final Details details) {
        super(details);
    }
}
