package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.test.TimeLimited.get;
import static org.jzenith.messages.test.TimeLimited.run;
import static org.jzenith.messages.test.TimeLimited.until;

import io.reactivex.Flowable;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.PositionLostException;

/**
 * For plugins: tests the rules of {@link MessageEngine} with the engines of two instances. The test of an engine extends it. The test of a
 * store of logs extends {@link LogEngineContract} instead.
 *
 * <p>Most tests wait for leases to end. They run in parallel if {@code junit-platform.properties} has {@code
 * junit.jupiter.execution.parallel.enabled=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class MessageEngineContract {

    private static final String MAIL = "mail";
    private static final int PARTITIONS = 5;
    private static final Duration RETENTION = Duration.ofHours(1);

    private final String unique = UUID.randomUUID().toString().substring(0, 8);
    private final String topic = "engine-" + unique;
    private final TopicDefinition definition = new TopicDefinition(topic, PARTITIONS, RETENTION);
    private final List<MessageEngine> engines = new ArrayList<>();
    private final List<ConsumerSession> sessions = new ArrayList<>();

    /** Creates the test. */
    protected MessageEngineContract() {}

    /**
     * Creates the engine of one instance.
     *
     * @return a new engine at each call, without open topics
     */
    protected abstract MessageEngine createOne();

    /**
     * Creates the engine of another instance, which shares the topics of the first.
     *
     * @return a new engine at each call, without open topics
     */
    protected abstract MessageEngine createOther();

    /**
     * Deletes all messages of a topic, as the engine does after their retention.
     *
     * @param of an open topic
     */
    protected abstract void deleteMessages(TopicDefinition of);

    /**
     * Ends an engine as if its process had been killed: without closing its sessions. By default, it closes the engine.
     *
     * @param engine an engine with an open session
     */
    protected void kill(final MessageEngine engine) {
        run(engine.close());
    }

    @AfterEach
    final void close() {
        sessions.forEach(each -> run(each.close()));
        engines.forEach(each -> run(each.close()));
    }

    private MessageEngine openOne() {
        return open(createOne());
    }

    private MessageEngine openOther() {
        return open(createOther());
    }

    private MessageEngine open(final MessageEngine engine) {
        engines.add(engine);
        run(engine.open(definition));
        run(engine.begin());
        return engine;
    }

    private ConsumerSession consume(final MessageEngine engine, final RecordingListener listener) {
        final ConsumerSession session = engine.consume(topic, MAIL, listener);
        sessions.add(session);
        return session;
    }

    private static NewMessage message(final int partition, final String id) {
        return new NewMessage(id, partition, "key", Map.of(), "{}".getBytes(StandardCharsets.UTF_8), Instant.now());
    }

    private void publish(final MessageEngine engine, final int from, final int to) {
        for (int i = from; i < to; i += 500) {
            run(engine.append(
                    topic,
                    IntStream.range(i, Math.min(to, i + 500))
                            .mapToObj(id -> message(id % PARTITIONS, "id-" + id))
                            .toList(),
                    null));
        }
    }

    private static List<String> ids(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(i -> "id-" + i).toList();
    }

    private static List<String> ids(final List<StoredMessage> messages) {
        return messages.stream().map(StoredMessage::id).toList();
    }

    private static List<StoredMessage> messages(final TestSubscriber<FollowedMessage> follower) {
        return follower.values().stream()
                .map(each -> Objects.requireNonNull(each.message()))
                .toList();
    }

    /** Follows the topic, but omits positions without a message. */
    private Flowable<FollowedMessage> follow(final MessageEngine engine, final @Nullable String after) {
        return engine.follow(topic, after).filter(each -> each.message() != null);
    }

    /** Checks that each message of {@link #publish} arrived once, and that the messages of each partition arrived in order. */
    private static void assertInOrder(final List<StoredMessage> messages, final List<String> expected) {
        assertThat(ids(messages)).containsExactlyInAnyOrderElementsOf(expected);
        for (int i = 0; i < PARTITIONS; i++) {
            final int partition = i;
            final List<StoredMessage> found = messages.stream()
                    .filter(each -> each.partition() == partition)
                    .toList();
            assertThat(found.stream().map(StoredMessage::position)).isSorted();
            assertThat(found.stream().map(each -> Integer.valueOf(each.id().substring(3))))
                    .isSorted()
                    .allMatch(number -> number % PARTITIONS == partition);
        }
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
        final MessageEngine engine = openOne();
        publish(engine, 0, 1_000);
        final RecordingListener listener = new RecordingListener();
        consume(engine, listener);
        listener.await(all -> all.messages().size() == 1_000);
        publish(openOther(), 1_000, 1_100);
        listener.await(all -> all.messages().size() >= 1_100);

        assertInOrder(listener.messages(), ids(0, 1_100));
        assertThat(listener.recoveries()).isEqualTo(1);
        assertThat(listener.errors()).isEmpty();
    }

    /** Checks that all fields keep their values, for a consumer and for a follower. */
    @Test
    void messagesAreReceivedAsTheyWereAppended() throws InterruptedException {
        final NewMessage whole = new NewMessage(
                "0123456789abcdef".repeat(4),
                2,
                "Kö\"nig\n\u2028",
                Map.of("trace", "a=b;c", "ü", "", "empty", " "),
                "{\"text\":\"\\u0000 ü\"}".getBytes(StandardCharsets.UTF_8),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        final byte[] any = new byte[256];
        IntStream.range(0, any.length).forEach(i -> any[i] = (byte) i);
        final NewMessage odd = new NewMessage("odd", 2, null, Map.of(), any, Instant.EPOCH);
        final Map<String, String> headers = new HashMap<>();
        IntStream.range(0, 100).forEach(i -> headers.put("header-" + i, "v".repeat(200)));
        final NewMessage large =
                new NewMessage("large", 2, "k".repeat(500), headers, new byte[256 << 10], Instant.EPOCH);

        final MessageEngine engine = openOne();
        final String start = get(engine.end(topic));
        run(engine.append(topic, List.of(whole, odd), null));
        run(engine.append(topic, List.of(large), null));
        final MessageEngine elsewhere = openOther();
        final RecordingListener listener = new RecordingListener();
        consume(elsewhere, listener);
        listener.await(all -> all.messages().size() == 3);
        final TestSubscriber<FollowedMessage> follower =
                follow(elsewhere, start).test();
        follower.awaitCount(3, () -> {}, 60_000);
        follower.dispose();
        for (final List<StoredMessage> found : List.of(listener.messages(), messages(follower))) {
            assertThat(found).zipSatisfy(List.of(whole, odd, large), (stored, appended) -> {
                assertThat(stored.position()).isPositive();
                assertThat(stored.partition()).isEqualTo(appended.partition());
                assertThat(stored.id()).isEqualTo(appended.id());
                assertThat(stored.key()).isEqualTo(appended.key());
                assertThat(stored.headers()).isEqualTo(appended.headers());
                assertThat(stored.body()).isEqualTo(appended.body());
                assertThat(stored.publishedAt()).isEqualTo(appended.publishedAt());
            });
        }
    }

    @Test
    void instancesShareThePartitionsAndTakeThoseOfOneThatLeaves() throws InterruptedException {
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(openOne(), first);
        first.await(all -> all.partitions().size() == PARTITIONS);
        final RecordingListener second = new RecordingListener();
        consume(openOther(), second);
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
        final MessageEngine engine = openOne();
        publish(engine, 0, 10);
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(engine, first);
        first.await(all -> all.messages().size() == 10);
        final CompletableSubject done = CompletableSubject.create();
        first.finishWith(done);
        final RecordingListener second = new RecordingListener();
        consume(openOther(), second);
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
        // An engine may pass what is not a message.
        assertThat(moving)
                .allSatisfy(each -> assertThat(second.committed(each)).isGreaterThanOrEqualTo(last(first, each)));
        publish(engine, 10, 20);
        second.await(all -> all.messages().size() == 4);
        assertInOrder(
                second.messages(),
                IntStream.range(10, 20)
                        .filter(i -> moving.contains(i % PARTITIONS))
                        .mapToObj(i -> "id-" + i)
                        .toList());
    }

    @Test
    void partitionsOfAnInstanceThatIsKilledMoveAndItCommitsNothing() throws InterruptedException {
        final MessageEngine killed = openOne();
        publish(killed, 0, 10);
        final RecordingListener first = new RecordingListener();
        final ConsumerSession session = consume(killed, first);
        first.await(all -> all.messages().size() == 10);
        run(session.commit(1, last(first, 1)));
        final long term = first.term(0).orElseThrow().number();
        kill(killed);
        engines.remove(killed);
        sessions.remove(session);

        final RecordingListener second = new RecordingListener();
        consume(openOther(), second);
        second.await(
                all -> all.partitions().size() == PARTITIONS && all.messages().size() == 8);
        assertThat(second.committed(0)).isZero();
        assertThat(second.committed(1)).isGreaterThanOrEqualTo(last(first, 1));
        assertThat(second.term(0).orElseThrow().number()).isGreaterThan(term);
        assertThatThrownBy(() -> run(session.commit(0, last(first, 0)))).isInstanceOf(TermEndedException.class);
    }

    @Test
    void pausedPartitionIsNotReadUntilItResumes() throws InterruptedException {
        final MessageEngine engine = openOne();
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
    void lagFallsWithTheCommittedPosition() throws InterruptedException {
        final MessageEngine engine = openOne();
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = consume(engine, listener);
        listener.await(all -> all.partitions().size() == PARTITIONS);
        publish(engine, 0, 50);
        listener.await(all -> all.messages().size() == 50);
        run(session.commit(3, last(listener, 3)));
        assertThat(get(session.lag())).containsOnlyKeys(0, 1, 2, 3, 4).allSatisfy((partition, lag) -> {
            if (partition == 3) {
                assertThat(lag).isBetween(0L, 5L);
            } else {
                assertThat(lag).isBetween(10L, 15L);
            }
        });
    }

    @Test
    void twoConsumersOfATopicReceiveAllMessages() throws InterruptedException {
        final MessageEngine engine = openOne();
        final RecordingListener mail = new RecordingListener();
        consume(engine, mail);
        final RecordingListener audit = new RecordingListener();
        sessions.add(engine.consume(topic, "audit", audit));
        publish(engine, 0, 20);
        mail.await(all -> all.messages().size() == 20);
        audit.await(all -> all.messages().size() == 20);
        assertInOrder(mail.messages(), ids(0, 20));
        assertInOrder(audit.messages(), ids(0, 20));
    }

    @Test
    void followersContinueAfterAPositionOnAnotherInstance() {
        final MessageEngine engine = openOne();
        publish(engine, 0, 3);
        final String start = get(engine.end(topic));
        publish(engine, 3, 700);
        final MessageEngine elsewhere = openOther();
        final TestSubscriber<FollowedMessage> follower =
                follow(elsewhere, start).test(0);
        follower.request(10);
        follower.awaitCount(10, () -> {}, 60_000);
        assertThat(follower.valueCount()).isEqualTo(10);
        final List<String> seen = ids(messages(follower));
        final TestSubscriber<FollowedMessage> next =
                follow(engine, follower.values().get(9).position()).test();
        next.awaitCount(687, () -> {}, 60_000);
        publish(elsewhere, 700, 750);
        next.awaitCount(737, () -> {}, 60_000);
        follower.request(Long.MAX_VALUE);
        follower.awaitCount(747, () -> {}, 60_000);

        assertInOrder(messages(follower), ids(3, 750));
        assertInOrder(
                messages(next),
                ids(3, 750).stream().filter(each -> !seen.contains(each)).toList());
        assertThat(next.values()).allSatisfy(each -> assertThat(each.position()).matches("[A-Za-z0-9.-]{1,4000}"));
        next.assertNotTerminated();
        next.dispose();
        follower.dispose();
    }

    @Test
    void followerWithoutAPositionReceivesNewMessages() {
        final MessageEngine engine = openOne();
        publish(engine, 0, 5);
        final TestSubscriber<FollowedMessage> follower = follow(engine, null).test();
        int sent = 5;
        while (follower.valueCount() == 0) {
            follower.assertNotTerminated();
            publish(engine, sent, ++sent);
            follower.awaitCount(1, () -> {}, 100);
        }
        assertThat(ids(messages(follower))).doesNotContainAnyElementsOf(ids(0, 5));
        follower.dispose();
    }

    private void assertLost(final MessageEngine engine, final @Nullable String position) {
        final TestSubscriber<FollowedMessage> follower =
                follow(engine, position).test();
        assertThat(follower.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        follower.assertError(PositionLostException.class);
    }

    @Test
    void positionThatWasNeverIssuedIsLost() {
        final MessageEngine engine = openOne();
        publish(engine, 0, 5);
        final TopicDefinition another = new TopicDefinition("another-" + unique, PARTITIONS, RETENTION);
        run(engine.open(another));
        final String end = get(engine.end(topic));
        Stream.concat(forged(end).stream(), Stream.of(get(engine.end(another.name())), "x" + end, "", "-1; DROP TABLE"))
                .forEach(position -> assertLost(engine, position));
    }

    /**
     * Returns positions that the engine has not issued, such as one after the end.
     *
     * @param end the position of the end
     * @return positions in the engine's format; empty by default
     */
    protected List<String> forged(final String end) {
        return List.of();
    }

    @Test
    void positionWhoseMessagesAreDeletedIsLost() {
        final MessageEngine engine = openOne();
        final String start = get(engine.end(topic));
        publish(engine, 0, 5);
        final String end = get(engine.end(topic));
        deleteMessages(definition);
        assertLost(engine, start);
        final TestSubscriber<FollowedMessage> follower = follow(engine, end).test();
        publish(engine, 5, 6);
        follower.awaitCount(1, () -> {}, 60_000);
        assertThat(ids(messages(follower))).containsExactly("id-5");
        follower.dispose();
    }

    @Test
    void positionOfTheLastMessageIsKeptWhenAllAreDeleted() {
        final MessageEngine engine = openOne();
        final String start = get(engine.end(topic));
        publish(engine, 0, 20);
        final TestSubscriber<FollowedMessage> before = follow(engine, start).test();
        before.awaitCount(20, () -> {}, 60_000);
        before.dispose();
        deleteMessages(definition);
        final TestSubscriber<FollowedMessage> after =
                follow(openOther(), before.values().get(19).position()).test();
        publish(engine, 20, 30);
        after.awaitCount(10, () -> {}, 60_000);
        after.assertNotTerminated();
        assertInOrder(messages(after), ids(20, 30));
        after.dispose();
    }

    @Test
    void consumerThatWasAwayForTooLongIsTold() throws InterruptedException {
        final MessageEngine engine = openOne();
        publish(engine, 0, 10);
        final RecordingListener before = new RecordingListener();
        final ConsumerSession session = engine.consume(topic, MAIL, before);
        before.await(all -> all.messages().size() == 10);
        for (int i = 0; i < PARTITIONS; i++) {
            run(session.commit(i, last(before, i)));
        }
        run(session.close());
        publish(engine, 10, 20);
        deleteMessages(definition);
        publish(engine, 20, 30);

        final RecordingListener after = new RecordingListener();
        consume(openOther(), after);
        after.await(all -> all.messages().size() == 10);
        assertInOrder(after.messages(), ids(20, 30));
        assertThat(before.misses()).isEmpty();
        assertThat(after.misses()).isNotEmpty();
    }

    @Test
    void consumerThatHasHandledWhatWasDeletedIsToldNothing() throws InterruptedException {
        final MessageEngine engine = openOne();
        publish(engine, 0, 10);
        final RecordingListener before = new RecordingListener();
        final ConsumerSession session = engine.consume(topic, MAIL, before);
        before.await(all -> all.messages().size() == 10);
        for (int i = 0; i < PARTITIONS; i++) {
            run(session.commit(i, last(before, i)));
        }
        run(session.close());
        deleteMessages(definition);

        final RecordingListener after = new RecordingListener();
        consume(openOther(), after);
        final RecordingListener fresh = new RecordingListener();
        sessions.add(engine.consume(topic, "audit", fresh));
        publish(engine, 10, 20);
        after.await(all -> all.messages().size() == 10);
        fresh.await(all -> all.messages().size() == 10);
        assertThat(after.misses()).isEmpty();
        assertThat(fresh.misses()).as("of a new consumer").isEmpty();
        assertThat(after.errors()).isEmpty();
    }

    @Test
    void relayWithAnOlderTermAppendsNothing() {
        final MessageEngine engine = openOne();
        final MessageEngine elsewhere = openOther();
        final String start = get(engine.end(topic));
        final Term old = new Term("outbox", unique, 3);
        run(engine.append(topic, List.of(message(0, "a")), old));
        run(engine.append(topic, List.of(message(0, "b")), old));
        run(elsewhere.append(topic, List.of(message(0, "c")), new Term("outbox", unique, 4)));
        assertThatThrownBy(() -> run(engine.append(topic, List.of(message(0, "d")), old)))
                .isInstanceOf(TermEndedException.class);
        run(engine.append(topic, List.of(message(0, "e")), new Term("outbox", unique + "-2", 1)));
        final TestSubscriber<FollowedMessage> follower =
                follow(elsewhere, start).test();
        follower.awaitCount(4, () -> {}, 60_000);
        assertThat(ids(messages(follower))).containsExactly("a", "b", "c", "e");
        follower.dispose();
    }

    private DeadLetter letter(final String id, final @Nullable String key) {
        return new DeadLetter(
                id,
                topic,
                MAIL,
                "message-" + id,
                key,
                Map.of("a", "ü"),
                new byte[] {0, -1, 3},
                "java.lang.Error",
                5,
                Instant.EPOCH);
    }

    @Test
    void deadLettersAreKeptUntilTheyAreRemoved() {
        final String first = unique + "-1";
        final String second = unique + "-2";
        final DeadLetterStore store = openOne().deadLetters();
        run(store.add(letter(first, "key")));
        run(store.add(letter(second, null)));
        run(store.add(letter(first, "key")));

        final DeadLetterStore elsewhere = openOther().deadLetters();
        assertThat(get(elsewhere.list(topic, 10)).stream().map(DeadLetter::id)).containsExactly(first, second);
        assertThat(get(elsewhere.list(topic, 1))).hasSize(1);
        until(() -> get(elsewhere.counts()).getOrDefault(topic, 0L) == 2);
        assertThat(get(elsewhere.find(topic, second)))
                .usingRecursiveComparison()
                .isEqualTo(letter(second, null));
        assertThat(get(elsewhere.find(topic, "other"))).isNull();
        assertThat(get(elsewhere.find("other", second))).isNull();

        assertThat(get(elsewhere.remove(topic, second))).isTrue();
        assertThat(get(store.remove(topic, second))).isFalse();
        assertThat(get(store.remove(topic, first))).isTrue();
        until(() -> !get(store.counts()).containsKey(topic));
    }
}
