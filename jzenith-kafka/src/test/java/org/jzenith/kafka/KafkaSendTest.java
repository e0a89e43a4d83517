package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.google.inject.AbstractModule;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.test.internal.database.BrokerClient;

/** Records that are sent to a broker that responds. */
@Timeout(60)
final class KafkaSendTest {

    /** A price in cents. */
    public record Price(String article, long cents) {}

    /** An object that Jackson cannot write. */
    public static final class Unwritable {

        /** Fails. */
        public String getName() {
            throw new IllegalStateException("top secret");
        }
    }

    /** Writes values in capitals, with a header. */
    public static final class LoudSerializer implements Serializer<String> {

        private String mark = "";

        @Override
        public void configure(final Map<String, ?> settings, final boolean isKey) {
            mark = String.valueOf(settings.get("loud.mark"));
        }

        @Override
        public byte[] serialize(final String topic, final String value) {
            return (value.toUpperCase(Locale.ROOT) + mark).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] serialize(final String topic, final Headers headers, final String value) {
            headers.add("format", "loud".getBytes(StandardCharsets.UTF_8));
            return serialize(topic, value);
        }
    }

    /** Reads nothing. */
    public static final class LoudDeserializer implements Deserializer<String> {

        @Override
        public String deserialize(final String topic, final byte[] value) {
            return new String(value, StandardCharsets.UTF_8);
        }
    }

    private static final List<WorkEvent> EVENTS = new CopyOnWriteArrayList<>();

    @AutoClose
    private static final TestApplications APPLICATIONS = new TestApplications();

    private static BrokerClient broker;
    private static RunningApplication application;
    private static Kafka kafka;

