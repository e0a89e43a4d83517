package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.SingleSubject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.error.KafkaOverloadedException;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaFutures;
import org.jzenith.kafka.internal.producer.GroupPositions;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.internal.producer.TransactionRunner;
import org.jzenith.test.internal.database.BrokerClient;

/** Transactions on a broker that responds. */
@Tag("full")
@Timeout(60)
final class KafkaTransactionTest {

    @AutoClose
    private static final TestApplications APPLICATIONS = new TestApplications();

    private static BrokerClient broker;
    private static RunningApplication application;
    private static Kafka kafka;

    @BeforeAll
    static void start() {
        broker = SharedBroker.client();
        application = APPLICATIONS.run(application());
        kafka = application.get(Kafka.class);
    }

    private static JZenith application() {
        return TestApplications.recipe()
                .withConfiguration("kafka.request-timeout", "3s")
                .withConfiguration("kafka.client.linger.ms", 0)
                .withConfiguration("kafka.client.max.request.size", 100_000)
                .withConfiguration("kafka.transaction.pool-size", 2)
                .withConfiguration("kafka.transaction.acquire-timeout", "200ms")
                .withConfiguration("kafka.transaction.timeout", "5s");
    }

    private static long gauge(final String name) {
        return TestApplications.gauge(application, name);
    }

    private static void awaitIdle() {
        until(() -> gauge("kafka.transactions") == 0 && gauge("kafka.sends") == 0);
    }

    @Test
    void allRecordsAreThereAfterTheCommit() {
        final String first = broker.newTopic(2);
        final String second = broker.newTopic(1);
        final KafkaTopic<Integer> numbers = kafka.topic(first, Integer.class);
        final KafkaTopic<String> names = kafka.topic(second, String.class);
        final String result = kafka.transaction(tx -> Flowable.range(0, 10)
                        .flatMapSingle(i -> tx.send(numbers, "k" + i, i, Map.of("a", "b")))
                        .ignoreElements()
                        .andThen(tx.send(names, "k", "ten"))
                        .map(stored -> {
                            assertThat(broker.values(second)).isEmpty();
                            return "done";
                        }))
                .blockingGet();
        assertThat(result).isEqualTo("done");
        assertThat(broker.values(first)).hasSize(10);
        assertThat(broker.values(second)).containsExactly("\"ten\"");
        awaitIdle();
    }

    @Test
    void aFailureAbortsAll() {
        final String name = broker.newTopic(1);
        final KafkaTopic<Integer> topic = kafka.topic(name, Integer.class);
        final IllegalStateException mine = new IllegalStateException("mine");
        assertThatThrownBy(() -> kafka.transaction(
                                tx -> tx.send(topic, "a", 1).flatMap(stored -> Single.<Integer>error(mine)))
                        .blockingGet())
                .isSameAs(mine);
        assertThatThrownBy(() -> kafka.<Integer>transaction(tx -> {
                            throw mine;
                        })
                        .blockingGet())
                .isSameAs(mine);
        kafka.transaction(tx -> tx.send(topic, "a", 2)).ignoreElement().blockingAwait();
        assertThat(broker.values(name)).containsExactly("2");
        awaitIdle();
    }

    @Test
    void aRecordThatCannotBeSentAbortsAllAlsoIfItsErrorIsIgnored() {
        final String name = broker.newTopic(1);
        final KafkaTopic<String> topic = kafka.topic(name, String.class);
        final KafkaTopic<String> missing = kafka.topic("missing-in-transaction", String.class);
        assertThatThrownBy(() -> kafka.transaction(tx -> tx.send(topic, "a", "b")
                                .flatMap(stored -> tx.send(topic, "a", "x".repeat(200_000))
                                        .map(other -> 1)
                                        .onErrorReturnItem(2)))
                        .blockingGet())
                .isInstanceOf(KafkaException.class);
        assertThatThrownBy(() ->
                        kafka.transaction(tx -> tx.send(missing, "a", "b")).blockingGet())
                .isInstanceOf(KafkaRefusedException.class)
                .hasMessageContaining("missing-in-transaction");
        kafka.transaction(tx -> tx.send(topic, "a", "c")).ignoreElement().blockingAwait();
        assertThat(broker.values(name)).containsExactly("\"c\"");
        awaitIdle();
    }

    @Test
    void aTransactionThatIsDisposedIsAborted() {
        final String name = broker.newTopic(1);
        final KafkaTopic<Integer> topic = kafka.topic(name, Integer.class);
        final SingleSubject<RecordMetadata> sent = SingleSubject.create();
        final TestObserver<Object> open = kafka.transaction(tx ->
                        tx.send(topic, "a", 1).doOnSuccess(sent::onSuccess).flatMap(stored -> Single.never()))
                .test();
        sent.ignoreElement().blockingAwait();
        open.dispose();
        kafka.transaction(tx -> tx.send(topic, "a", 2)).ignoreElement().blockingAwait();
        awaitIdle();
        assertThat(broker.values(name)).containsExactly("2");
    }

