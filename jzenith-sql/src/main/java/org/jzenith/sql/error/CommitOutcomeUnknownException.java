package org.jzenith.sql.error;

/**
 * Thrown when the connection failed after {@code COMMIT} was sent and before the server answered: the transaction may be committed or
 * rolled back. Look for its changes before you run it again, or make it repeatable, for example with a key that the caller chose. It is not
 * {@code TemporarilyUnavailable}, because a client that repeats its request could repeat the changes.
 */
public final class CommitOutcomeUnknownException extends SqlException {

    private static final long serialVersionUID = 1L;

    public CommitOutcomeUnknownException(final Details details, final Throwable cause) {
        super(details, cause);
    }
}
