package org.jzenith.security.authentication;

/** A request has credentials, and they are wrong. The client gets a 401 without the reason, which is in the log. It has no stack trace. */
public final class WrongCredentialsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param reason the reason, for the log and for observers; without the credentials
     */
    public WrongCredentialsException(final String reason) {
        super(reason, null, false, false);
    }

    /**
     * Returns the reason.
     *
     * @return the reason; it is never shown to the client
     */
    public String reason() {
        final String message = getMessage();
        return message == null ? "" : message;
    }
}
