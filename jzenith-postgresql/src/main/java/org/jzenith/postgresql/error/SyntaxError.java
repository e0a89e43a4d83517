package org.jzenith.postgresql.error;

/**
 * The server does not understand the statement: wrong grammar, an unknown table, column, function or type (SQLSTATE
 * class 42).
 */
public final class SyntaxError extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    SyntaxError(final Failure failure) {
        super(failure);
    }
}
