package org.jzenith.kafka.internal.format;

/**
 * Implemented by each topic of {@code Kafka}, so that a transaction can write its records.
 *
 * @param <V> the class of the values
 */
@FunctionalInterface
public interface FormattedTopic<V> {

    /** Returns the format of the records. */
    RecordFormat<V> format();
}
