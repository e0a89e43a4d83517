package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.kafka.TestApplications.hasLogged;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.subjects.SingleSubject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** Transactions while the broker does not respond. */
@Tag("full")
@Timeout(60)
final class KafkaTransactionFaultTest {

    /** The begin of a request EndTxn: its length, and its key in the protocol. */
    private static final Pattern END_TRANSACTION = Pattern.compile("(?s).{4}\\x00\\x1a");

    private static final AtomicBoolean FREEZES = new AtomicBoolean();

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final UnreliableProxy proxy = SharedBroker.proxy();
    private String source;
    private String target;

    /** Freezes the proxy when the first records arrive. */
    public static final class FreezingInterceptor
            implements ConsumerInterceptor<byte[], byte[]>, ProducerInterceptor<byte[], byte[]> {

        @Override
        public ProducerRecord<byte[], byte[]> onSend(final ProducerRecord<byte[], byte[]> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(final RecordMetadata metadata, final Exception error) {}

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(final ConsumerRecords<byte[], byte[]> records) {
            if (FREEZES.getAndSet(false)) {
                SharedBroker.proxy().freeze();
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
        source = cluster.newTopic(1);
        target = cluster.newTopic(1);
    }

    @AfterEach
    void thaw() {
        proxy.thaw();
    }

    private JZenith application() {
        return TestApplications.recipe("127.0.0.1:" + proxy.port());
    }

    private void square(final Kafka kafka) {
        kafka.topic(source, Integer.class)
                .group(source)
                .withRetryPause(Duration.ofMillis(5))
                .handleInTransaction((record, transaction) -> transaction
                        .send(kafka.topic(target, Integer.class), null, record.value() * record.value())
                        .ignoreElement());
    }

    private void awaitCommitted(final long next) {
        until(() -> cluster.committed(source).getOrDefault(0, 0L) == next);
    }

    @Test
    void aRecordThatIsDisposedBeforeItIsSentIsNotCommitted() {
        try (RunningApplication application = applications.run(application())) {
            final Kafka kafka = application.get(Kafka.class);
            final KafkaTopic<Integer> numbers = kafka.topic(source, Integer.class);
            kafka.transaction(tx -> tx.send(numbers, null, 0)).ignoreElement().blockingAwait();
            kafka.transaction(tx -> {
                        proxy.freeze();
                        // The producer waits for the partitions of this topic, so the next record waits behind it.
                        final SingleSubject<RecordMetadata> sent = SingleSubject.create();
                        tx.send(kafka.topic(target, Integer.class), null, 1).subscribe(sent);
                        tx.send(numbers, null, 2).test().dispose();
                        proxy.thaw();
                        return sent;
                    })
                    .ignoreElement()
                    .blockingAwait();
        }
        assertThat(cluster.values(target)).containsExactly("1");
        assertThat(cluster.values(source)).containsExactly("0");
    }

    @Test
    void aTransactionThatTheBrokersHaveCommittedWithoutAnAnswerIsNotRepeated() {
        try (RunningApplication application =
                        applications.run(application().withConfiguration("kafka.request-timeout", "1s"));
                LogLines log = LogLines.of("org.jzenith.kafka")) {
            square(application.get(Kafka.class));
            cluster.send(source, 0, "1");
            awaitCommitted(1);
            proxy.freezeAnswersTo(END_TRANSACTION);
            cluster.send(source, 0, "2");
            awaitCommitted(2);
            until(() -> hasLogged(log, "ransaction of the group '" + source + "'"));
            proxy.thaw();
            cluster.send(source, 0, "3");
            awaitCommitted(3);
        }
        assertThat(cluster.values(target)).containsExactly("1", "4", "9");
    }

    @Test
    void aTransactionThatTheBrokersHaveNotCommittedIsRepeated() {
        try (RunningApplication application =
                        applications.run(application().withConfiguration("kafka.request-timeout", "1s"));
                LogLines log = LogLines.of("org.jzenith.kafka")) {
            square(application.get(Kafka.class));
            cluster.send(source, 0, "1");
            awaitCommitted(1);
            proxy.freezeAt(END_TRANSACTION);
            cluster.send(source, 0, "2");
            until(() -> hasLogged(log, "ransaction of the group '" + source + "'"));
            proxy.closeConnections();
            proxy.thaw();
            awaitCommitted(2);
        }
        assertThat(cluster.values(target)).containsExactly("1", "4");
    }

    @Test
    void aPartitionThatIsGivenBackWhileItsTransactionBeginsIsNoFailure() throws InterruptedException {
        FREEZES.set(true);
        final RunningApplication application = applications.run(application()
                .withConfiguration("kafka.client.interceptor.classes", FreezingInterceptor.class.getName())
                .withConfiguration("kafka.request-timeout", "20s"));
        try (LogLines log = LogLines.of("org.jzenith.kafka")) {
            square(application.get(Kafka.class));
            cluster.send(source, 0, "1");
            until(() -> waiting(application) == 1);
            final Thread stop = new Thread(application::close, "test-stop");
            stop.start();
            until(() -> waiting(application) == 0);
            proxy.thaw();
            stop.join();
            assertThat(hasLogged(log, "ransaction")).isFalse();
        }
        assertThat(cluster.values(target)).isEmpty();
    }

    private long waiting(final RunningApplication application) {
        return TestApplications.gauge(application, "kafka." + source + "." + source + ".waiting");
    }
}
