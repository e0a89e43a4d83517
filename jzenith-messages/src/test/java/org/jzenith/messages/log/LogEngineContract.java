package org.jzenith.messages.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.PositionLostException;

/** Engines of two instances over each store of logs. */
@Execution(ExecutionMode.CONCURRENT)
public abstract class LogEngineContract {

    private static final String MAIL = "mail";
    private static final int PARTITIONS = 5;

    private final String topic = "engine-" + UUID.randomUUID().toString().substring(0, 8);
    private final List<MessageEngine> engines = new ArrayList<>();
    private final List<ConsumerSession> sessions = new ArrayList<>();

    /** Returns the store as one instance sees it. */
    protected abstract LogStore one();

    /** Returns the store as another instance sees it; the same in memory. */
    protected abstract LogStore other();

    /** Returns the Vert.x of the application. */
    protected abstract Vertx vertx();

    @AfterEach
    final void close() {
        sessions.forEach(each -> run(each.close()));
        engines.forEach(each -> run(each.close()));
    }

    private static <T> T get(final Single<T> single) {
        return single.timeout(60, TimeUnit.SECONDS).blockingGet();
    }

    private static void run(final Completable completable) {
        completable.timeout(60, TimeUnit.SECONDS).blockingAwait();
    }

    private MessageEngine engine(final LogStore store) {
        return engine(store, Duration.ofHours(1));
    }

    private MessageEngine engine(final LogStore store, final Duration retention) {
        final MessageEngine engine = LogEngine.of(store, vertx());
        engines.add(engine);
        run(engine.begin());
        run(engine.open(new TopicDefinition(topic, PARTITIONS, retention)));
        return engine;
    }

    private ConsumerSession consume(final MessageEngine engine, final RecordingListener listener) {
        final ConsumerSession session = engine.consume(topic, MAIL, listener);
        sessions.add(session);
        return session;
    }

    private void publish(final MessageEngine engine, final int from, final int to) {
        for (int i = from; i < to; i += 500) {
            run(engine.append(
                    topic,
                    IntStream.range(i, Math.min(to, i + 500))
                            .mapToObj(id -> new NewMessage(
                                    "id-" + id,
                                    id % PARTITIONS,
                                    "key",
                                    Map.of(),
                                    "{}".getBytes(StandardCharsets.UTF_8),
                                    Instant.now()))
                            .toList(),
                    null));
        }
    }

    private static List<String> ids(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(i -> "id-" + i).toList();
    }

    private static long last(final RecordingListener listener, final int partition) {
        return listener.messages().stream()
                .filter(each -> each.partition() == partition)
                .mapToLong(StoredMessage::position)
                .max()
                .orElseThrow();
    }

    @Test
    void oneInstanceReceivesAllMessagesInTheOrderOfTheirPartitions() throws InterruptedException {
        final MessageEngine engine = engine(one());
        publish(engine, 0, 1_000);
        final RecordingListener listener = new RecordingListener();
        consume(engine, listener);
        listener.await(all -> all.messages().size() == 1_000);
        publish(engine(other()), 1_000, 1_100);
        listener.await(all -> all.messages().size() >= 1_100);

        assertThat(listener.ids()).containsExactlyInAnyOrderElementsOf(ids(0, 1_100));
        final Map<Integer, List<String>> byPartition = new HashMap<>();
        listener.messages()
                .forEach(each -> byPartition
                        .computeIfAbsent(each.partition(), any -> new ArrayList<>())
                        .add(each.id()));
        byPartition.forEach((partition, found) -> assertThat(found)
                .containsExactlyElementsOf(IntStream.range(0, 1_100)
                        .filter(i -> i % PARTITIONS == partition)
                        .mapToObj(i -> "id-" + i)
                        .toList()));
        assertThat(listener.recoveries()).isEqualTo(1);
        assertThat(listener.errors()).isEmpty();
    }

