package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.test.internal.database.BrokerClient;

/** Groups that handle batches. The first batch of a test waits until further records wait behind it, so the second one has several. */
@Tag("full")
@Timeout(120)
final class KafkaGroupBatchTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final CompletableSubject first = CompletableSubject.create();

    /** The values of each batch that was handled. */
    private final Queue<List<String>> handled = new ConcurrentLinkedQueue<>();

    /** The values of each batch that was begun, and the first attempt of it. */
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    private RunningApplication application;
    private String topic;

    @BeforeEach
    void start() {
        topic = cluster.newTopic(1);
        application = applications.run(TestApplications.recipe());
    }

    private KafkaGroup<String> group() {
        return application
                .get(Kafka.class)
                .topic(topic, String.class)
                .group(topic + "-report")
                .withRetryPause(Duration.ofMillis(5));
    }

    private Completable note(final List<KafkaRecord<String>> batch) {
        begun.add(values(batch) + " " + batch.get(0).attempt());
        final Completable noted = Completable.fromAction(() -> handled.add(values(batch)));
        return batch.get(0).offset() == 0 ? first.andThen(noted) : noted;
    }

    private Completable noteUnless(final String wrong, final List<KafkaRecord<String>> batch) {
        return note(batch)
                .startWith(Completable.defer(() ->
                        values(batch).contains(wrong) ? Completable.error(new IOException()) : Completable.complete()));
    }

    private static List<String> values(final List<KafkaRecord<String>> batch) {
        return batch.stream().map(KafkaRecord::value).toList();
    }

    /** Sends a record, whose batch waits, and further ones behind it. */
    private void sendBehindFirst(final String... values) {
        cluster.send(topic, 0, "\"first\"");
        until(() -> !begun.isEmpty());
        cluster.send(topic, 0, values);
        awaitWaiting(values.length + 1);
        first.onComplete();
    }

    private void awaitWaiting(final long number) {
        final String waiting = "kafka." + topic + "." + topic + "-report.waiting";
        until(() -> TestApplications.gauge(application, waiting) == number);
    }

    private void awaitCommit(final long position) {
        until(() -> cluster.committed(topic + "-report").equals(Map.of(0, position)));
    }

    private static String[] texts(final int number) {
        return IntStream.range(0, number).mapToObj(each -> "\"" + each + "\"").toArray(String[]::new);
    }

    @Test
    void recordsThatWaitAreHandledTogetherInOrderAndCommitted() {
        group().handleBatches(this::note);
        sendBehindFirst(texts(1_200));
        awaitCommit(1_201);
        assertThat(handled).extracting(List::size).containsExactly(1, 500, 500, 200);
        assertThat(handled.stream().skip(1).flatMap(List::stream))
                .containsExactly(
                        IntStream.range(0, 1_200).mapToObj(Integer::toString).toArray(String[]::new));
    }

    @Test
    void aBatchWithOneMebibyteTakesNoFurtherRecord() {
        final String large = "\"" + "x".repeat(600_000) + "\"";
        group().handleBatches(this::note);
        sendBehindFirst(large, large, large);
        awaitCommit(4);
        assertThat(handled).extracting(List::size).containsExactly(1, 2, 1);
    }

    @Test
    void aBatchHasOneContextAndItsListCannotBeChanged() {
        final Queue<String> ids = new ConcurrentLinkedQueue<>();
        group().handleBatches(batch -> {
            ids.add(RequestContext.current().id());
            assertThatThrownBy(() -> batch.remove(0)).isInstanceOf(UnsupportedOperationException.class);
            return note(batch);
        });
        sendBehindFirst(texts(10));
        awaitCommit(11);
        assertThat(ids).containsExactly(topic + "-0@0-0", topic + "-0@1-10");
    }

    @Test
    void onlyTheRecordThatFailsInABatchIsCopiedToTheDeadTopic() {
        cluster.createTopic(topic + "-dead", 1);
        group().withDeadTopic(topic + "-dead", 2).handleBatches(batch -> noteUnless("1", batch));
        sendBehindFirst(texts(4));
        awaitCommit(5);
        assertThat(handled).containsExactly(List.of("first"), List.of("0"), List.of("2"), List.of("3"));
        assertThat(cluster.values(topic + "-dead")).containsExactly("\"1\"");
        assertThat(cluster.read(topic + "-dead")
                        .get(0)
                        .headers()
                        .lastHeader("jzenith-attempts")
                        .value())
                .asString()
                .isEqualTo("2");
    }

    @Test
    void aRecordThatCannotBeReadEndsTheBatchBeforeIt() {
        cluster.createTopic(topic + "-dead", 1);
        group().withDeadTopic(topic + "-dead", 2).handleBatches(this::note);
        sendBehindFirst("\"0\"", "\"1\"", "no text", "\"3\"", "\"4\"");
        awaitCommit(6);
        assertThat(begun).containsExactly("[first] 1", "[0, 1] 1", "[3, 4] 1");
        assertThat(cluster.values(topic + "-dead")).containsExactly("no text");
    }

    @Test
    void aBatchInProgressMayCompleteWhenTheApplicationStops() throws InterruptedException {
        final CompletableSubject work = CompletableSubject.create();
        final CompletableSubject second = CompletableSubject.create();
        group().handleBatches(batch -> {
            if (batch.get(0).offset() > 0) {
                second.onComplete();
                return work.andThen(note(batch));
            }
            return note(batch);
        });
        sendBehindFirst(texts(10));
        second.blockingAwait();
        cluster.send(topic, 0, "\"last\"");
        awaitWaiting(11);
        final Thread stop = new Thread(application::close);
        stop.start();
        until(this::isStopping);
        work.onComplete();
        stop.join();
        assertThat(handled).extracting(List::size).containsExactly(1, 10);
        assertThat(cluster.committed(topic + "-report")).isEqualTo(Map.of(0, 11L));
    }

    private boolean isStopping() {
        try {
            group().handleBatches(this::note);
        } catch (final IllegalStateException e) {
            return e.getMessage().contains("is stopping");
        }
        return false;
    }
}
