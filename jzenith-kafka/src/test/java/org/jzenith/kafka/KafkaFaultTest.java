package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.error.KafkaOverloadedException;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Brokers that go away or freeze while records are sent. */
@Tag("full")
@Timeout(120)
final class KafkaFaultTest {

    private final UnreliableProxy proxy = SharedBroker.proxy();
    private final BrokerClient broker = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private static JZenith recipe(final int port) {
        return TestApplications.recipe("localhost:" + port)
                .withConfiguration("kafka.connect-timeout", "300ms")
                .withConfiguration("kafka.request-timeout", "3s")
                .withConfiguration("kafka.client.linger.ms", 0)
                .withConfiguration("kafka.client.reconnect.backoff.max.ms", 100)
                .withConfiguration("kafka.max-sends", 1_000)
                .withConfiguration("health.timeout", "500ms");
    }

    private RunningApplication run() {
        return applications.run(recipe(proxy.port()).withConfiguration("kafka.connect-timeout", "5s"));
    }

    private static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().get(0).health();
    }

    private static void awaitHealth(final RunningApplication application, final Health.Status status) {
        until(() -> health(application).status() == status);
    }

    private static List<TestObserver<RecordMetadata>> send(final KafkaTopic<Integer> topic, final int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> topic.send("k" + i, i).test())
                .toList();
    }

    @Test
    void whileNoBrokerIsThereSendingFailsWithinTheLimitAndLaterWorks() {
        final RunningApplication application = run();
        final String name = broker.newTopic(1);
        final KafkaTopic<Integer> topic = application.get(Kafka.class).topic(name, Integer.class);
        topic.send("a", 1).ignoreElement().blockingAwait();
        proxy.shut();
        try {
            assertThatThrownBy(() -> topic.send("a", 2).blockingGet()).isInstanceOf(KafkaUnavailableException.class);
            assertThatThrownBy(() -> application
                            .get(Kafka.class)
                            .topic("never-seen", Integer.class)
                            .send("a", 2)
                            .blockingGet())
                    .isInstanceOf(KafkaUnavailableException.class)
                    .hasMessageContaining("localhost:" + proxy.port())
                    .hasMessageContaining("kafka.request-timeout");
            awaitHealth(application, Health.Status.DOWN);
            until(() -> String.valueOf(health(application).reason()).contains("localhost:" + proxy.port()));
        } finally {
            SharedBroker.reopenProxy();
        }
        awaitHealth(application, Health.Status.UP);
        topic.send("a", 3)
                .retry(KafkaUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        assertThat(broker.values(name)).startsWith("1").endsWith("3");
    }

    @Test
    void anApplicationThatDoesNotNeedTheBrokersStartsWithoutThem() {
        final String name = broker.newTopic(1);
        proxy.shut();
        final RunningApplication application;
        try {
            application = applications.run(recipe(proxy.port()).withConfiguration("kafka.required", false));
            assertThatThrownBy(() -> application
                            .get(Kafka.class)
                            .topic(name, Integer.class)
                            .send("a", 1)
                            .blockingGet())
                    .isInstanceOf(KafkaUnavailableException.class);
            assertThat(health(application).status()).isEqualTo(Health.Status.DEGRADED);
        } finally {
            SharedBroker.reopenProxy();
        }
        awaitHealth(application, Health.Status.UP);
        application
                .get(Kafka.class)
                .topic(name, Integer.class)
                .send("a", 2)
                .retry(KafkaUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        assertThat(broker.values(name)).as("a retry may store it again").containsOnly("2");
    }

    @Test
    void aFrozenBrokerLeavesNoRecordWaiting() {
        final RunningApplication application = run();
        final String name = broker.newTopic(1);
        final KafkaTopic<Integer> topic = application.get(Kafka.class).topic(name, Integer.class);
        topic.send("a", 1).ignoreElement().blockingAwait();
        proxy.freeze();
        try {
            final List<TestObserver<RecordMetadata>> sent = send(topic, 1_500);
            sent.forEach(TestObserver::awaitTerminalEvent);
            assertThat(sent)
                    .allSatisfy(each -> assertThat(each.errors())
                            .singleElement()
                            .isInstanceOfAny(KafkaUnavailableException.class, KafkaOverloadedException.class));
            assertThat(sent)
                    .filteredOn(each -> each.errors().get(0) instanceof KafkaOverloadedException)
                    .hasSizeGreaterThanOrEqualTo(500);
            assertThat(TestApplications.gauge(application, "kafka.sends")).isZero();
            assertThatThrownBy(() -> application
                            .get(Kafka.class)
                            .transaction(tx -> tx.send(topic, "a", 1))
                            .blockingGet())
                    .isInstanceOf(KafkaUnavailableException.class);
        } finally {
            proxy.thaw();
        }
        topic.send("a", 2)
                .retry(KafkaUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        assertThat(broker.values(name)).endsWith("2");
        assertThat(application
                        .get(Kafka.class)
                        .transaction(tx -> tx.send(topic, "a", 3))
                        .retry(KafkaUnavailableException.class::isInstance)
                        .blockingGet()
                        .topic())
                .isEqualTo(name);
    }

    @Test
    void recordsAreAlsoLimitedBySize() {
        final RunningApplication application = applications.run(recipe(proxy.port())
                .withConfiguration("kafka.connect-timeout", "5s")
                .withConfiguration("kafka.max-send-size", "100K"));
        final KafkaTopic<String> topic = application.get(Kafka.class).topic(broker.newTopic(1), String.class);
        proxy.freeze();
        try {
            final List<TestObserver<RecordMetadata>> sent = IntStream.range(0, 20)
                    .mapToObj(i -> topic.send("a", "x".repeat(10_000)).test())
                    .toList();
            sent.forEach(TestObserver::awaitTerminalEvent);
            assertThat(sent)
                    .filteredOn(each -> each.errors().stream().anyMatch(KafkaOverloadedException.class::isInstance))
                    .hasSize(10)
                    .allSatisfy(each -> assertThat(each.errors().get(0)).hasMessageContaining("kafka.max-send-size"));
        } finally {
            proxy.thaw();
        }
    }

    @Test
    void aTransactionDoesNotWaitTwiceForABrokerThatIsAway() {
        final String name = broker.newTopic(1);
        final Kafka kafka = applications
                .run(recipe(proxy.port()).withConfiguration("kafka.connect-timeout", "5s"))
                .get(Kafka.class);
        final KafkaTopic<Integer> topic = kafka.topic(name, Integer.class);
        kafka.transaction(tx -> tx.send(topic, "k", 1)).ignoreElement().blockingAwait();
        try {
            assertThatThrownBy(() -> kafka.transaction(tx -> {
                                proxy.freeze();
                                return tx.send(topic, "k", 2);
                            })
                            .blockingGet())
                    .isInstanceOf(KafkaUnavailableException.class);
            until(KafkaFaultTest::isAborting);
        } finally {
            proxy.thaw();
        }
        kafka.transaction(tx -> tx.send(topic, "k", 3)).ignoreElement().blockingAwait();
        assertThat(broker.values(name)).containsExactly("1", "3");
    }

    private static boolean isAborting() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(each -> each.getMethodName().equals("abortTransaction"));
    }

    @Test
    void aStopWithoutABrokerEndsAllRecordsAndThreads() {
        final RunningApplication application = applications.run(recipe(proxy.port())
                .withConfiguration("kafka.connect-timeout", "5s")
                .withConfiguration("kafka.request-timeout", "20s")
                .withConfiguration("jzenith.close-timeout", "60s"));
        final KafkaTopic<Integer> topic = application.get(Kafka.class).topic(broker.newTopic(1), Integer.class);
        topic.send("a", 1).ignoreElement().blockingAwait();
        final TestObserver<RecordMetadata> open;
        proxy.freeze();
        final long began = System.nanoTime();
        try {
            final List<TestObserver<RecordMetadata>> sent = send(topic, 100);
            open = application
                    .get(Kafka.class)
                    .transaction(tx -> tx.send(topic, "a", 1))
                    .test();
            application.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(18));
            applications.awaitNoThreads();
            assertThat(sent)
                    .allSatisfy(
                            each -> assertThat(each.errors()).singleElement().isInstanceOf(KafkaException.class));
        } finally {
            proxy.thaw();
        }
        assertThat(open.values()).isEmpty();
        assertThatThrownBy(() ->
                        topic.send("a", 1).timeout(100, TimeUnit.MILLISECONDS).blockingGet())
                .isInstanceOf(Exception.class);
    }

    /** The broker is another process with the same data, so records are there once, in order. */
    @Test
    void aBrokerThatIsStoppedAndStartedAgainLosesAndRepeatsNothing(@TempDir final Path directory) {
        final UnreliableProxy between = new UnreliableProxy(0);
        final List<BrokerListener> listeners = List.of(BrokerListener.behindProxy("PROXY", between.port()));
        KafkaServer server = KafkaServer.startIn(directory, listeners, Map.of());
        between.redirect(server.port("PROXY"));
        try (BrokerClient own = new BrokerClient(server.bootstrapServers())) {
            own.createTopic("numbers", 2);
        }
        final RunningApplication application =
                applications.run(recipe(between.port()).withConfiguration("kafka.connect-timeout", "5s"));
        final KafkaTopic<Integer> topic = application.get(Kafka.class).topic("numbers", Integer.class);
        final AtomicBoolean restarted = new AtomicBoolean();
        final List<Integer> stored = new ArrayList<>();
        final TestObserver<List<Integer>> sending = Flowable.range(0, Integer.MAX_VALUE)
                .takeWhile(i -> !restarted.get())
                .concatMapSingle(i -> topic.send("k" + i % 5, i)
                        .map(metadata -> i)
                        .onErrorResumeNext(error ->
                                error instanceof KafkaUnavailableException ? Single.just(-1) : Single.error(error)))
                .filter(i -> i >= 0)
                .doOnNext(stored::add)
                .toList()
                .subscribeOn(Schedulers.io())
                .test();
        until(() -> stored.size() >= 200);
        between.shut();
        server.close();
        server = KafkaServer.startIn(directory, listeners, Map.of());
        between.reopen(server.port("PROXY"));
        final int before = stored.size();
        until(() -> stored.size() > before);
        restarted.set(true);
        sending.awaitTerminalEvent();
        sending.assertNoErrors();
        try (BrokerClient own = new BrokerClient(server.bootstrapServers())) {
            assertThat(own.values("numbers"))
                    .doesNotHaveDuplicates()
                    .containsAll(sending.values().get(0).stream()
                            .map(String::valueOf)
                            .toList());
        }
        application.close();
        server.close();
        between.close();
    }
}
