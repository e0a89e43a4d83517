package org.jzenith.sql.internal.sqlclient;

/** The reason for which a value cannot be sent. It never contains the value. */
public final class InvalidParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;
    private final String reason;
    private final boolean tooLarge;

    /** Creates it without a position, where only the caller knows it. */
    InvalidParameterException(final String reason) {
        this(reason, false);
    }

    InvalidParameterException(final String reason, final boolean tooLarge) {
        this(-1, reason, tooLarge);
    }

    InvalidParameterException(final int position, final String reason) {
        this(position, reason, false);
    }

    InvalidParameterException(final int position, final String reason, final boolean tooLarge) {
        super(reason, null, false, false);
        this.tooLarge = tooLarge;
        this.position = position;
        this.reason = reason;
    }

    /** The reason as the end of a sentence about the parameter. */
    public String reason() {
        return reason;
    }

    /** Returns true if the values of the statement are too large together. */
    public boolean isTooLarge() {
        return tooLarge;
    }

    /** The position of the parameter, from 0. */
    public int position() {
        return position;
    }
}
