package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.kafka.SharedBroker.numbers;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.ChildJvm;

/** Groups that read, process and write in transactions. */
@Tag("full")
@Timeout(120)
final class KafkaGroupTransactionTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private String source;
    private String target;

    @BeforeEach
    void start() {
        source = cluster.newTopic(2);
        target = cluster.newTopic(1);
    }

    private Kafka run() {
        return applications.run(TestApplications.recipe()).get(Kafka.class);
    }

    private static KafkaGroup<Integer> squares(final Kafka kafka, final String source) {
        return kafka.topic(source, Integer.class).group(source + "-squares").withRetryPause(Duration.ofMillis(5));
    }

    private static Completable square(
            final Kafka kafka,
            final String target,
            final KafkaRecord<Integer> record,
            final KafkaTransaction transaction) {
        return transaction
                .send(kafka.topic(target, Integer.class), null, record.value() * record.value())
                .ignoreElement();
    }

    @Test
    void whatIsSentAndThePositionAreCommittedTogether() {
        final Kafka kafka = run();
        cluster.send(source, 0, numbers(0, 200));
        cluster.send(source, 1, "1000");
        squares(kafka, source).handleInTransaction((record, transaction) -> square(kafka, target, record, transaction));
        until(() -> cluster.committed(source + "-squares").equals(Map.of(0, 200L, 1, 1L)));
        final List<Integer> values =
                cluster.values(target).stream().map(Integer::valueOf).toList();
        assertThat(values).hasSize(201).doesNotHaveDuplicates().contains(1_000_000);
        assertThat(values.stream().filter(each -> each < 1_000_000)).isSorted();
    }

    @Test
    void aHandlerMayNotTakeLongerThanItsTransaction() {
        final KafkaGroup<Integer> group = squares(run(), source).withTimeout(Duration.ofSeconds(40));
        assertThatThrownBy(() -> group.handleInTransaction((record, transaction) -> Completable.complete()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(source)
                .hasMessageContaining("aborted after 40000 ms (kafka.transaction.timeout)");
        group.withTimeout(Duration.ofSeconds(39)).handleInTransaction((record, transaction) -> Completable.complete());
    }

    @Test
    void aHandlerThatFailsLeavesNothingAndItsRecordIsTriedAgainInItsPlace() {
        final Kafka kafka = run();
        cluster.send(source, 0, numbers(0, 10));
        final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        squares(kafka, source)
                .handleInTransaction((record, transaction) -> square(kafka, target, record, transaction)
                        .andThen(Completable.defer(() -> {
                            if (record.value() == 5) {
                                attempts.add(record.attempt());
                            }
                            return record.value() == 5 && record.attempt() < 3
                                    ? Completable.error(new IOException())
                                    : Completable.complete();
                        })));
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 10);
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(cluster.values(target)).containsExactly("0", "1", "4", "9", "16", "25", "36", "49", "64", "81");
    }

    @Test
    void aRecordThatFailsTooOftenIsCopiedToTheDeadTopicOnly() {
        final Kafka kafka = run();
        cluster.createTopic(target + "-dead", 1);
        cluster.send(source, 0, "1", "2", "no number", "3");
        squares(kafka, source)
                .withDeadTopic(target + "-dead", 2)
                .handleInTransaction((record, transaction) -> square(kafka, target, record, transaction)
                        .andThen(record.value() == 2 ? Completable.error(new IOException()) : Completable.complete()));
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 4);
        assertThat(cluster.values(target)).containsExactly("1", "9");
        assertThat(cluster.values(target + "-dead")).containsExactly("2", "no number");
    }

    private long lag() {
        return TestApplications.gauge(applications.get(0), "kafka." + source + "." + source + "-squares.lag");
    }

    @Test
    void theLagIsWithoutTheRecordsOfCommittedTransactions() {
        final Kafka kafka = run();
        final CompletableSubject last = CompletableSubject.create();
        final CompletableSubject begun = CompletableSubject.create();
        squares(kafka, source)
                .handleInTransaction((record, transaction) -> record.value() < 20
                        ? square(kafka, target, record, transaction)
                        : last.doOnSubscribe(handler -> begun.onComplete()));
        cluster.send(source, 0, numbers(0, 20));
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 20);
        cluster.send(source, 0, "20");
        begun.blockingAwait();
        until(() -> lag() > 0);
        assertThat(lag()).isEqualTo(1);
        last.onComplete();
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 21);
    }

    /** The copy and the position of the group are in one transaction, which also writes its end to the dead topic. */
    @Test
    void aCopyInTheDeadTopicIsCommittedTogetherWithThePosition() {
        final Kafka kafka = run();
        final String dead = target + "-copies";
        cluster.createTopic(dead, 1);
        cluster.send(source, 0, "no number", "2");
        squares(kafka, source)
                .withDeadTopic(dead, 1)
                .handleInTransaction((record, transaction) -> square(kafka, target, record, transaction));
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 2);
        assertThat(cluster.values(dead)).containsExactly("no number");
        assertThat(cluster.end(dead, 0)).isEqualTo(2);
    }

    /** The first record leaves the second one less than its time limit. */
    @Test
    void aHandlerThatOutlastsTheTransactionHasFailed() {
        final Kafka kafka = applications
                .run(TestApplications.recipe().withConfiguration("kafka.transaction.timeout", "1s"))
                .get(Kafka.class);
        final String dead = target + "-late";
        cluster.createTopic(dead, 1);
        cluster.send(source, 0, "1", "2", "3");
        final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        squares(kafka, source)
                .withTimeout(Duration.ofMillis(990))
                .withDeadTopic(dead, 2)
                .handleInTransaction((record, transaction) -> {
                    if (record.value() == 2) {
                        attempts.add(record.attempt());
                        return Completable.never();
                    }
                    return Completable.timer(60, TimeUnit.MILLISECONDS)
                            .andThen(square(kafka, target, record, transaction));
                });
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 3);
        assertThat(attempts).containsExactly(1, 2);
        assertThat(cluster.values(dead)).containsExactly("2");
        assertThat(cluster.values(target)).containsExactly("1", "9");
    }

    @Test
    void groupsWhoseNamesJoinToTheSameTextDoNotFenceEachOther() {
        final String other = "b-" + source;
        cluster.createTopic(other, 1);
        final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
        final Kafka kafka = run();
        kafka.topic(source, Integer.class).group("g-b").handleInTransaction((record, transaction) -> {
            handled.add(record.value());
            return square(kafka, target, record, transaction);
        });
        kafka.topic(other, Integer.class).group("g").handleInTransaction((record, transaction) -> {
            handled.add(record.value());
            return square(kafka, target, record, transaction);
        });
        cluster.send(source, 0, "1");
        until(() -> cluster.committed("g-b").getOrDefault(0, 0L) == 1);
        cluster.send(other, 0, "2");
        until(() -> cluster.committed("g").getOrDefault(0, 0L) == 1);
        cluster.send(source, 0, "3");
        until(() -> cluster.committed("g-b").getOrDefault(0, 0L) == 2);
        assertThat(handled).containsExactly(1, 2, 3);
    }

    /** A process that is killed when it has sent, and has not committed. */
    public static final class Killed {

        private Killed() {}

        public static void main(final String... args) {
            final Kafka kafka = TestApplications.recipe(args[0]).run().get(Kafka.class);
            squares(kafka, args[1])
                    .handleInTransaction((record, transaction) -> square(kafka, args[2], record, transaction)
                            .andThen(Completable.never()
                                    .doOnSubscribe(sent -> System.out.println("sent " + record.value()))));
        }
    }

    @Test
    void aProcessThatIsKilledBeforeTheCommitLeavesNothing() throws IOException {
        cluster.shortenSessions(source + "-squares");
        cluster.send(source, 0, "2", "3");
        ChildJvm.start(Killed.class, "sent 2", cluster.servers(), source, target)
                .close();
        final Kafka kafka = run();
        squares(kafka, source).handleInTransaction((record, transaction) -> square(kafka, target, record, transaction));
        until(() -> cluster.committed(source + "-squares").getOrDefault(0, 0L) == 2);
        assertThat(cluster.values(target)).containsExactly("4", "9");
    }
}
