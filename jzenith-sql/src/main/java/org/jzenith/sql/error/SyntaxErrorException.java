package org.jzenith.sql.error;

/**
 * The server does not understand the statement: wrong grammar, an unknown table, column, function or type (SQLSTATE
 * class 42).
 */
public final class SyntaxErrorException extends SqlException {

    private static final long serialVersionUID = 1L;

    public SyntaxErrorException(final ErrorDetails details) {
        super(details);
    }
}
