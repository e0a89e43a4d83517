package org.jzenith.messages.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subscribers.TestSubscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.error.TopicLostException;

/** The rules that hold for each store of logs. */
public abstract class LogStoreContract {

    private static final Duration LONG = Duration.ofHours(1);
    private static final long MANY_BYTES = 1 << 30;
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private final String unique = UUID.randomUUID().toString().substring(0, 8);

    /** Returns the store as one instance sees it. */
    protected abstract LogStore one();

    /** Returns the store as another instance sees it; the same in memory. */
    protected abstract LogStore other();

    private static <T> T get(final Single<T> single) {
        return single.timeout(60, TimeUnit.SECONDS).blockingGet();
    }

    private static <T> @Nullable T get(final Maybe<T> maybe) {
        return maybe.timeout(60, TimeUnit.SECONDS).blockingGet();
    }

    private static void run(final Completable completable) {
        completable.timeout(60, TimeUnit.SECONDS).blockingAwait();
    }

    private static void assertTermEnded(final Completable change) {
        assertThatThrownBy(() -> run(change)).isInstanceOf(TermEndedException.class);
    }

    private TopicDefinition topic(final String name, final int partitions, final Duration retention) {
        return new TopicDefinition("contract-" + name + "-" + unique, partitions, retention);
    }

    private String open(final int partitions) {
        final TopicDefinition topic = topic("topic", partitions, LONG);
        run(one().open(topic));
        run(other().open(topic));
        return topic.name();
    }

    private static NewMessage message(final int partition, final String id) {
        return new NewMessage(id, partition, "key", Map.of(), id.getBytes(StandardCharsets.UTF_8), NOW);
    }

    private static List<NewMessage> messages(final int partition, final String... ids) {
        return List.of(ids).stream().map(id -> message(partition, id)).toList();
    }

    private static List<String> ids(final List<StoredMessage> messages) {
        return messages.stream().map(StoredMessage::id).toList();
    }

    private List<StoredMessage> readAll(final String topic) {
        return get(other().readAll(topic, 0, 1_000, MANY_BYTES));
    }

    private List<StoredMessage> read(final String topic, final Map<Integer, Long> after) {
        return get(other().read(topic, after, 1_000, MANY_BYTES));
    }

    private String group(final String name) {
        return "contract/" + unique + "/" + name;
    }

    private Lease claim(final LogStore store, final String group, final String owner, final Duration length) {
        final Lease lease = get(store.leases().claim(group, "0", owner, length, Long.MAX_VALUE));
        assertThat(lease).isNotNull();
        return lease;
    }

    /** Waits until a lease of 100 ms has ended, and takes it. */
    private Lease takeOver(final LogStore store, final String group, final String owner) {
        Lease lease = null;
        while (lease == null) {
            lease = get(store.leases().claim(group, "0", owner, LONG, Long.MAX_VALUE));
        }
        return lease;
    }

    @Test
    void messagesAreReadAsTheyWereAppended() {
        final String topic = open(4);
        final NewMessage whole = new NewMessage(
                "0123456789abcdef".repeat(4),
                2,
                "Kö\"nig\n\u2028",
                Map.of("trace", "a=b;c", "ü", "", "empty", " "),
                "{\"text\":\"\\u0000 ü\"}".getBytes(StandardCharsets.UTF_8),
                NOW);
        final byte[] any = new byte[256];
        IntStream.range(0, any.length).forEach(i -> any[i] = (byte) i);
        final NewMessage odd = new NewMessage("odd", 3, null, Map.of(), any, Instant.EPOCH);
        run(one().append(topic, List.of(whole, odd), null));

        final List<StoredMessage> found = readAll(topic);
        assertThat(found).zipSatisfy(List.of(whole, odd), (stored, appended) -> {
            assertThat(stored.id()).isEqualTo(appended.id());
            assertThat(stored.partition()).isEqualTo(appended.partition());
            assertThat(stored.key()).isEqualTo(appended.key());
            assertThat(stored.headers()).isEqualTo(appended.headers());
            assertThat(stored.body()).isEqualTo(appended.body());
            assertThat(stored.publishedAt()).isEqualTo(appended.publishedAt());
        });
        assertThat(found).allSatisfy(stored -> assertThat(stored.position()).isPositive());
        assertThat(ids(read(topic, Map.of(3, 0L)))).containsExactly("odd");
    }

