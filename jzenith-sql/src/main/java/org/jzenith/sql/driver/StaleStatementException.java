package org.jzenith.sql.driver;

import org.jzenith.sql.error.SerializationFailureException;

/**
 * A statement that was prepared earlier on this connection does not fit any more: the result has other columns since an
 * {@code ALTER TABLE}, or the server has forgotten the statement. It had no effect. Outside a
 * transaction it is prepared again and repeated once, and callers never see this error. In a transaction, they see a {@link
 * SerializationFailureException}.
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
