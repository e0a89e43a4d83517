package org.jzenith.sql.error;

/** The user of this connection may not do this (SQLSTATE 42501), or may not connect (SQLSTATE class 28). */
public final class PermissionDeniedException extends SqlException {

    private static final long serialVersionUID = 1L;

    public PermissionDeniedException(final ErrorDetails details) {
        super(details);
    }
}