    @Test
    void largeMessagesAndManyMessagesAreKept() {
        final String topic = open(2);
        final Map<String, String> headers = new HashMap<>();
        IntStream.range(0, 100).forEach(i -> headers.put("header-" + i, "v".repeat(200)));
        run(one().append(
                        topic,
                        List.of(new NewMessage("large", 0, "k".repeat(500), headers, new byte[1 << 20], NOW)),
                        null));
        run(one().append(
                        topic,
                        IntStream.range(0, 1_000)
                                .mapToObj(i -> message(i % 2, "id-" + i))
                                .toList(),
                        null));
        final List<StoredMessage> found = get(other().readAll(topic, 0, 2_000, MANY_BYTES));
        assertThat(found).hasSize(1_001);
        assertThat(found.get(0).body()).hasSize(1 << 20);
        assertThat(found.get(0).headers()).isEqualTo(headers);
        assertThat(ids(found).subList(1, 1_001))
                .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> "id-" + i).toList());
    }

    @Test
    void positionsRiseOverAllPartitions() {
        final String topic = open(3);
        run(one().append(topic, List.of(message(2, "a"), message(0, "b")), null));
        run(other().append(topic, List.of(message(1, "c"), message(2, "d")), null));

        final List<StoredMessage> all = readAll(topic);
        assertThat(ids(all)).containsExactly("a", "b", "c", "d");
        assertThat(all.stream().map(StoredMessage::position)).isSorted().doesNotHaveDuplicates();
        assertThat(ids(get(one().readAll(topic, all.get(1).position(), 10, MANY_BYTES))))
                .containsExactly("c", "d");
    }

    @Test
    void partitionsAreReadEachAfterItsPosition() {
        final String topic = open(3);
        run(one().append(topic, List.of(message(2, "a"), message(0, "b"), message(1, "c"), message(2, "d")), null));
        final long a = readAll(topic).get(0).position();
        assertThat(ids(read(topic, Map.of(2, a, 0, 0L)))).containsExactly("b", "d");
        assertThat(ids(read(topic, Map.of(2, 0L)))).containsExactly("a", "d");
        assertThat(read(topic, Map.of(2, readAll(topic).get(3).position()))).isEmpty();
    }

    @Test
    void readsAreLimitedInNumberAndBytes() {
        final String topic = open(2);
        final List<NewMessage> large = IntStream.range(0, 10)
                .mapToObj(i -> new NewMessage("id-" + i, i % 2, null, Map.of(), new byte[10_000], NOW))
                .toList();
        run(one().append(topic, large, null));
        final Map<Integer, Long> both = Map.of(0, 0L, 1, 0L);
        assertThat(ids(get(other().readAll(topic, 0, 3, MANY_BYTES)))).containsExactly("id-0", "id-1", "id-2");
        assertThat(ids(get(other().read(topic, both, 3, MANY_BYTES)))).containsExactly("id-0", "id-1", "id-2");
        assertThat(ids(get(other().read(topic, Map.of(1, 0L), 2, MANY_BYTES)))).containsExactly("id-1", "id-3");
        assertThat(get(other().readAll(topic, 0, 10, 35_000))).hasSizeBetween(1, 3);
        assertThat(get(other().read(topic, both, 10, 35_000))).hasSizeBetween(1, 3);
        assertThat(get(other().readAll(topic, 0, 10, 1))).hasSize(1);
        assertThat(get(other().read(topic, both, 10, 1))).hasSize(1);
    }

    @Test
    void readerThatHasSeenAPositionHasSeenAllLowerOnes() {
        final String topic = open(4);
        final int writers = 8;
        final int each = 40;
        final Completable all = Flowable.range(0, writers)
                .flatMapCompletable(writer -> Flowable.range(0, each)
                        .concatMapCompletable(i -> (writer % 2 == 0 ? one() : other())
                                .append(
                                        topic,
                                        messages((writer + i) % 4, writer + "-" + i + "-a", writer + "-" + i + "-b"),
                                        null))
                        .subscribeOn(Schedulers.io()));
        final List<String> seen = new ArrayList<>();
        final var written = all.test();
        long position = 0;
        while (seen.size() < writers * each * 2) {
            final List<StoredMessage> read = get(one().readAll(topic, position, 50, MANY_BYTES));
            for (final StoredMessage message : read) {
                assertThat(message.position()).isGreaterThan(position);
                position = message.position();
                seen.add(message.id());
            }
            written.assertNoErrors();
        }
        assertThat(written.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        written.assertComplete();
        assertThat(seen).doesNotHaveDuplicates().isEqualTo(ids(get(other().readAll(topic, 0, 1_000, MANY_BYTES))));
        for (int writer = 0; writer < writers; writer++) {
            final String prefix = writer + "-";
            assertThat(seen.stream().filter(id -> id.startsWith(prefix)))
                    .containsExactlyElementsOf(IntStream.range(0, each)
                            .boxed()
                            .flatMap(i -> List.of(prefix + i + "-a", prefix + i + "-b").stream())
                            .toList());
        }
    }

    @Test
    void stateTellsTheEndsOfALog() {
        final String topic = open(2);
        final LogState empty = get(one().state(topic));
        assertThat(empty.incarnation()).matches("[A-Za-z0-9]{1,16}");
        assertThat(empty.last()).isZero();
        assertThat(empty.first()).isEqualTo(1);

        run(one().append(topic, messages(1, "a", "b", "c"), null));
        final List<StoredMessage> all = readAll(topic);
        final LogState state = get(other().state(topic));
        assertThat(state.incarnation()).isEqualTo(empty.incarnation());
        assertThat(state.first()).isBetween(1L, all.get(0).position());
        assertThat(state.last()).isEqualTo(all.get(2).position());
    }

    @Test
    void twoLogsHaveDifferentIncarnations() {
        final TopicDefinition another = topic("another", 2, LONG);
        run(one().open(another));
        assertThat(get(one().state(open(2))).incarnation())
                .isNotEqualTo(get(one().state(another.name())).incarnation());
    }

    @Test
    void topicThatWasNeverCreatedIsLost() {
        final String missing = topic("missing", 1, LONG).name();
        assertThatThrownBy(() -> get(one().state(missing))).isInstanceOf(TopicLostException.class);
        assertThatThrownBy(() -> run(one().append(missing, messages(0, "a"), null)))
                .isInstanceOf(TopicLostException.class);
    }

    @Test
    void topicKeepsItsNumberOfPartitions() {
        final String topic = open(4);
        run(one().append(topic, messages(3, "a"), null));
        assertThatThrownBy(() -> run(other().open(topic("topic", 5, LONG))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The topic '" + topic + "' has 4 partitions")
                .hasMessageContaining("messages." + topic + ".partitions is 5");
        run(other().open(topic("topic", 4, Duration.ofHours(2))));
        assertThat(ids(readAll(topic))).containsExactly("a");
    }

    @Test
    void messagesOfAPartitionAreCountedAfterAPosition() {
        final String topic = open(3);
        run(one().append(topic, List.of(message(0, "a"), message(1, "b"), message(0, "c"), message(0, "d")), null));
        final long a = readAll(topic).get(0).position();
        assertThat(get(other().count(topic, Map.of(0, a, 1, 0L, 2, 0L))))
                .containsEntry(0, 2L)
                .containsEntry(1, 1L)
                .satisfies(counts -> assertThat(counts.getOrDefault(2, 0L)).isZero());
    }

    @Test
    void committedPositionsAreThoseOfAConsumer() {
        final String topic = open(3);
        final Term term = claim(one(), group("mail"), "a", LONG).token();
        assertThat(get(one().committed(topic, "mail"))).isEmpty();
        run(one().commit(topic, "mail", 2, 7, term));
        run(one().commit(topic, "mail", 0, 3, term));
        run(one().commit(topic, "mail", 2, 9, term));
        assertThat(get(other().committed(topic, "mail"))).isEqualTo(Map.of(0, 3L, 2, 9L));
        assertThat(get(other().committed(topic, "audit"))).isEmpty();
    }

    @Test
    void formerOwnerOfAPartitionCommitsNothing() {
        final String topic = open(1);
        final Term old =
                claim(one(), group("mail"), "a", Duration.ofMillis(100)).token();
        final Term current = takeOver(other(), group("mail"), "b").token();
        run(other().commit(topic, "mail", 0, 5, current));
        assertTermEnded(one().commit(topic, "mail", 0, 9, old));
        assertThat(get(one().committed(topic, "mail"))).isEqualTo(Map.of(0, 5L));
    }

    @Test
    void relayWithAnOlderTermAppendsNothing() {
        final String topic = open(1);
        final Term old = new Term("outbox", unique, 3);
        run(one().append(topic, messages(0, "a"), old));
        run(one().append(topic, messages(0, "b"), old));
        run(other().append(topic, messages(0, "c"), new Term("outbox", unique, 4)));
        assertTermEnded(one().append(topic, messages(0, "d"), old));
        run(one().append(topic, messages(0, "e"), new Term("outbox", unique + "-2", 1)));
        assertThat(ids(readAll(topic))).containsExactly("a", "b", "c", "e");
    }

    @Test
    void otherInstanceHearsOfMessages() {
        final String topic = open(1);
        final TestSubscriber<String> heard =
                other().arrivals().filter(topic::equals).take(1).test();
        int sent = 0;
        while (!heard.isTerminated()) {
            run(one().append(topic, messages(0, "id-" + sent++), null));
            heard.awaitTerminalEvent(100, TimeUnit.MILLISECONDS);
        }
        heard.assertResult(topic);
    }

    @Test
    void messagesAreDeletedAfterTheirRetention() {
        final TopicDefinition brief = topic("brief", 2, Duration.ofMillis(1));
        run(one().open(brief));
        run(other().open(brief));
        run(other().open(brief));
        run(one().append(brief.name(), List.of(message(0, "a"), message(1, "b")), null));
        final LogState before = get(one().state(brief.name()));
        while (get(one().state(brief.name())).first() <= before.last()) {
            run(other().trim(brief));
        }
        final LogState after = get(one().state(brief.name()));
        assertThat(after.last()).isEqualTo(before.last());
        assertThat(after.first()).isEqualTo(before.last() + 1);
        assertThat(after.incarnation()).isEqualTo(before.incarnation());
        assertThat(readAll(brief.name())).isEmpty();

        run(one().append(brief.name(), messages(0, "c"), null));
        assertThat(readAll(brief.name()))
                .allSatisfy(c -> assertThat(c.position()).isGreaterThan(before.last()));
    }

    @Test
    void messagesAreKeptForTheirRetention() {
        final String topic = open(1);
        run(one().append(topic, messages(0, "a"), null));
        run(one().trim(topic("topic", 1, LONG)));
        assertThat(ids(readAll(topic))).containsExactly("a");
    }

    private DeadLetter letter(final String topic, final String id, final @Nullable String key) {
        return new DeadLetter(
                id,
                topic,
                "mail",
                "message-" + id,
                key,
                Map.of("a", "ü"),
                new byte[] {0, -1, 3},
                "java.lang.Error",
                5,
                NOW);
    }

    @Test
    void deadLettersAreKeptUntilTheyAreRemoved() {
        final String topic = open(1);
        final DeadLetterStore store = one().deadLetters();
        run(store.add(letter(topic, unique + "-1", "key")));
        run(store.add(letter(topic, unique + "-2", null)));
        run(store.add(letter(topic, unique + "-1", "key")));

        final DeadLetterStore elsewhere = other().deadLetters();
        assertThat(get(elsewhere.list(topic, 10)).stream().map(DeadLetter::id))
                .containsExactly(unique + "-1", unique + "-2");
        assertThat(get(elsewhere.list(topic, 1))).hasSize(1);
        assertThat(get(elsewhere.counts())).containsEntry(topic, 2L);
        final DeadLetter found = get(elsewhere.find(topic, unique + "-2"));
        assertThat(found).usingRecursiveComparison().isEqualTo(letter(topic, unique + "-2", null));
        assertThat(get(elsewhere.find(topic, "other"))).isNull();
        assertThat(get(elsewhere.find("other", unique + "-2"))).isNull();

        assertThat(get(elsewhere.remove(topic, unique + "-2"))).isTrue();
        assertThat(get(store.remove(topic, unique + "-2"))).isFalse();
        assertThat(get(store.remove(topic, unique + "-1"))).isTrue();
        assertThat(get(store.counts())).doesNotContainKey(topic);
    }

    @Test
    void leaseIsHeldByOneOwner() {
        final String group = group("one");
        final Lease lease = claim(one(), group, "a", LONG);
        assertThat(lease.owner()).isEqualTo("a");
        assertThat(lease.held()).isTrue();
        assertThat(lease.term()).isPositive();
        assertThat(get(other().leases().claim(group, "0", "b", LONG, Long.MAX_VALUE)))
                .isNull();
        assertThat(get(one().leases().claim(group, "0", "a", LONG, Long.MAX_VALUE)))
                .isNull();
        assertThat(get(other().leases().claim(group, "1", "b", LONG, Long.MAX_VALUE)))
                .isNotNull();
    }

    @Test
    void releasedLeaseIsTakenWithAHigherTerm() {
        final String group = group("released");
        final Lease first = claim(one(), group, "a-" + unique, LONG);
        run(one().leases().release(first, 0));
        final Lease second = claim(other(), group, "b", LONG);
        assertThat(second.term()).isGreaterThan(first.term());
        run(one().leases().release(first, 0));
        assertThat(get(one().leases().renew("a-" + unique, LONG, List.of(group))))
                .containsExactly(second);
    }

    @Test
    void leaseEndsUnlessItIsRenewed() {
        final String group = group("ended");
        final Lease first = claim(one(), group, "a-" + unique, Duration.ofMillis(100));
        final Lease second = takeOver(other(), group, "b");
        assertThat(second.term()).isGreaterThan(first.term());
        assertThat(get(one().leases().renew("a-" + unique, LONG, List.of()))).noneMatch(Lease::held);
        assertThat(get(one().leases().renew("a-" + unique, LONG, List.of(group))))
                .containsExactly(second);
    }

    @Test
    void renewedLeaseOutlivesItsLength() {
        final String group = group("renewed");
        final Duration length = Duration.ofSeconds(1);
        final Instant claimed = get(one().leases().now());
        final Lease lease = claim(one(), group, "a", length);
        final List<Lease> renewed = get(one().leases().renew("a", LONG, List.of()));
        if (renewed.contains(lease)) {
            while (get(other().leases().now()).isBefore(claimed.plus(length.multipliedBy(2)))) {
                Thread.onSpinWait();
            }
            assertThat(get(other().leases().claim(group, "0", "b", LONG, Long.MAX_VALUE)))
                    .isNull();
        }
    }

    @Test
    void renewReadsGroupsAndTheLeasesOfTheOwner() {
        final Lease own = claim(one(), group("own"), "a-" + unique, LONG);
        final Lease released = claim(one(), group("read"), "b-" + unique, LONG);
        run(one().leases().release(released, 0));
        final Lease held = Maybe.fromCallable(
                        () -> get(one().leases().claim(group("read"), "1", "b-" + unique, LONG, Long.MAX_VALUE)))
                .blockingGet();
        final List<Lease> found =
                get(other().leases().renew("a-" + unique, LONG, List.of(group("read"), group("none"))));
        assertThat(found)
                .containsExactlyInAnyOrder(
                        own, new Lease(released.group(), "0", "b-" + unique, released.term(), false, 0), held);
    }

    @Test
    void occasionIsDoneOnce() {
        final String group = group("occasion");
        final Lease first = get(one().leases().claim(group, "0", "a", LONG, 5));
        assertThat(first).isNotNull();
        run(one().leases().release(first, 5));
        assertThat(get(other().leases().claim(group, "0", "b", LONG, 5))).isNull();
        assertThat(get(other().leases().claim(group, "0", "b", LONG, 4))).isNull();
        final Lease second = get(other().leases().claim(group, "0", "b", LONG, 6));
        assertThat(second).isNotNull();
        run(other().leases().release(second, 0));
        assertThat(get(one().leases().claim(group, "0", "a", LONG, 6)))
                .as("not done")
                .isNotNull();
    }

    @Test
    void onlyOneOfManyClaimsSucceeds() {
        final String group = group("race");
        final List<Lease> taken = get(Flowable.range(0, 20)
                .flatMapMaybe(i -> (i % 2 == 0 ? one() : other())
                        .leases()
                        .claim(group, "0", "owner-" + i, LONG, Long.MAX_VALUE)
                        .subscribeOn(Schedulers.io()))
                .toList());
        assertThat(taken).hasSize(1);
    }
}
