package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Message;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.test.internal.log.LogLines;

/** Applications whose topics are in Kafka, and what other clients of the brokers do to them. */
@Tag("full")
@Timeout(120)
final class KafkaMessagesTest {

    private final String name = "orders-" + UUID.randomUUID().toString().substring(0, 8);
    private final Topic<Order> orders = Topic.of(name, Order.class).keyedBy(Order::customer);
    private final Mail mail = new Mail();
    private LogLines log;

    /** A message. */
    record Order(String customer, int number) {}

    /** Handles orders. */
    private static final class Mail {

        private final Queue<Message<Order>> messages = new ConcurrentLinkedQueue<>();

        Completable send(final Message<Order> message) {
            return Completable.fromAction(() -> messages.add(message));
        }

        List<Order> orders() {
            return messages.stream().map(Message::value).toList();
        }
    }

    @BeforeEach
    void start() {
        // Loggers are of Logback when the broker has started, also if another class of tests has started it.
        assertThat(TestBroker.address()).isNotEmpty();
        log = LogLines.of("org.jzenith.messages");
    }

    @AfterEach
    void stop() {
        log.close();
    }

    private JZenith application() {
        return application(MessagesPlugin.create().consumingMessages(orders, "mail", Mail.class, Mail::send));
    }

    private JZenith application(final MessagesPlugin messages) {
        return TestBroker.with(JZenith.application())
                .withPlugins(messages)
                .withModules(binder -> binder.bind(Mail.class).toInstance(mail))
                .withConfiguration("messages." + name + ".over", "kafka")
                .withConfiguration("messages." + name + ".partitions", 4);
    }

    private Completable publish(final RunningApplication application, final String customer, final int number) {
        return application.get(Messages.class).publish(orders, new Order(customer, number));
    }

