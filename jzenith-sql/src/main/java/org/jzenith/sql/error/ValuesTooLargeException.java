package org.jzenith.sql.error;

/**
 * Thrown when the values of one statement are together larger than the limit of the database, such as {@code postgresql.max-values-size}.
 * Nothing was sent.
 */
public final class ValuesTooLargeException extends InvalidValueException {

    private static final long serialVersionUID = 1L;

    public ValuesTooLargeException(final Details details) {
        super(details);
    }
}
