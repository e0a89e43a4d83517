package org.jzenith.sql.sqlclient;

/** The reason for which a value cannot be sent. It never contains the value. */
public final class InvalidParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;
    private final String reason;

    InvalidParameterException(final int position, final String reason) {
        super(reason, null, false, false);
        this.position = position;
        this.reason = reason;
    }

    /** The reason as the end of a sentence about the parameter. */
    public String reason() {
        return reason;
    }

    /** The position of the parameter, from 0. */
    public int position() {
        return position;
    }
}