    private static Health.Status health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(check -> check.name().equals("messages"))
                .findFirst()
                .orElseThrow()
                .health()
                .status();
    }

    @Test
    void recordsOfOtherClientsAreHandledOrBecomeDeadLetters() throws Exception {
        try (RunningApplication application = application().run();
                KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, TestBroker.address()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            final byte[] key = "ann".getBytes(StandardCharsets.UTF_8);
            final byte[] order = "{\"customer\":\"ann\",\"number\":1}".getBytes(StandardCharsets.UTF_8);
            final ProducerRecord<byte[], byte[]> manyHeaders = new ProducerRecord<>(name, 1, key, order);
            IntStream.range(0, 10_000).forEach(i -> manyHeaders.headers().add("header-" + i, new byte[] {-1}));
            final ProducerRecord<byte[], byte[]> forged = new ProducerRecord<>(name, 1, key, order);
            forged.headers()
                    .add("jzenith-id", new byte[0])
                    .add("jzenith-published-at", new byte[] {1})
                    .add("a", null);
            other.send(new ProducerRecord<>(name, 1, key, null)).get();
            other.send(new ProducerRecord<>(name, 1, new byte[] {-1, -2}, new byte[] {-3}))
                    .get();
            other.send(new ProducerRecord<>(name, 1, null, order)).get();
            other.send(manyHeaders).get();
            other.send(forged).get();
            until(() -> mail.messages.size() == 1);
            final DeadLetters letters = application.get(DeadLetters.class);
            until(() -> letters.counts().blockingGet().getOrDefault(name, 0L) == 4);

            final Message<Order> handled = mail.messages.element();
            assertThat(handled.id()).startsWith(name + "-1-4-");
            assertThat(handled.publishedAt())
                    .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
            assertThat(handled.headers()).isEmpty();
            assertThat(letters.list(name, 10).blockingGet())
                    .extracting(DeadLetter::messageId)
                    .map(id -> id.substring(0, id.lastIndexOf('-')))
                    .containsExactlyInAnyOrder(name + "-1-0", name + "-1-1", name + "-1-2", name + "-1-3");
        }
    }

    @Test
    void aTopicThatWasDeletedIsAnErrorUntilTheApplicationRestarts() {
        try (RunningApplication application =
                application().withConfiguration("kafka.request-timeout", "2s").run()) {
            publish(application, "a", 1).blockingAwait();
            until(() -> mail.messages.size() == 1);
            TestBroker.client().deleteTopic(name);

            until(() -> publish(application, "a", 2).blockingGet() instanceof TopicLostException);
            until(() -> health(application) == Health.Status.DOWN);
            try (RunningApplication fresh =
                    application(MessagesPlugin.create().publishing(orders)).run()) {
                publish(fresh, "a", 3).blockingAwait();
            }
            assertThat(publish(application, "a", 4).blockingGet()).isInstanceOf(TopicLostException.class);
            assertThat(health(application)).isEqualTo(Health.Status.DOWN);
        }
        assertThat(mail.orders()).containsExactly(new Order("a", 1));
        try (RunningApplication restarted = application().run()) {
            publish(restarted, "a", 5).blockingAwait();
            until(() -> mail.orders().contains(new Order("a", 5)));
            assertThat(health(restarted)).isEqualTo(Health.Status.UP);
        }
        assertThat(mail.orders()).containsExactly(new Order("a", 1), new Order("a", 3), new Order("a", 5));
    }

    /** The order of a key holds among the messages that are published after all from before are handled. */
    @Test
    void partitionsAreRaisedWhileApplicationsRun() {
        int number = 0;
        try (RunningApplication first = application().run()) {
            number = publishForAll(first, number);
            TestBroker.client().addPartitions(name, 8);
            number = publishForAll(first, number);
            try (RunningApplication restarted = application().run()) {
                assertThat(log.messages())
                        .anyMatch(line -> line.startsWith("The topic '" + name
                                + "' has 8 partitions in Kafka, but messages." + name + ".partitions is 4"));
                number = publishForAll(restarted, number);
            }
            final int before = number * 8;
            until(() -> mail.messages.size() == before);
        }
        final Map<String, List<Integer>> after = new HashMap<>();
        mail.messages.clear();
        final int from = number;
        try (RunningApplication raised = application()
                        .withConfiguration("messages." + name + ".partitions", 8)
                        .run();
                RunningApplication second = application()
                        .withConfiguration("messages." + name + ".partitions", 8)
                        .run()) {
            number = publishForAll(raised, number);
            number = publishForAll(second, number);
            final int expected = (number - from) * 8;
            until(() -> mail.messages.size() == expected);
        }
        mail.orders()
                .forEach(order -> after.computeIfAbsent(order.customer(), any -> new ArrayList<>())
                        .add(order.number()));
        final List<Integer> all = IntStream.range(from, number).boxed().toList();
        assertThat(after)
                .hasSize(8)
                .allSatisfy((customer, numbers) -> assertThat(numbers).isEqualTo(all));
    }

    private int publishForAll(final RunningApplication application, final int from) {
        for (int i = from; i < from + 10; i++) {
            for (int customer = 0; customer < 8; customer++) {
                publish(application, "customer-" + customer, i).blockingAwait();
            }
        }
        return from + 10;
    }

    @Test
    void settingsOfATopicThatLoseMessagesAreNamed() {
        TestBroker.client()
                .createTopic(
                        name,
                        4,
                        Map.of(
                                "retention.ms", "60000",
                                "retention.bytes", "5000000",
                                "cleanup.policy", "compact",
                                "unclean.leader.election.enable", "true"));
        TestBroker.client().createTopic(name + ".dead-letters", 1, Map.of("cleanup.policy", "compact,delete"));
        application().run().close();
        assertThat(log.messages())
                .anyMatch(line -> line.startsWith("Kafka deletes messages of the topic '" + name + "' after 60000 ms"))
                .anyMatch(
                        line -> line.startsWith("Kafka keeps only the last message of each key of the topic '" + name))
                .anyMatch(line -> line.startsWith("Kafka deletes messages of the topic '" + name
                        + "' when a partition has more than 5000000 bytes (retention.bytes)"))
                .anyMatch(line -> line.startsWith("Kafka may lose messages of the topic '" + name
                        + "' when no in-sync replica is available, because unclean.leader.election.enable is true"))
                .contains("Kafka deletes dead letters, because the cleanup.policy of the topic '" + name
                        + ".dead-letters' is compact,delete. Set it to compact.")
                .noneMatch(line -> line.contains("has one copy"));
    }

    @Test
    void theGroupAndItsFirstPositionAreLogged() {
        application().run().close();
        assertThat(log.messages())
                .contains(
                        "The topic '" + name + "' did not exist in Kafka, so jZenith has created it with 4 partitions.",
                        "The consumer 'mail' reads the topic '" + name
                                + "' with 4 partitions as the Kafka consumer group '" + name
                                + ".mail'. A new group starts with the oldest message.");
    }

    @Test
    void aTopicWithMessagesLargerThanARequestFailsTheStart() {
        assertThatThrownBy(() -> application()
                        .withConfiguration("messages." + name + ".max-size", "1M")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "messages." + name
                                + ".max-size is 1M, but requests to Kafka are limited to 1048576 bytes (kafka.client.max.request.size)")
                .hasMessageContaining("set kafka.client.max.request.size to 1097728");
    }

    @Test
    void aTopicThatKeepsSmallerRecordsFailsTheStart() {
        TestBroker.client().createTopic(name, 4, Map.of("max.message.bytes", "1000"));
        assertThatThrownBy(() -> application().run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("raise max.message.bytes of the topic in Kafka to 294912");
    }

    @Test
    void theMissingPluginIsNamed() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(MessagesPlugin.create().publishing(orders), KafkaPlugin.create())
                        .withConfiguration("kafka.bootstrap-servers", TestBroker.address())
                        .withConfiguration("messages." + name + ".over", "kafka")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Add KafkaMessagesPlugin.create() to withPlugins(..)")
                .hasMessageContaining("org.jzenith:jzenith-messages-kafka");
    }
}