    @BeforeAll
    static void start() {
        broker = SharedBroker.client();
        application = APPLICATIONS.run(TestApplications.recipe()
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        Observers.binder(binder())
                                .addBinding()
                                .toInstance(EventObserver.of(WorkEvent.class, EVENTS::add));
                        OutboundHeaders.binder(binder()).addBinding().toInstance(new OutboundHeaders() {
                            @Override
                            public void addTo(final Operation call, final BiConsumer<String, String> headers) {}

                            @Override
                            public void addTo(final BiConsumer<String, String> headers) {
                                headers.accept("traceparent", "00-1-2-01");
                            }
                        });
                    }
                })
                .withConfiguration("kafka.request-timeout", "30s")
                .withConfiguration("kafka.max-sends", 5_000)
                .withConfiguration("kafka.max-send-size", "2M")
                .withConfiguration("kafka.client.linger.ms", 1)
                .withConfiguration("kafka.client.max.request.size", 100_000)
                .withConfiguration("kafka.serializer.loud.mark", "!"));
        kafka = application.get(Kafka.class);
    }

    private static Map<String, String> headers(final ConsumerRecord<?, ?> record) {
        final Map<String, String> headers = new HashMap<>();
        for (final Header each : record.headers()) {
            headers.put(each.key(), new String(each.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    private static void awaitNothingInFlight() {
        until(() -> TestApplications.gauge(application, "kafka.sends") == 0
                && TestApplications.gauge(application, "kafka.send-size") == 0);
    }

    @Test
    void aValueIsJsonWithKeyHeadersAndTrace() {
        final String topic = broker.newTopic(2);
        final RecordMetadata stored = kafka.topic(topic, Price.class)
                .send("tea", new Price("tea", 300), Map.of("source", "shop"))
                .blockingGet();
        assertThat(stored.topic()).isEqualTo(topic);
        assertThat(stored.offset()).isZero();
        assertThat(broker.read(topic)).singleElement().satisfies(record -> {
            assertThat(record.partition()).isEqualTo(stored.partition());
            assertThat(record.key()).isEqualTo("tea");
            assertThat(record.value()).isEqualTo("{\"article\":\"tea\",\"cents\":300}");
            assertThat(headers(record)).isEqualTo(Map.of("source", "shop", "traceparent", "00-1-2-01"));
        });
    }

    @Test
    void nullIsATombstoneAndNoKeyIsAllowed() {
        final String topic = broker.newTopic(1);
        final KafkaTopic<Price> prices = kafka.topic(topic, Price.class);
        prices.send("tea", null).ignoreElement().blockingAwait();
        prices.send(null, new Price("tea", 1)).ignoreElement().blockingAwait();
        assertThat(broker.read(topic))
                .hasSize(2)
                .satisfiesExactly(
                        tombstone -> {
                            assertThat(tombstone.key()).isEqualTo("tea");
                            assertThat(tombstone.value()).isNull();
                        },
                        second -> assertThat(second.key()).isNull());
    }

    @Test
    void aSerializerIsCreatedAndConfigured() {
        final String topic = broker.newTopic(1);
        kafka.topic(topic, LoudSerializer.class, LoudDeserializer.class)
                .send("a", "tea")
                .ignoreElement()
                .blockingAwait();
        assertThat(broker.read(topic)).singleElement().satisfies(record -> {
            assertThat(record.value()).isEqualTo("TEA!");
            assertThat(headers(record)).containsEntry("format", "loud");
        });
        kafka.topic(topic, LongSerializer.class, LongDeserializer.class)
                .send("a", 7L)
                .ignoreElement()
                .blockingAwait();
        assertThat(broker.read(topic)).hasSize(2);
    }

    @Test
    void nothingIsSentBeforeASubscriptionAndEachSubscriptionSends() {
        final String topic = broker.newTopic(1);
        final Single<RecordMetadata> send = kafka.topic(topic, String.class).send("a", "b");
        assertThat(broker.read(topic)).isEmpty();
        send.ignoreElement().blockingAwait();
        send.ignoreElement().blockingAwait();
        assertThat(broker.values(topic)).containsExactly("\"b\"", "\"b\"");
    }

    @Test
    void resultsArriveOnTheEventLoopThatSubscribed() throws InterruptedException {
        final KafkaTopic<Integer> numbers = kafka.topic(broker.newTopic(3), Integer.class);
        final List<EventLoopContext> loops = EventLoopContext.onEach(application.get(Vertx.class));
        final CountDownLatch done = new CountDownLatch(loops.size() * 200);
        final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        loops.forEach(loop -> loop.runLater(() -> IntStream.range(0, 200).forEach(i -> {
            final Thread caller = Thread.currentThread();
            final Disposable sent = numbers.send("k" + i, i)
                    .doFinally(done::countDown)
                    .subscribe(
                            stored -> {
                                if (Thread.currentThread() != caller) {
                                    wrong.add(Thread.currentThread().getName());
                                }
                            },
                            error -> wrong.add(error.toString()));
            assertThat(sent).isNotNull();
        })));
        done.await();
        assertThat(wrong).isEmpty();
        awaitNothingInFlight();
    }

    @Test
    void recordsOfAKeyKeepTheirOrder() {
        final String topic = broker.newTopic(4);
        final KafkaTopic<Integer> numbers = kafka.topic(topic, Integer.class);
        final EventLoopContext loop =
                EventLoopContext.onEach(application.get(Vertx.class)).get(0);
        final TestObserver<List<RecordMetadata>> sent = new TestObserver<>();
        // The first records arrive before the topic is known.
        loop.run(() -> Flowable.range(0, 4_000)
                .flatMapSingle(i -> numbers.send("k" + i % 10, i), false, 4_000)
                .toList()
                .subscribe(sent));
        sent.awaitTerminalEvent();
        sent.assertNoErrors();
        final Map<String, List<Integer>> byKey = new HashMap<>();
        broker.read(topic)
                .forEach(each -> byKey.computeIfAbsent(each.key(), key -> new ArrayList<>())
                        .add(Integer.valueOf(each.value())));
        assertThat(byKey)
                .hasSize(10)
                .allSatisfy((key, values) -> assertThat(values).hasSize(400).isSorted());
    }

    @Test
    void observersSeeWhatIsSentWithoutKeysAndValues() {
        final String topic = broker.newTopic(1);
        kafka.topic(topic, String.class)
                .send("hidden", "hidden")
                .ignoreElement()
                .blockingAwait();
        final List<WorkEvent> seen = EVENTS.stream()
                .filter(each -> each.name().equals("send " + topic))
                .toList();
        assertThat(seen).hasSize(2);
        assertThat(seen.get(0).operation().kind()).isEqualTo("publish");
        assertThat(seen.get(0).operation().attributes().toString()).contains("kafka", topic);
        assertThat(seen.get(1)).isInstanceOfSatisfying(WorkEvent.Ended.class, ended -> {
            assertThat(ended.status()).isEqualTo(WorkEvent.Status.COMPLETED);
            assertThat(ended.attribute("messaging.kafka.offset")).isEqualTo(0L);
        });
        assertThat(seen.toString()).doesNotContain("hidden");
    }

    @Test
    void anUnknownTopicIsRefusedAndHoldsUpNoOther() {
        final KafkaTopic<String> missing = kafka.topic("missing", String.class);
        final KafkaTopic<String> known = kafka.topic(broker.newTopic(1), String.class);
        known.send("a", "b").ignoreElement().blockingAwait(); // the first record takes longer than others
        final List<TestObserver<RecordMetadata>> refused = IntStream.range(0, 100)
                .mapToObj(i -> missing.send("a", "b").test())
                .toList();
        Flowable.range(0, 20)
                .flatMapSingle(i -> known.send("a", "b"))
                .ignoreElements()
                .blockingAwait();
        assertThat(refused.get(0).isTerminated()).isFalse();
        refused.forEach(TestObserver::awaitTerminalEvent);
        assertThat(refused)
                .allSatisfy(each -> assertThat(each.errors())
                        .singleElement()
                        .isInstanceOfSatisfying(KafkaRefusedException.class, error -> {
                            assertThat(error)
                                    .hasMessageContaining("topic 'missing'")
                                    .hasMessageContaining("does not exist");
                            assertThat(Optional.ofNullable(error.getCause()).map(Throwable::getCause))
                                    .get()
                                    .isInstanceOf(UnknownTopicOrPartitionException.class);
                        }));
        awaitNothingInFlight();
    }

    @Test
    void aTopicThatIsCreatedMeanwhileGetsTheRecordsThatWait() {
        String name = "created-later";
        List<TestObserver<RecordMetadata>> sent = sendAndCreate(name);
        // Records wait for 1 s, in which a slow broker may not create a topic.
        while (sent.stream()
                .anyMatch(each -> each.errors().stream().anyMatch(KafkaRefusedException.class::isInstance))) {
            name += "r";
            sent = sendAndCreate(name);
        }
        sent.forEach(TestObserver::assertNoErrors);
        assertThat(broker.values(name)).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    private static List<TestObserver<RecordMetadata>> sendAndCreate(final String name) {
        final KafkaTopic<Integer> later = kafka.topic(name, Integer.class);
        final List<TestObserver<RecordMetadata>> sent =
                IntStream.range(0, 10).mapToObj(i -> later.send("a", i).test()).toList();
        broker.createTopic(name, 1);
        sent.forEach(TestObserver::awaitTerminalEvent);
        return sent;
    }

    @Test
    void whatCannotBeSentIsRefused() {
        final String topic = broker.newTopic(1);
        assertThatThrownBy(() -> kafka.topic(topic, String.class)
                        .send("a", "x".repeat(200_000))
                        .blockingGet())
                .isInstanceOf(KafkaRefusedException.class)
                .hasCauseInstanceOf(RecordTooLargeException.class);
        assertThatThrownBy(() ->
                        kafka.topic("not a name", String.class).send("a", "b").blockingGet())
                .isInstanceOf(KafkaRefusedException.class)
                .hasCauseInstanceOf(InvalidTopicException.class);
        assertThatThrownBy(() -> kafka.topic(topic, Unwritable.class)
                        .send("a", new Unwritable())
                        .blockingGet())
                .isInstanceOf(KafkaRefusedException.class)
                .hasMessageContaining(Unwritable.class.getName())
                .message()
                .doesNotContain("top secret");
        awaitNothingInFlight();
    }

    @Test
    void whatIsDisposedHasNoResultAndIsNoLongerCounted() {
        final KafkaTopic<String> topic = kafka.topic(broker.newTopic(1), String.class);
        final List<TestObserver<RecordMetadata>> disposed = IntStream.range(0, 50)
                .mapToObj(i -> topic.send("a", "b").test())
                .toList();
        disposed.forEach(TestObserver::dispose);
        topic.send("a", "c").ignoreElement().blockingAwait();
        awaitNothingInFlight();
        assertThat(topic.send("a", "b").test(true).isTerminated()).isFalse();
        awaitNothingInFlight();
    }

    @Test
    void aResultArrivesInTheContextOfItsCaller() throws InterruptedException {
        final KafkaTopic<String> topic = kafka.topic(broker.newTopic(1), String.class);
        final Context context = application.get(Vertx.class).getOrCreateContext();
        final CountDownLatch done = new CountDownLatch(1);
        final List<Boolean> same = new CopyOnWriteArrayList<>();
        context.runOnContext(begin -> {
            final Disposable sent = topic.send("a", "b")
                    .doFinally(done::countDown)
                    .subscribe(stored -> same.add(EventLoopContext.eventLoopOf(Vertx.currentContext())
                            .equals(EventLoopContext.eventLoopOf(context))));
            assertThat(sent).isNotNull();
        });
        done.await();
        assertThat(same).containsExactly(true);
    }
}
