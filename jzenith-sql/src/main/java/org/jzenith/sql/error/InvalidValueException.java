package org.jzenith.sql.error;

/**
 * Thrown when a value has the wrong type, form, length or range for its place in the statement. Either the server refused it (SQLSTATE
 * class 22), or jZenith refused it before sending the statement.
 */
public class InvalidValueException extends SqlException {

    private static final long serialVersionUID = 1L;

    public InvalidValueException(final Details details) {
        super(details);
    }
}
