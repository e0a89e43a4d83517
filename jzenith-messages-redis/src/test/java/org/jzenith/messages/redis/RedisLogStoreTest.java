package org.jzenith.messages.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.redis.error.InvalidCommandException;

/** The store in Redis, beyond the contract of all stores. */
@Tag("full")
final class RedisLogStoreTest {

    private static final TopicDefinition ORDERS = new TopicDefinition("orders", 4, Duration.ofDays(1));
    private static final String KEY = "jzenith:messages:topic:orders";
    private static final Duration LENGTH = Duration.ofSeconds(30);

    private static RunningApplication application;
    private static RedisClient redis;
    private RedisLogStore store;

    @BeforeAll
    static void start() {
        application = JZenith.application()
                .withPlugins(RedisPlugin.create(), EmbeddedRedis.create())
                .withConfiguration("redis.max-value-size", "64K")
                .run();
        redis = application.get(RedisClient.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        store = opened();
    }

    @AfterEach
    void empty() {
        command("FLUSHALL");
    }

    private static RedisLogStore opened() {
        final RedisLogStore opened = new RedisLogStore("redis", redis);
        opened.open(ORDERS).blockingAwait();
        return opened;
    }

    private static void command(final String name, final Object... arguments) {
        redis.command(name, arguments).ignoreElement().blockingAwait();
    }

    private static NewMessage message(final int partition, final String text) {
        return message(partition, text, text.getBytes(StandardCharsets.UTF_8));
    }

    private static NewMessage message(final int partition, final String id, final byte[] body) {
        return new NewMessage(id, partition, "k" + partition, Map.of("h", "ö"), body, Instant.ofEpochMilli(1));
    }

    private void append(final NewMessage... messages) {
        appending(null, messages).blockingAwait();
    }

    private Completable appending(final @Nullable Term fence, final NewMessage... messages) {
        return store.append("orders", Arrays.asList(messages), fence);
    }

    private List<StoredMessage> all() {
        return store.readAll("orders", 0, 1_000, 1 << 20).blockingGet();
    }

    private static List<String> ids(final List<StoredMessage> messages) {
        return messages.stream().map(StoredMessage::id).toList();
    }

    private static <E extends Throwable> void assertFails(final Completable action, final Class<E> error) {
        assertThat(action.blockingGet()).isInstanceOf(error);
    }

    private static <E extends Throwable> void assertFails(final Single<?> action, final Class<E> error) {
        assertFails(action.ignoreElement(), error);
    }

    @Test
    void partitionsAreMergedInPagesOfAnySize() {
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            append(message(i % 7 % 4, "a" + i), message(i % 3, "b" + i));
            expected.addAll(List.of("a" + i, "b" + i));
        }
        assertThat(ids(all())).isEqualTo(expected);
        for (final int size : List.of(1, 3, 50)) {
            final List<String> read = new ArrayList<>();
            long last = 0;
            for (List<StoredMessage> page = List.of(); read.isEmpty() || !page.isEmpty(); ) {
                page = store.readAll("orders", last, size, 1 << 20).blockingGet();
                read.addAll(ids(page));
                last = page.isEmpty() ? last : page.get(page.size() - 1).position();
            }
            assertThat(read).isEqualTo(expected);
        }
    }

    @Test
    void aServerThatHasLostItsLastWritesGivesNoPositionTwice() {
        append(message(0, "lost"));
        final long lost = all().get(0).position();
        command("DEL", KEY + ":log:0");
        command("HSET", KEY, "last", 0, KEY + ":log:0", 0);
        append(message(0, "next"));
        assertThat(store.readAll("orders", lost, 10, 1_000).blockingGet())
                .singleElement()
                .satisfies(next -> assertThat(next.position()).isGreaterThan(lost));
    }

