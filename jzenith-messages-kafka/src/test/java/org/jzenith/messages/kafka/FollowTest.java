package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.reactivex.subscribers.TestSubscriber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;

/** Followers and consumers of one instance, and what they see of relays. */
@Tag("full")
@Timeout(120)
final class FollowTest {

    private static final int PARTITIONS = 5;

    private final String topic = "follow-" + UUID.randomUUID().toString().substring(0, 8);
    private final TestEngine created = new TestEngine(TestBroker.address(), Map.of());
    private final KafkaEngine engine = created.engine;

    @BeforeEach
    void start() {
        created.open(topic, PARTITIONS);
    }

    @AfterEach
    void stop() {
        created.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("kafka-reader-") || name.startsWith("kafka-transaction-"));
    }

    private static NewMessage message(final int number) {
        return TestEngine.message(number, number % PARTITIONS);
    }

    /** Publishes in transactions, whose markers have offsets, too. */
    private void publish(final int from, final int to) {
        for (int i = from; i < to; i += 10) {
            engine.append(
                            topic,
                            IntStream.range(i, i + 10)
                                    .mapToObj(FollowTest::message)
                                    .toList(),
                            null)
                    .blockingAwait();
        }
    }

    private static List<String> ids(final TestSubscriber<FollowedMessage> follower) {
        return follower.values().stream()
                .filter(each -> each.message() != null)
                .map(each -> each.message().id())
                .toList();
    }

    private static List<String> ids(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(number -> "id-" + number).toList();
    }

    @Test
    void otherFollowersMeetTheFirstAtItsPosition() {
        final String start = engine.end(topic).blockingGet();
        publish(0, 100);
        final TestSubscriber<FollowedMessage> first =
                engine.follow(topic, engine.end(topic).blockingGet()).test();
        publish(100, 150);
        first.awaitCount(50, () -> {}, 60_000);
        final String reached = first.values().get(49).position();

        final TestSubscriber<FollowedMessage> second = engine.follow(topic, start)
                .takeUntil((FollowedMessage each) -> each.position().equals(reached))
                .test();
        assertThat(second.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ids(second)).containsExactlyInAnyOrderElementsOf(ids(0, 150));
        assertThat(engine.end(topic).blockingGet()).isEqualTo(reached);
        first.dispose();
    }

    /** Another instance may know partitions that were added before this one has looked. */
    @Test
    void positionsWithPartitionsThatWereJustAddedAreKnown() {
        final String before = engine.end(topic).blockingGet();
        TestBroker.client().addPartitions(topic, PARTITIONS + 1);
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(topic, before + ".0").test();
        publish(0, 10);
        follower.awaitCount(10, () -> {}, 60_000);
        follower.assertNotTerminated();
        assertThat(ids(follower)).containsExactlyInAnyOrderElementsOf(ids(0, 10));
        follower.dispose();
    }

    /** A partition without messages does not hold the position of the others back. */
    @Test
    void aQuietPartitionIsPassedToTheEndOfItsTransaction() {
        final String start = engine.end(topic).blockingGet();
        final TestSubscriber<FollowedMessage> first =
                engine.follow(topic, start).test();
        publish(0, 10);
        first.awaitCount(10, () -> {}, 60_000);
        TestBroker.client().deleteRecords(topic, 0, -1);
        engine.append(topic, List.of(message(11)), null).blockingAwait();
        first.awaitCount(11, () -> {}, 60_000);
        first.dispose();

        final TestSubscriber<FollowedMessage> next =
                engine.follow(topic, first.values().get(10).position()).test();
        engine.append(topic, List.of(message(12)), null).blockingAwait();
        next.awaitCount(1, () -> {}, 60_000);
        next.assertNotTerminated();
        assertThat(ids(next)).containsExactly("id-12");
        next.dispose();
    }

    @Test
    void otherFollowersContinueWhenTheFirstHasLeft() {
        final String start = engine.end(topic).blockingGet();
        final TestSubscriber<FollowedMessage> first =
                engine.follow(topic, start).test();
        final TestSubscriber<FollowedMessage> second =
                engine.follow(topic, start).test();
        publish(0, 20);
        first.awaitCount(20, () -> {}, 60_000);
        first.dispose();
        publish(20, 40);
        while (ids(second).size() < 40) {
            second.awaitCount(second.valueCount() + 1, () -> {}, 100);
        }
        assertThat(ids(second)).containsExactlyInAnyOrderElementsOf(ids(0, 40));
        second.dispose();
    }

    @Test
    void aRelayThatWasFrozenInATransactionStoresNothing() {
        final String start = engine.end(topic).blockingGet();
        final Term next = new Term("outbox", topic, 2);
        try (Producer<byte[], byte[]> frozen = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestBroker.address(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        RelayFence.name(topic, next)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            frozen.initTransactions();
            frozen.beginTransaction();
            final Object unused =
                    frozen.send(new ProducerRecord<>(topic, 0, null, "old".getBytes(StandardCharsets.UTF_8)));
            frozen.flush();
            engine.append(topic, List.of(message(0)), next).blockingAwait();
            assertThatThrownBy(frozen::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(topic, start).test();
        follower.awaitCount(1, () -> {}, 60_000);
        assertThat(ids(follower)).containsExactly("id-0");
        follower.dispose();
    }

    /** Commits what it receives. */
    private static final class CommittingListener implements PartitionListener {

        private final AtomicReference<ConsumerSession> session = new AtomicReference<>();
        private final Queue<String> received = new ConcurrentLinkedQueue<>();

        @Override
        public void assigned(final int partition, final long committed, final Term term) {}

        @Override
        public void missed(final long committed, final long first) {
            received.add("missed");
        }

        @Override
        public void received(final int partition, final List<StoredMessage> messages) {
            messages.forEach(each -> received.add(each.id()));
            final Disposable unused = session.get()
                    .commit(partition, messages.get(messages.size() - 1).position())
                    .subscribe(() -> {}, error -> received.add(error.toString()));
        }

        @Override
        public Completable revoked(final int partition, final boolean lost) {
            return Completable.complete();
        }

        @Override
        public void failed(final Throwable error) {
            received.add(error.toString());
        }

        @Override
        public void recovered() {}
    }

    /** The end of a transaction has an offset, and is not a message. */
    @Test
    void aConsumerThatHasHandledTransactionsHasNoLag() {
        final CommittingListener listener = new CommittingListener();
        final ConsumerSession session = engine.consume(topic, "mail", listener);
        listener.session.set(session);
        publish(0, 20);
        final Map<Integer, Long> lag = Flowable.interval(0, 50, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .concatMapSingle(tick -> session.lag())
                .filter(lags ->
                        listener.received.size() == 20 && lags.values().stream().allMatch(each -> each == 0))
                .firstOrError()
                .timeout(60, TimeUnit.SECONDS)
                .blockingGet();
        assertThat(lag).containsOnlyKeys(0, 1, 2, 3, 4);
        assertThat(listener.received).containsExactlyInAnyOrderElementsOf(ids(0, 20));
    }
}
