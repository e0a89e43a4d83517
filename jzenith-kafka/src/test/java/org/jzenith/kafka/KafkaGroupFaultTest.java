package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.kafka.SharedBroker.numbers;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.OffsetLostException;
import org.jzenith.kafka.error.TopicReplacedException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.consumer.GroupReader;
import org.jzenith.kafka.internal.consumer.ReaderOptions;
import org.jzenith.kafka.internal.consumer.RecordListener;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.ChildJvm;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** An instance, a broker, records or a topic go away while a group is read. */
@Tag("full")
@Timeout(120)
final class KafkaGroupFaultTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final List<GroupReader> readers = new ArrayList<>();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private String topic;

    @BeforeEach
    void start() {
        topic = cluster.newTopic(2);
    }

    @AfterEach
    void stop() {
        readers.forEach(each -> each.close().blockingAwait());
    }

    private static JZenith application(final String servers) {
        return TestApplications.recipe(servers).withConfiguration("kafka.request-timeout", "2s");
    }

    private RunningApplication run() {
        return applications.run(application(cluster.servers()));
    }

    private static KafkaGroup<Integer> report(final RunningApplication application, final String topic) {
        return application.get(Kafka.class).topic(topic, Integer.class).group(topic + "-report");
    }

    private Completable note(final KafkaRecord<?> record) {
        return Completable.fromAction(() -> handled.add(record.partition() + ":" + record.value()));
    }

    /** A consumer that is killed with a record in progress. */
    public static final class Killed {

        private Killed() {}

        public static void main(final String... args) {
            report(application(args[0]).run(), args[1])
                    .handle(record -> record.value() == 0
                            ? Completable.complete()
                            : Completable.never()
                                    .doOnSubscribe(begun -> System.out.println("handling " + record.value())));
        }
    }

    @Test
    void thePartitionsOfAKilledProcessMove() throws IOException {
        cluster.shortenSessions(topic + "-report");
        cluster.send(topic, 0, "0", "1", "2");
        try (ChildJvm child = ChildJvm.start(Killed.class, "handling 1", cluster.servers(), topic)) {
            assertThat(child).isNotNull();
            report(run(), topic).handle(this::note);
            until(() -> cluster.members(topic + "-report") == 2);
        }
        until(() -> handled.contains("0:2"));
        assertThat(handled).containsSubsequence("0:1", "0:2");
    }

    @Test
    void readingGoesOnWhenTheBrokerIsBack() {
        final UnreliableProxy proxy = SharedBroker.proxy();
        try {
            final RunningApplication application = applications.run(application("127.0.0.1:" + proxy.port()));
            report(application, topic).handle(this::note);
            cluster.send(topic, 0, "1");
            until(() -> handled.size() == 1);
            proxy.turnAway();
            cluster.send(topic, 0, "2");
            proxy.letIn();
            until(() -> handled.contains("0:2"));
            proxy.freeze();
            cluster.send(topic, 0, "3");
            proxy.thaw();
            until(() -> handled.contains("0:3"));
        } finally {
            proxy.letIn();
        }
    }

    /** The last position is not committed yet. The limit for one request is longer than the drain. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStopWithoutABrokerTakesNoLongerThanTheDrain(final boolean isFrozen) {
        final UnreliableProxy proxy = SharedBroker.proxy();
        final RunningApplication application = applications.run(
                application("127.0.0.1:" + proxy.port()).withConfiguration("kafka.request-timeout", "60s"));
        final Duration drain = application.get(JZenithConfiguration.class).drainTimeout();
        report(application, topic)
                .handle(record -> note(record).doOnComplete(isFrozen ? proxy::freeze : proxy::turnAway));
        cluster.send(topic, 0, "1");
        try {
            until(() -> handled.size() == 1);
            final long began = System.nanoTime();
            application.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(drain);
            applications.awaitNoThreads();
        } finally {
            proxy.thaw();
            proxy.letIn();
        }
    }

    /** Notes the events of a reader. */
    private final class Events implements RecordListener {

        private final Map<Integer, Long> assigned = new ConcurrentHashMap<>();
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final Queue<String> revoked = new ConcurrentLinkedQueue<>();
        private final Queue<Long> offsets = new ConcurrentLinkedQueue<>();
        private final CompletableSubject idle = CompletableSubject.create();
        private volatile boolean recovered;

        @Override
        public void assigned(final int partition, final long next, final long term) {
            assertThat(term).isZero();
            assigned.put(partition, next);
        }

        @Override
        public void received(final int partition, final List<ConsumerRecord<byte[], byte[]>> records, final long size) {
            records.forEach(each -> offsets.add(each.offset()));
        }

        @Override
        public Completable revoked(final int partition, final boolean lost) {
            revoked.add(partition + " " + lost);
            return idle;
        }

        @Override
        public void failed(final Throwable error) {
            failures.add(error);
        }

        @Override
        public void recovered() {
            recovered = true;
        }
    }

    private GroupReader reader(final RunningApplication application, final RecordListener listener) {
        final GroupReader reader = new GroupReader(
                new ReaderOptions(
                        topic, topic + "-report", false, false, false, Duration.ofSeconds(5), Duration.ofSeconds(2)),
                application.get(KafkaConnections.class),
                EventLoopContext.onEach(application.get(Vertx.class)).get(0),
                listener);
        readers.add(reader);
        reader.begin();
        return reader;
    }

    @Test
    void aReaderCommitsUntilItsPartitionsAreReleased() {
        final RunningApplication application = run();
        cluster.send(topic, 0, "0", "1", "2");
        final Events events = new Events();
        final GroupReader reader = reader(application, events);
        until(() -> events.offsets.size() == 3);
        assertThat(events.assigned).isEqualTo(Map.of(0, 0L, 1, 0L));
        reader.commit(0, 1).blockingAwait();
        assertThat(reader.lag().blockingGet()).isEqualTo(Map.of(0, 2L, 1, 0L));
        reader.close().subscribe();
        until(() -> events.revoked.size() == 2);
        reader.commit(0, 3).blockingAwait();
        events.idle.onComplete();
        reader.close().blockingAwait();
        assertThat(cluster.committed(topic + "-report")).containsEntry(0, 3L);
        assertThat(events.recovered).isTrue();
        assertThat(events.failures).isEmpty();
        assertThat(events.revoked).containsExactlyInAnyOrder("0 false", "1 false");
    }

    @Test
    void aPausedPartitionKeepsItsPlace() {
        final RunningApplication application = run();
        final Events events = new Events();
        final GroupReader reader = reader(application, events);
        until(() -> events.assigned.size() == 2);
        reader.pause(0);
        cluster.send(topic, 0, "0");
        cluster.send(topic, 1, "1");
        until(() -> !events.offsets.isEmpty());
        reader.resume(0);
        until(() -> events.offsets.size() == 2);
        events.idle.onComplete();
        reader.close().blockingAwait();
    }

    @Test
    void recordsThatWereDeletedBeforeTheyWereHandledStopTheirPartition() {
        final RunningApplication application = run();
        cluster.send(topic, 0, numbers(0, 5));
        final Events events = new Events();
        events.idle.onComplete();
        final GroupReader first = reader(application, events);
        until(() -> events.offsets.size() == 5);
        first.commit(0, 2).blockingAwait();
        first.commit(1, 0).blockingAwait();
        first.close().blockingAwait();
        cluster.deleteRecords(topic, 0, 4);
        final Events later = new Events();
        later.idle.onComplete();
        final GroupReader second = reader(application, later);
        until(() -> !later.failures.isEmpty());
        assertThat(later.failures.peek())
                .isInstanceOf(OffsetLostException.class)
                .hasMessageContaining("continues at the offset 2 of the partition " + topic + "-0")
                .hasMessageContaining("keeps the offsets 4 to 4")
                .hasMessageContaining("--reset-offsets");
        later.recovered = false;
        cluster.send(topic, 1, "1");
        until(() -> !later.offsets.isEmpty());
        assertThat(later.offsets).containsExactly(0L);
        assertThat(later.recovered).isFalse();
        second.close().blockingAwait();
    }

    @Test
    void aTopicThatIsDeletedAndCreatedAgainIsNotRead() {
        final RunningApplication application = run();
        cluster.send(topic, 0, "0", "1");
        final Events events = new Events();
        events.idle.onComplete();
        final GroupReader reader = reader(application, events);
        until(() -> events.offsets.size() == 2);
        reader.commit(0, 1).blockingAwait();
        cluster.deleteTopic(topic);
        until(() -> !events.failures.isEmpty());
        cluster.createTopic(topic, 2);
        until(() -> events.failures.stream().anyMatch(each -> each instanceof TopicReplacedException));
        final int before = events.offsets.size();
        cluster.send(topic, 0, "2");
        assertThat(reader.commit(0, 2).test().awaitDone(60, TimeUnit.SECONDS).errors())
                .first()
                .isInstanceOf(TermEndedException.class);
        reader.close().blockingAwait();
        assertThat(events.offsets).hasSize(before);
    }

    @Test
    void aMissingTopicIsToldAndReadWhenItExists() {
        final RunningApplication application = run();
        cluster.deleteTopic(topic);
        final Events events = new Events();
        events.idle.onComplete();
        final GroupReader reader = reader(application, events);
        until(() -> !events.failures.isEmpty());
        assertThat(events.failures.peek()).hasMessageContaining(topic);
        cluster.createTopic(topic, 1);
        cluster.send(topic, 0, "1");
        until(() -> events.offsets.size() == 1 && events.recovered);
        reader.close().blockingAwait();
    }
}
