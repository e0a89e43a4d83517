package org.jzenith.postgresql.error;

/** The transaction could not be committed, because one of its statements had failed; the server rolled it back. */
public final class TransactionRolledBackException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    TransactionRolledBackException(final ErrorDetails details) {
        super(details);
    }
}
