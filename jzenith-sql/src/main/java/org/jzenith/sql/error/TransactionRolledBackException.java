package org.jzenith.sql.error;

/** The transaction could not be committed, because one of its statements had failed; the server rolled it back. */
public final class TransactionRolledBackException extends SqlException {

    private static final long serialVersionUID = 1L;

    public TransactionRolledBackException(final ErrorDetails details) {
        super(details);
    }
}
