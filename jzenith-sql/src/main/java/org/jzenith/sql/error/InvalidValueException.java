package org.jzenith.sql.error;

/**
 * Thrown when a value has the wrong type, form, length or range for its place in the statement (SQLSTATE class 22, or
 * refused before it was sent).
 */
public class InvalidValueException extends SqlException {

    private static final long serialVersionUID = 1L;

    public InvalidValueException(final Details details) {
        super(details);
    }
}
