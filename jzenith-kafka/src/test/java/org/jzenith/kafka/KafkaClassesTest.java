package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.test.internal.database.BrokerClient;

/** Classes of the application that the library, or jZenith, creates and calls. */
@Tag("full")
@Timeout(60)
final class KafkaClassesTest {

    private static final AtomicInteger OPEN = new AtomicInteger();
    private static final AtomicBoolean CONSUMED = new AtomicBoolean();

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private String topic;

    /** Counts its objects that are not closed. */
    public static final class CountedSerializer implements Serializer<String> {

        /** Counts one more. */
        public CountedSerializer() {
            OPEN.incrementAndGet();
        }

        @Override
        public byte[] serialize(final String topic, final String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            OPEN.decrementAndGet();
        }
    }

    /** Throws errors, as a class does whose library is not on the class path. */
    public static final class IncompleteInterceptor
            implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {

        @Override
        public ProducerRecord<byte[], byte[]> onSend(final ProducerRecord<byte[], byte[]> record) {
            if (record.value() == null) {
                throw new NoClassDefFoundError("org/example/Missing");
            }
            return record;
        }

        @Override
        public void onAcknowledgement(final RecordMetadata metadata, final Exception error) {}

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(final ConsumerRecords<byte[], byte[]> records) {
            if (!CONSUMED.getAndSet(true)) {
                throw new NoClassDefFoundError("org/example/Missing");
            }
            return records;
        }

        @Override
        public void onCommit(final Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void configure(final Map<String, ?> settings) {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void start() {
        topic = cluster.newTopic(1);
    }

    private JZenith incomplete() {
        CONSUMED.set(false);
        return TestApplications.recipe()
                .withConfiguration("kafka.client.interceptor.classes", IncompleteInterceptor.class.getName());
    }

    @Test
    void topicsShareASerializerWhichIsClosedWithTheApplication() {
        try (RunningApplication application = applications.run(TestApplications.recipe())) {
            final Kafka kafka = application.get(Kafka.class);
            final KafkaTopic<String> first = kafka.topic(topic, CountedSerializer.class, StringDeserializer.class);
            final KafkaTopic<String> second = kafka.topic(topic, CountedSerializer.class, StringDeserializer.class);
            first.send("a", "1").ignoreElement().blockingAwait();
            second.send("a", "2").ignoreElement().blockingAwait();
            assertThat(OPEN).hasValue(1);
        }
        assertThat(OPEN).hasValue(0);
        assertThat(cluster.values(topic)).containsExactly("1", "2");
    }

    @Test
    void anErrorWhileARecordIsSentFailsOnlyThisRecord() {
        try (RunningApplication application = applications.run(incomplete())) {
            final Kafka kafka = application.get(Kafka.class);
            final KafkaTopic<Integer> numbers = kafka.topic(topic, Integer.class);
            assertThatThrownBy(() -> numbers.send("a", null).blockingGet())
                    .isInstanceOf(KafkaException.class)
                    .hasMessageContaining("NoClassDefFoundError");
            numbers.send("a", 1).ignoreElement().blockingAwait();
            assertThatThrownBy(() ->
                            kafka.transaction(tx -> tx.send(numbers, "a", null)).blockingGet())
                    .isInstanceOf(KafkaException.class);
            kafka.transaction(tx -> tx.send(numbers, "a", 2)).ignoreElement().blockingAwait();
        }
        assertThat(cluster.values(topic)).containsExactly("1", "2");
    }

    @Test
    void anErrorWhileRecordsAreReadDoesNotEndReading() {
        cluster.send(topic, 0, "1");
        try (RunningApplication application = applications.run(incomplete())) {
            application
                    .get(Kafka.class)
                    .topic(topic, Integer.class)
                    .group(topic)
                    .handle(record -> Completable.fromAction(() -> handled.add("" + record.value())));
            until(() -> handled.contains("1"));
        }
        assertThat(handled).containsExactly("1");
    }
}