    @Test
    void anEmptyServerIsAnErrorOfEveryCallUntilTheTopicIsCreatedAgain() {
        append(message(0, "a"));
        final Lease lease = store.leases()
                .claim("g", "0", "me", LENGTH, Long.MAX_VALUE)
                .toSingle()
                .blockingGet();
        command("FLUSHALL");
        assertLost(lease, "server was restarted without its data");
        assertFails(store.state("orders"), TopicLostException.class);

        final RedisLogStore other = opened();
        assertLost(lease, "was created again");
        assertThat(other.readAll("orders", 0, 10, 1_000).blockingGet()).isEmpty();
        other.append("orders", List.of(message(0, "b")), null).blockingAwait();
        assertThat(ids(other.readAll("orders", 0, 10, 1_000).blockingGet())).containsExactly("b");
    }

    private void assertLost(final Lease lease, final String reason) {
        for (final Completable call : List.of(
                appending(null, message(0, "b")),
                store.readAll("orders", 0, 10, 1_000).ignoreElement(),
                store.read("orders", Map.of(0, 0L), 10, 1_000).ignoreElement(),
                store.count("orders", Map.of(0, 0L)).ignoreElement(),
                store.committed("orders", "mail").ignoreElement(),
                store.commit("orders", "mail", 0, 1, lease.token()),
                store.trim(ORDERS),
                store.deadLetters().add(letter("1")))) {
            assertThat(call.blockingGet())
                    .isInstanceOf(TopicLostException.class)
                    .hasMessageContaining("'orders'")
                    .hasMessageContaining(reason);
        }
    }

    private static DeadLetter letter(final String id) {
        return new DeadLetter(
                id, "orders", "mail", "m", null, Map.of(), new byte[] {0, -1}, "java.io.IOException", 5, Instant.EPOCH);
    }

    @Test
    void termsAndPositionsRiseOnAServerThatIsEmptyAgain() {
        append(message(0, "a"));
        final long position = all().get(0).position();
        final Term before = claim("one").token();
        command("FLUSHALL");
        store = opened();
        append(message(0, "b"));
        assertThat(all().get(0).position()).isGreaterThan(position);
        assertThat(claim("two").token().number()).isGreaterThanOrEqualTo(before.number());
    }

    private Lease claim(final String owner) {
        return store.leases()
                .claim("messages/orders/mail", "0", owner, LENGTH, Long.MAX_VALUE)
                .toSingle()
                .blockingGet();
    }

    @Test
    void aCommitNeedsTheCurrentTerm() {
        final Lease first = claim("one");
        store.commit("orders", "mail", 0, 5, first.token()).blockingAwait();
        store.leases().release(first, Long.MIN_VALUE).blockingAwait();
        assertFails(store.commit("orders", "mail", 0, 6, first.token()), TermEndedException.class);
        final Lease second = claim("two");
        assertFails(store.commit("orders", "mail", 0, 6, first.token()), TermEndedException.class);
        assertThat(store.committed("orders", "mail").blockingGet()).isEqualTo(Map.of(0, 5L));
        store.commit("orders", "mail", 0, 7, second.token()).blockingAwait();
        assertThat(store.committed("orders", "mail").blockingGet()).isEqualTo(Map.of(0, 7L));
    }

    @Test
    void aLeaseThatIsNotRenewedEndsAndItsGroupForgetsOldOnes() {
        store.leases()
                .claim("a", "0", "one", Duration.ofMillis(100), 7)
                .ignoreElement()
                .blockingAwait();
        final Lease taken =
                store.leases().claim("a", "0", "two", LENGTH, 7).repeat().blockingFirst();
        assertThat(taken.owner()).isEqualTo("two");
        store.leases().release(taken, 7).blockingAwait();
        assertThat(store.leases().claim("a", "0", "three", LENGTH, 7).blockingGet())
                .isNull();
        command("HSET", "jzenith:messages:lease:a", "1", "1 5 " + Long.MIN_VALUE + " old");
        final Lease next =
                store.leases().claim("a", "0", "three", LENGTH, 8).toSingle().blockingGet();
        assertThat(next.term()).isGreaterThan(taken.term());
        assertThat(store.leases().renew("me", LENGTH, List.of("a")).blockingGet())
                .containsExactly(next);
    }

