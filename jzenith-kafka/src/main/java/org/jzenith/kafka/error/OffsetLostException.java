package org.jzenith.kafka.error;

/**
 * Logged when a partition no longer has the record at which a group continues: retention deleted it before the group handled it, or the log was
 * truncated. jZenith stops reading the partition, because it skips no records silently.
 */
public final class OffsetLostException extends KafkaException {

    private static final long serialVersionUID = 1;

    /**
     * Creates it.
     *
     * @param message names the group, the partition and the missing records, and says what to do
     */
    public OffsetLostException(final String message) {
        super(message, null);
    }
}
