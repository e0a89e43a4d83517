package org.jzenith.sql.internal.value;

/** The reason for which a column, or a value of it, cannot be read. It never contains the value. */
public final class UnreadableValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean isText;

    /**
     * @param reason the end of a sentence about the column
     * @param isText true if the value can be read as text
     */
    UnreadableValueException(final String reason, final boolean isText) {
        super(reason, null, false, false);
        this.reason = reason;
        this.isText = isText;
    }

    /** The reason if the driver cannot read a value as a class. */
    public static UnreadableValueException ofDriver(final Class<?> type) {
        return new UnreadableValueException(" has a value that cannot be read as " + type.getSimpleName(), true);
    }

    /** The reason as the end of a sentence about the column. */
    public String reason() {
        return reason;
    }

    /** Returns true if the remedy is to read the value as text. */
    public boolean isText() {
        return isText;
    }
}