    @Test
    void instancesShareThePartitionsAndTakeThoseOfOneThatLeaves() throws InterruptedException {
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(engine(one()), first);
        first.await(all -> all.partitions().size() == PARTITIONS);
        final RecordingListener second = new RecordingListener();
        consume(engine(other()), second);
        second.await(all -> all.partitions().size() == 2);
        first.await(all -> all.partitions().size() == 3);
        assertThat(first.partitions()).doesNotContainAnyElementsOf(second.partitions());
        assertThat(first.lost()).isEmpty();

        run(session.close());
        assertThat(first.partitions()).isEmpty();
        second.await(all -> all.partitions().size() == PARTITIONS);
        assertThat(first.lost()).isEmpty();
    }

    @Test
    void partitionMovesWhenItsMessagesInProgressAreDoneAndCommitted() throws InterruptedException {
        final MessageEngine engine = engine(one());
        publish(engine, 0, 10);
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(engine, first);
        first.await(all -> all.messages().size() == 10);
        final CompletableSubject done = CompletableSubject.create();
        first.finishWith(done);
        final RecordingListener second = new RecordingListener();
        consume(engine(other()), second);
        first.await(all -> all.partitions().size() == 3);
        final List<Integer> moving = IntStream.range(0, PARTITIONS)
                .boxed()
                .filter(i -> !first.partitions().contains(i))
                .toList();
        assertThat(moving).hasSize(2);
        moving.forEach(each -> run(session.commit(each, last(first, each))));
        assertThat(second.partitions()).isEmpty();
        done.onComplete();

        second.await(all -> all.partitions().size() == 2);
        assertThat(second.partitions()).containsExactlyElementsOf(moving);
        assertThat(moving).allSatisfy(each -> assertThat(second.committed(each)).isEqualTo(last(first, each)));
        publish(engine, 10, 20);
        second.await(all -> all.messages().size() == 4);
        assertThat(second.ids())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(10, 20)
                        .filter(i -> moving.contains(i % PARTITIONS))
                        .mapToObj(i -> "id-" + i)
                        .toList());
    }

    @Test
    void partitionsOfAnInstanceThatVanishesMoveAndItCommitsNothing() throws InterruptedException {
        final MessageEngine vanishing = engine(one());
        publish(vanishing, 0, 10);
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(vanishing, first);
        first.await(all -> all.messages().size() == 10);
        run(session.commit(1, last(first, 1)));
        // As if the process had been killed: the leases stay.
        run(vanishing.close());
        sessions.remove(session);

        final RecordingListener second = new RecordingListener();
        consume(engine(other()), second);
        second.await(
                all -> all.partitions().size() == PARTITIONS && all.messages().size() == 8);
        assertThat(second.committed(1)).isEqualTo(last(first, 1));
        assertThat(second.term(0).number()).isGreaterThan(first.term(0).number());
        assertThatThrownBy(() -> run(session.commit(0, last(first, 0)))).isInstanceOf(TermEndedException.class);
        assertThat(get(other().committed(topic, MAIL))).containsOnlyKeys(1);
    }

    @Test
    void pausedPartitionIsNotReadUntilItResumes() throws InterruptedException {
        final MessageEngine engine = engine(one());
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = consume(engine, listener);
        listener.await(all -> all.partitions().size() == PARTITIONS);
        session.pause(0);
        get(session.lag()); // after the pause, and after reads in progress
        publish(engine, 0, 10);
        listener.await(all -> all.messages().size() == 8);
        assertThat(listener.messages()).noneMatch(each -> each.partition() == 0);
        session.resume(0);
        listener.await(all -> all.messages().size() == 10);
    }

    @Test
    void lagIsTheNumberOfMessagesThatAreNotCommitted() throws InterruptedException {
        final MessageEngine engine = engine(one());
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = consume(engine, listener);
        listener.await(all -> all.partitions().size() == PARTITIONS);
        publish(engine, 0, 10);
        listener.await(all -> all.messages().size() == 10);
        run(session.commit(3, last(listener, 3)));
        assertThat(get(session.lag())).isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L, 3, 0L, 4, 2L));
    }

    @Test
    void followersContinueAfterAPositionOnAnotherInstance() {
        final MessageEngine engine = engine(one());
        publish(engine, 0, 3);
        final String start = get(engine.end(topic));
        publish(engine, 3, 700);
        final MessageEngine elsewhere = engine(other());
        final TestSubscriber<FollowedMessage> follower =
                elsewhere.follow(topic, start).test(0);
        follower.request(10);
        follower.awaitCount(10);
        assertThat(follower.valueCount()).isEqualTo(10);
        final TestSubscriber<FollowedMessage> next =
                engine.follow(topic, follower.values().get(9).position()).test();
        next.awaitCount(687);
        publish(elsewhere, 700, 750);
        next.awaitCount(737, () -> {}, 60_000);
        follower.request(Long.MAX_VALUE);
        follower.awaitCount(747, () -> {}, 60_000);

        assertThat(next.values().stream().map(each -> each.message().id())).containsExactlyElementsOf(ids(13, 750));
        assertThat(follower.values().stream().map(each -> each.message().id())).containsExactlyElementsOf(ids(3, 750));
        assertThat(next.values()).allSatisfy(each -> assertThat(each.position()).matches("[A-Za-z0-9.-]{1,160}"));
        next.assertNotTerminated();
        next.dispose();
        follower.dispose();
    }

    @Test
    void followerWithoutAPositionReceivesNewMessages() {
        final MessageEngine engine = engine(one());
        publish(engine, 0, 5);
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(topic, null).test();
        int sent = 5;
        while (follower.valueCount() == 0) {
            publish(engine, sent, ++sent);
            follower.awaitCount(1, () -> {}, 100);
        }
        assertThat(follower.values().get(0).message().id()).isNotIn(ids(0, 5));
        follower.dispose();
    }

    private void assertLost(final MessageEngine engine, final @Nullable String position) {
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(topic, position).test();
        assertThat(follower.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        follower.assertError(PositionLostException.class);
    }

    @Test
    void positionThatWasNeverIssuedIsLost() {
        final MessageEngine engine = engine(one());
        publish(engine, 0, 5);
        final String end = get(engine.end(topic));
        final long number = Long.parseLong(end.substring(end.indexOf('-') + 1));
        assertLost(engine, end.substring(0, end.indexOf('-') + 1) + (number + 1));
        assertLost(engine, "another-1");
        assertLost(engine, "x" + end);
        assertLost(engine, "");
        assertLost(engine, "-1; DROP TABLE");
        assertLost(engine, "a-99999999999999999999");
    }

    @Test
    void positionWhoseMessagesAreDeletedIsLost() {
        final Duration brief = Duration.ofMillis(1);
        final MessageEngine engine = engine(one(), brief);
        final String start = get(engine.end(topic));
        publish(engine, 0, 5);
        final String end = get(engine.end(topic));
        while (get(one().state(topic)).first() <= get(one().state(topic)).last()) {
            run(one().trim(new TopicDefinition(topic, PARTITIONS, brief)));
        }
        assertLost(engine, start);
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(topic, end).test();
        publish(engine, 5, 6);
        follower.awaitCount(1, () -> {}, 60_000);
        assertThat(follower.values()).hasSize(1);
        follower.dispose();
    }

    @Test
    void twoConsumersOfATopicReceiveAllMessages() throws InterruptedException {
        final MessageEngine engine = engine(one());
        final RecordingListener mail = new RecordingListener();
        consume(engine, mail);
        final RecordingListener audit = new RecordingListener();
        sessions.add(engine.consume(topic, "audit", audit));
        publish(engine, 0, 20);
        mail.await(all -> all.messages().size() == 20);
        audit.await(all -> all.messages().size() == 20);
        assertThat(Set.copyOf(audit.ids())).isEqualTo(Set.copyOf(mail.ids()));
    }
}
