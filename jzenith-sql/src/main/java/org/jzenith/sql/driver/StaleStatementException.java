package org.jzenith.sql.driver;

import org.jzenith.sql.error.SerializationFailureException;

/**
 * Thrown when a statement that was prepared earlier on this connection is no longer valid: an {@code ALTER TABLE} has changed the columns
 * of its result, or the server has forgotten the statement. The statement had no effect. Outside a transaction, jZenith prepares it again
 * and repeats it once, so callers never see this error. In a transaction, callers get a {@link SerializationFailureException}.
 */
public final class StaleStatementException extends SerializationFailureException {

    private static final long serialVersionUID = 1L;

    private final boolean afterChange;

    public StaleStatementException(final Details details, final boolean afterChange) {
        super(details);
        this.afterChange = afterChange;
    }

    /**
     * Returns true if tables were altered, so that other connections have stale statements too.
     *
     * @return false if the server has only forgotten the statement
     */
    public boolean isAfterChange() {
        return afterChange;
    }
}