    @Test
    void aTransactionThatTakesTooLongIsAborted() {
        final String name = broker.newTopic(1);
        try (RunningApplication hasty = application()
                .withConfiguration("kafka.transaction.timeout", "1s")
                .run()) {
            final KafkaTopic<Integer> topic = hasty.get(Kafka.class).topic(name, Integer.class);
            assertThatThrownBy(() -> hasty.get(Kafka.class)
                            .transaction(tx -> tx.send(topic, "a", 1).flatMap(stored -> Single.never()))
                            .blockingGet())
                    .isInstanceOf(KafkaUnavailableException.class)
                    .hasMessageContaining("kafka.transaction.timeout");
            assertThat(broker.values(name)).isEmpty();
            until(() -> TestApplications.gauge(hasty, "kafka.transactions") == 0);
        }
    }

    @Test
    void moreTransactionsThanTheLimitWaitAndThenAreRefused() {
        final SingleSubject<Integer> end = SingleSubject.create();
        final List<TestObserver<Integer>> open = IntStream.range(0, 2)
                .mapToObj(i -> kafka.transaction(tx -> end).test())
                .toList();
        until(() -> gauge("kafka.transactions") == 2);
        assertThatThrownBy(() -> kafka.transaction(tx -> Single.just(1)).blockingGet())
                .isInstanceOf(KafkaOverloadedException.class)
                .hasMessageContaining("kafka.transaction.pool-size is 2");
        final TestObserver<Integer> next =
                kafka.transaction(tx -> Single.just(3)).test();
        end.onSuccess(1);
        open.forEach(TestObserver::awaitTerminalEvent);
        next.awaitTerminalEvent();
        next.assertValue(3);
        awaitIdle();
    }

    @Test
    void aTransactionThatHasEndedSendsNothing() {
        final KafkaTopic<Integer> topic = kafka.topic(broker.newTopic(1), Integer.class);
        final AtomicReference<KafkaTransaction> kept = new AtomicReference<>();
        kafka.transaction(tx -> {
                    kept.set(tx);
                    return Single.just(1);
                })
                .ignoreElement()
                .blockingAwait();
        assertThatThrownBy(() -> kept.get().send(topic, "a", 1).blockingGet())
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("The transaction has ended");
    }

    @Test
    void theLaterProducerWithAnIdFencesTheEarlierOneWhichCanBeginAgain() {
        final String name = broker.newTopic(1);
        final TransactionPool pool = application.get(TransactionPool.class);
        final TransactionRunner first = pool.open("relay");
        final TransactionRunner second = pool.open("relay");
        send(first, name, "1").blockingAwait();
        send(second, name, "2").blockingAwait();
        assertThatThrownBy(() -> send(first, name, "3").blockingAwait()).isInstanceOf(KafkaRefusedException.class);
        send(first, name, "4").blockingAwait();
        assertThat(broker.values(name)).containsExactly("1", "2", "4");
        first.close().andThen(second.close()).blockingAwait();
    }

    private static Completable send(final TransactionRunner runner, final String topic, final String value) {
        return runner.run(tx -> tx.send(new ProducerRecord<>(topic, null, value.getBytes())), () -> null)
                .ignoreElement();
    }

    @Test
    @SuppressWarnings("removal") // the library has no other way for a group without members
    void positionsOfAGroupAreCommittedWithTheRecords() {
        final String name = broker.newTopic(1);
        final TopicPartition partition = new TopicPartition(name, 0);
        final TransactionRunner runner = application.get(TransactionPool.class).open("positions");
        final ConsumerGroupMetadata group = new ConsumerGroupMetadata("positions-of-" + name);
        runner.run(
                        tx -> tx.send(new ProducerRecord<>(name, null, "a".getBytes())),
                        () -> new GroupPositions(Map.of(partition, new OffsetAndMetadata(7)), group))
                .ignoreElement()
                .blockingAwait();
        final Map<TopicPartition, OffsetAndMetadata> committed = KafkaFutures.single(
                        "Reading failed",
                        () -> application
                                .get(KafkaConnections.class)
                                .admin()
                                .listConsumerGroupOffsets(group.groupId())
                                .partitionsToOffsetAndMetadata())
                .blockingGet();
        assertThat(committed.get(partition).offset()).isEqualTo(7);
        assertThat(broker.values(name)).containsExactly("a");
        runner.close().blockingAwait();
    }

    @Test
    void transactionsInProgressEndWithTheApplication() {
        final String name = broker.newTopic(1);
        final SingleSubject<RecordMetadata> sent = SingleSubject.create();
        final TestObserver<Object> open;
        try (RunningApplication other = application().run()) {
            final Kafka others = other.get(Kafka.class);
            final KafkaTopic<Integer> topic = others.topic(name, Integer.class);
            open = others.transaction(tx ->
                            tx.send(topic, "a", 1).doOnSuccess(sent::onSuccess).flatMap(stored -> Single.never()))
                    .test();
            sent.ignoreElement().blockingAwait();
        }
        open.awaitTerminalEvent();
        open.assertFailure(KafkaUnavailableException.class);
        assertThat(broker.values(name)).isEmpty();
    }
}
