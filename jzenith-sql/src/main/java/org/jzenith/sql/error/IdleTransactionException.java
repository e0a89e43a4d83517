package org.jzenith.sql.error;

/**
 * Thrown when a transaction ran no statement for {@code transaction-idle-timeout}, for example because its work waits for another service.
 * It was rolled back, because it held a connection and locks. The message names the request or job and the last statement. It is not {@code
 * TemporarilyUnavailable}, because the work has to change.
 */
public final class IdleTransactionException extends SqlException {

    private static final long serialVersionUID = 1L;

    public IdleTransactionException(final Details details) {
        super(details);
    }
}
