package org.jzenith.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The brokers of {@code KafkaPlugin}: sends records, and reads those of any producer.
 *
 * <pre>{@code
 * @Inject
 * Prices(Kafka kafka) {
 *     kafka.topic("prices", Price.class).group("report").handle(record -> report.add(record.value()));
 * }
 * }</pre>
 *
 * <p>For messages between jZenith's services, {@code MessagesPlugin} over Kafka also has the outbox, dead letters and live events. Nothing is
 * sent before the returned type is subscribed to. Results arrive on the event loop that subscribes. Injectable where the application has the
 * plugin; safe for use by many threads.
 */
@CheckReturnValue
public interface Kafka {

    /**
     * Returns a topic whose values are JSON, read and written by the application's mapper. Keys are text.
     *
     * @param name the name of the topic, which may be missing until it is used
     * @param type the class of the values
     * @param <V> the class of the values
     * @return the topic
     */
    <V> KafkaTopic<V> topic(String name, Class<V> type);

    /**
     * Returns a topic with other values. Keys are text.
     *
     * @param name the name of the topic
     * @param serializer created by its constructor without parameters, configured with {@code kafka.serializer.*}, and called by many
     *     threads, as a producer of the library does
     * @param deserializer created and configured likewise, for each thread that reads
     * @param <V> the class of the values
     * @return the topic
     */
    <V> KafkaTopic<V> topic(
            String name, Class<? extends Serializer<V>> serializer, Class<? extends Deserializer<V>> deserializer);

    /**
     * Sends records to topics all or none. Consumers see them after the commit, those that read only committed records.
     *
     * @param work sends records; the transaction commits when its result has arrived, and is aborted when it fails or is disposed
     * @param <T> the class of the result
     * @return the result of the work, after the commit
     */
    <T> Single<T> transaction(Function<? super KafkaTransaction, Single<T>> work);
}
