package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.test.TimeLimited.get;
import static org.jzenith.messages.test.TimeLimited.run;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subscribers.TestSubscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;

/**
 * For plugins: tests the rules of {@link LogStore} and of its leases. A store has one test that extends this class, and another that extends
 * {@link LogEngineContract}.
 *
 * <pre>{@code
 * final class AcmeLogStoreTest extends LogStoreContract {
 *
 *     @Override
 *     protected LogStore one() {
 *         return first.get(AcmeLogStore.class);
 *     }
 *
 *     @Override
 *     protected LogStore other() {
 *         return second.get(AcmeLogStore.class);
 *     }
 * }
 * }</pre>
 */
public abstract class LogStoreContract extends LeaseStoreContract {

    private static final long MANY_BYTES = 1 << 30;

    /** Creates the test. */
    protected LogStoreContract() {}

    /**
     * Returns the store of one instance.
     *
     * @return the same object for the whole test
     */
    protected abstract LogStore one();

    /**
     * Returns the store of another instance, which has the same logs.
     *
     * @return the same object for the whole test; {@link #one} if the store is in memory
     */
    protected abstract LogStore other();

    @Override
    protected final LeaseStore leases() {
        return one().leases();
    }

    @Override
    protected final LeaseStore otherLeases() {
        return other().leases();
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
        return new NewMessage(id, partition, "key", Map.of(), id.getBytes(StandardCharsets.UTF_8), Instant.now());
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
                .mapToObj(i -> new NewMessage("id-" + i, i % 2, null, Map.of(), new byte[10_000], Instant.now()))
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
        assertThat(state.first()).as("nothing was deleted").isEqualTo(1);
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
        final Term term = claim(leases(), group("mail"), "a", LONG).token();
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
                claim(leases(), group("mail"), "a", Duration.ofMillis(100)).token();
        final Term current = takeOver(otherLeases(), group("mail"), "b").token();
        run(other().commit(topic, "mail", 0, 5, current));
        assertTermEnded(one().commit(topic, "mail", 0, 9, old));
        assertThat(get(one().committed(topic, "mail"))).isEqualTo(Map.of(0, 5L));
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
}