    @Test
    void oldMessagesAreDeletedAndTheHighestOneIsRemembered() {
        command("XADD", KEY + ":log:0", "100-1", "id", "old");
        command("XADD", KEY + ":log:1", "200-1", "id", "older");
        command("HSET", KEY, KEY + ":log:0", 1, KEY + ":log:1", 1);
        append(message(0, "new"));
        store.trim(ORDERS).blockingAwait();
        assertThat(ids(all())).containsExactly("new");
        final LogStore.LogState state = store.state("orders").blockingGet();
        assertThat(state.first()).isEqualTo(201);
        assertThat(state.last()).isEqualTo(all().get(0).position());

        store.trim(new TopicDefinition("orders", 4, Duration.ZERO)).blockingAwait();
        assertThat(all()).isEmpty();
        assertThat(store.state("orders").blockingGet())
                .isEqualTo(new LogStore.LogState(state.incarnation(), state.last() + 1, state.last()));
        append(message(0, "later"));
        assertThat(store.count("orders", Map.of(0, 0L, 1, 0L)).blockingGet()).isEqualTo(Map.of(0, 1L, 1, 0L));
    }

    @Test
    void anEntryOfAnotherClientReadsAsAnEmptyMessage() {
        command("XADD", KEY + ":log:2", "5-1", "headers", "[", "time", "x", "other", "y");
        command("XADD", KEY + ":log:2", "6-1", "body", new byte[64 * 1024], "key", "");
        command("APPEND", "large", new byte[64 * 1024]);
        command("APPEND", "large", "x");
        redis.command(
                        "EVAL",
                        "return redis.call('XADD', KEYS[1], '7-1', 'body', redis.call('GET', KEYS[2]))",
                        2,
                        KEY + ":log:2",
                        "large")
                .ignoreElement()
                .blockingAwait();
        final List<StoredMessage> found = all();
        assertThat(found).extracting(StoredMessage::position).containsExactly(5L, 6L, 7L);
        assertThat(found).extracting(StoredMessage::id).containsExactly("orders-2-5-1", "orders-2-6-1", "orders-2-7-1");
        assertThat(found).extracting(StoredMessage::key).containsExactly(null, "", null);
        assertThat(found).extracting(message -> message.body().length).containsExactly(0, 64 * 1024, 0);
        assertThat(found.get(0).publishedAt()).isEqualTo(Instant.EPOCH);
        assertThat(found.get(0).headers()).isEmpty();
    }

    @Test
    void headersOfAnotherClientAreTextThatADeadLetterCanHave() {
        final String bad = "{\"a\":null,\"b\":\"\\ud800\",\"c\":\"ü\"}";
        command("XADD", KEY + ":log:0", "5-1", "headers", bad.getBytes(StandardCharsets.UTF_8));
        command("XADD", KEY + ":log:0", "6-2", "headers", "null");
        final List<StoredMessage> found = all();
        assertThat(found).extracting(StoredMessage::headers).containsExactly(Map.of("b", "?", "c", "ü"), Map.of());
        store.deadLetters()
                .add(new DeadLetter(
                        "1", "orders", "mail", "m", null, found.get(0).headers(), new byte[0], "e", 5, Instant.EPOCH))
                .blockingAwait();
    }

    @Test
    void aMessageThatIsLargerThanAValueOfRedisIsNotSent() {
        assertThat(appending(null, message(0, "a"), message(0, "b", new byte[64 * 1024 + 1]))
                        .blockingGet())
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining("redis.max-value-size");
        assertThat(all()).isEmpty();
    }

    @Test
    void commandForAResetDeletesThePositionsOfAConsumer() {
        for (final String consumer : List.of("mail", "audit")) {
            final Term term = store.leases()
                    .claim("reset/" + consumer, "0", "a", LENGTH, Long.MAX_VALUE)
                    .toSingle()
                    .blockingGet()
                    .token();
            store.commit("orders", consumer, 0, 1, term).blockingAwait();
        }
        final String[] reset = store.resetCommand("orders", "mail").split(" ");
        assertThat(reset[0]).isEqualTo("redis-cli");
        command(reset[1], reset[2]);
        assertThat(store.committed("orders", "mail").blockingGet()).isEmpty();
        assertThat(store.committed("orders", "audit").blockingGet()).isEqualTo(Map.of(0, 1L));
    }
}
