package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.kafka.SharedBroker.numbers;
import static org.jzenith.kafka.TestApplications.hasLogged;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** Partitions, handlers and classes of an application that do not do what a group expects. */
@Tag("full")
@Timeout(60)
final class KafkaGroupFailureTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    /** Throws an error for some values, as a class does whose library is not on the class path. */
    public static final class IncompleteDeserializer implements Deserializer<String> {

        @Override
        public String deserialize(final String topic, final byte[] value) {
            final String text = new String(value, StandardCharsets.UTF_8);
            if (text.equals("incomplete")) {
                throw new NoClassDefFoundError("org/example/Missing");
            }
            return text;
        }
    }

    private Kafka run(final JZenith recipe) {
        return applications.run(recipe).get(Kafka.class);
    }

    private static KafkaGroup<Integer> report(final Kafka kafka, final String topic) {
        return kafka.topic(topic, Integer.class).group(topic + "-report");
    }

    private Completable note(final KafkaRecord<?> record) {
        return Completable.fromAction(() -> handled.add(record.partition() + ":" + record.value()));
    }

    @Test
    void aGroupFromLatestReadsAPartitionThatIsAddedLaterFromItsBeginning() {
        final String topic = cluster.newTopic(1);
        cluster.send(topic, 0, "1");
        report(run(TestApplications.recipe()), topic).fromLatest().handle(this::note);
        until(() -> cluster.committed(topic + "-report").equals(Map.of(0, 1L)));
        applications.get(0).close();
        cluster.addPartitions(topic, 2);
        cluster.send(topic, 1, "2");
        report(run(TestApplications.recipe()), topic).fromLatest().handle(this::note);
        until(() -> !handled.isEmpty());
        assertThat(handled).containsExactly("1:2");
    }

    @Test
    void aHandlerIsDisposedBeforeTheBrokersGiveItsPartitionAway() {
        final String topic = cluster.newTopic(2);
        cluster.send(topic, 0, "0");
        cluster.send(topic, 1, "1");
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger disposed = new AtomicInteger();
        final JZenith brief = TestApplications.recipe()
                .withConfiguration("kafka.client.max.poll.interval.ms", 4_000)
                .withConfiguration("jzenith.drain-timeout", "100ms");
        report(run(brief), topic)
                .handle(record -> Completable.never()
                        .doOnSubscribe(begun -> running.incrementAndGet())
                        .doOnDispose(disposed::incrementAndGet));
        until(() -> running.get() == 2);
        report(run(TestApplications.recipe()), topic)
                .handle(record -> Completable.fromAction(() -> handled.add("disposed: " + disposed)));
        until(() -> !handled.isEmpty());
        assertThat(handled).first().isEqualTo("disposed: 1");
    }

    @Test
    void aFailureIsLoggedAlsoWhileAnotherOneLasts() {
        final String topic = cluster.newTopic(1);
        cluster.send(topic, 0, numbers(0, 5));
        report(run(TestApplications.recipe()), topic).handle(this::note);
        until(() -> cluster.committed(topic + "-report").equals(Map.of(0, 5L)));
        applications.get(0).close();
        cluster.send(topic, 0, numbers(5, 10));
        cluster.deleteRecords(topic, 0, 8);
        final UnreliableProxy proxy = SharedBroker.proxy();
        try (LogLines log = LogLines.of("org.jzenith.kafka")) {
            final JZenith behindProxy = TestApplications.recipe("127.0.0.1:" + proxy.port())
                    .withConfiguration("kafka.request-timeout", "1s")
                    .withConfiguration("jzenith.drain-timeout", "4s");
            report(run(behindProxy), topic).handle(this::note);
            until(() -> hasLogged(log, "ERROR The group '" + topic + "-report' continues at the offset 5"));
            proxy.turnAway();
            until(() -> hasLogged(log, "WARN Reading the group '" + topic + "-report'"));
        } finally {
            proxy.letIn();
        }
    }

    @Test
    void aDeserializerThatThrowsAnErrorDoesNotHoldUpThePartition() {
        final String topic = cluster.newTopic(1);
        cluster.createTopic(topic + "-dead", 1);
        cluster.send(topic, 0, "a", "incomplete", "b");
        run(TestApplications.recipe())
                .topic(topic, StringSerializer.class, IncompleteDeserializer.class)
                .group(topic)
                .withRetryPause(Duration.ofMillis(5))
                .withDeadTopic(topic + "-dead", 3)
                .handle(this::note);
        until(() -> handled.size() == 2);
        assertThat(handled).containsExactly("0:a", "0:b");
        assertThat(cluster.values(topic + "-dead")).containsExactly("incomplete");
    }
}
