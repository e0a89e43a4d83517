package org.jzenith.postgresql.error;

/**
 * The server does not understand the statement: wrong grammar, an unknown table, column, function or type (SQLSTATE
 * class 42).
 */
public final class SyntaxErrorException extends PostgresqlException {

    private static final long serialVersionUID = 1L;

    SyntaxErrorException(final ErrorDetails details) {
        super(details);
    }
}
