package org.jzenith.kafka.internal.consumer;

/** The value of a record is not what its topic has. */
final class UnreadableRecordException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param cause has values in its message, so it is not the cause of this one */
    UnreadableRecordException(final HandledRecord record, final Throwable cause) {
        super("The value of the record " + record + " cannot be read: "
                + cause.getClass().getName() + ".");
    }
}
