package org.jzenith.kafka.error;

/**
 * Logged when a partition no longer has the next record of a group: retention deleted the record before the group handled it, or the log was
 * truncated. jZenith stops reading the partition, so that no records are skipped silently.
 */
public final class OffsetLostException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message names the group, the partition and the missing records, and says what to do
     */
    public OffsetLostException(final String message) {
        super(message, null);
    }
}
