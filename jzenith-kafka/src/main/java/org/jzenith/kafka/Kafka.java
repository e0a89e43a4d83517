package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The Kafka cluster of the application: sends records, reads topics, and runs transactions.
 *
 * <pre>{@code
 * @Inject
 * Prices(Kafka kafka) {
 *     kafka.topic("prices", Price.class).group("report").handle(record -> report.add(record.value()));
 * }
 * }</pre>
 *
 * <p>{@code MessagesPlugin} over Kafka adds an outbox, dead letters and live events. Each subscription sends again; nothing is sent before the
 * subscription. Results arrive on the subscriber's event loop, or on any event loop if another thread subscribes. Injectable in applications
 * with {@code KafkaPlugin}; safe for use by many threads.
 */
@CheckReturnValue
public interface Kafka {

    /**
     * Returns a topic whose values are JSON, read and written by the application's mapper. Fields that the class does not have are ignored.
     * Keys are text in UTF-8. If another program wrote a key that is not valid UTF-8, its invalid bytes are read as U+FFFD, so different keys
     * can look the same.
     *
     * @param name the name of the topic, which must exist when it is used
     * @param type the class of the values
     * @param <V> the class of the values
     * @return the topic
     */
    <V> KafkaTopic<V> topic(String name, Class<V> type);

    /**
     * Returns a topic with its own serializer and deserializer for values. Keys are text in UTF-8. Both classes need a public constructor
     * without parameters, and are configured with {@code kafka.serializer.*}. jZenith closes their objects when the application stops.
     *
     * @param name the name of the topic, which must exist when it is used
     * @param serializer called on event loops; must not block; safe for use by many threads, because all topics share one object of the class
     * @param deserializer called on event loops; must not block; each object is used by one thread
     * @param <V> the class of the values
     * @return the topic
     */
    <V> KafkaTopic<V> topic(
            String name, Class<? extends Serializer<V>> serializer, Class<? extends Deserializer<V>> deserializer);

    /**
     * Runs a transaction. Either all its records are stored, or none. Consumers that read only committed records, such as those of {@link
     * KafkaGroup}, see them after the commit.
     *
     * @param work sends records with {@link KafkaTransaction#send}; the transaction commits when the result arrives, and is aborted if the work
     *     fails, is disposed, or takes longer than {@code kafka.transaction.timeout}
     * @param <T> the class of the result
     * @return the result of the work, after the commit; fails with the error of the work, or with a {@link
     *     org.jzenith.kafka.error.KafkaException}
     */
    <T> Single<T> transaction(Function<? super KafkaTransaction, Single<T>> work);
}
