package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.message.RedisMessage;
import org.jzenith.test.JZenithExtension;

final class RedisClientTest {

    @RegisterExtension
    static final JZenithExtension JZENITH = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RedisPlugin.create(), EmbeddedRedis.create())
            .withConfiguration("redis.max-value-size", "1M"));

    private final RedisClient redis = JZENITH.get(RedisClient.class);

    public record User(String name, int age) {}

    @BeforeEach
    void empty() {
        redis.command("FLUSHDB").ignoreElement().blockingAwait();
    }

    @Test
    void valuesAreTextsNumbersBytesAndJson() {
        redis.set("text", "Zoë\r\n\0").blockingAwait();
        redis.set("number", 42).blockingAwait();
        redis.set("bytes", new byte[] {0, -1, 13, 10}).blockingAwait();
        redis.set("buffer", Buffer.buffer("b")).blockingAwait();
        redis.set("user", new User("Ann", 41)).blockingAwait();

        assertThat(redis.get("text").blockingGet()).isEqualTo("Zoë\r\n\0");
        assertThat(redis.get("number", Integer.class).blockingGet()).isEqualTo(42);
        assertThat(redis.get("bytes", byte[].class).blockingGet()).containsExactly(0, -1, 13, 10);
        assertThat(redis.get("buffer", Buffer.class).blockingGet()).isEqualTo(Buffer.buffer("b"));
        assertThat(redis.get("user", User.class).blockingGet()).isEqualTo(new User("Ann", 41));
        assertThat(redis.get("user").blockingGet()).isEqualTo("{\"name\":\"Ann\",\"age\":41}");
        assertThat(redis.get("none").isEmpty().blockingGet()).isTrue();
        assertThat(redis.get("none", User.class).isEmpty().blockingGet()).isTrue();
    }

    @Test
    void severalValuesAreReadInOneCommand() {
        redis.set("a", 1).blockingAwait();
        redis.set("c", 3).blockingAwait();
        assertThat(redis.getAll(List.of("c", "b", "a"), Integer.class).blockingGet())
                .containsExactly(Map.entry("c", 3), Map.entry("a", 1));
        assertThat(redis.getAll(List.of(), Integer.class).blockingGet()).isEmpty();
    }

    @Test
    void theCommandsOfATurnLeaveInOneWrite() {
        final Context eventLoop = JZENITH.get(Vertx.class).getOrCreateContext();
        final Single<List<Long>> commands = Flowable.range(0, 20)
                .concatMapEager(i -> redis.increment("key" + i, i).toFlowable())
                .toList()
                .subscribeOn(Schedulers.from(command -> eventLoop.runOnContext(turn -> command.run())));
        commands.ignoreElement().blockingAwait();
        final long before = reads();
        assertThat(commands.blockingGet()).hasSize(20);
        // One for the twenty commands, and one for the second question.
        assertThat(reads() - before).isEqualTo(2);
    }

    /** Returns how often the server has read from a connection. */
    private long reads() {
        return redis.command("INFO", "stats")
                .map(info -> info.text()
                        .lines()
                        .filter(line -> line.startsWith("total_reads_processed:"))
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                        .sum())
                .blockingGet();
    }

    @Test
    void valuesExpire() {
        redis.set("a", "x", Duration.ofHours(1)).blockingAwait();
        assertThat(redis.timeToLive("a").blockingGet()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(redis.expire("a", Duration.ofMinutes(1)).blockingGet()).isTrue();
        assertThat(redis.timeToLive("a").blockingGet()).isLessThanOrEqualTo(Duration.ofMinutes(1));
        redis.set("a", "y").blockingAwait();
        assertThat(redis.timeToLive("a").isEmpty().blockingGet()).isTrue();
        assertThat(redis.expire("none", Duration.ofMinutes(1)).blockingGet()).isFalse();
        assertThat(redis.setIfAbsent("a", "z", Duration.ofMinutes(1)).blockingGet())
                .isFalse();
        assertThat(redis.setIfAbsent("b", "z", Duration.ofMinutes(1)).blockingGet())
                .isTrue();
        assertThat(redis.get("a").blockingGet()).isEqualTo("y");
        assertThat(redis.delete("a", "b", "c").blockingGet()).isEqualTo(2);
        assertThat(redis.delete().blockingGet()).isZero();
        assertThat(redis.exists("a").blockingGet()).isFalse();
    }

    @Test
    void anExpiryBelowAMillisecondIsRoundedUpAndOneThatIsNotPositiveIsRefused() {
        redis.set("a", "1").blockingAwait();
        assertThat(redis.expire("a", Duration.ofNanos(1)).blockingGet()).isTrue();
        redis.set("b", "1", Duration.ofNanos(1)).blockingAwait();
        assertThat(redis.setIfAbsent("c", "1", Duration.ofNanos(1)).blockingGet())
                .isTrue();
        redis.set("a", "1").blockingAwait();
        for (final Duration expiry : List.of(
                Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(-1), Duration.ofSeconds(Long.MAX_VALUE))) {
            redis.expire("a", expiry).test().awaitDone(10, TimeUnit.SECONDS).assertError(InvalidCommandException.class);
            redis.set("a", "2", expiry)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(InvalidCommandException.class);
            redis.setIfAbsent("d", "2", expiry)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(InvalidCommandException.class);
        }
        assertThat(redis.get("a").blockingGet()).isEqualTo("1");
    }

    @Test
    void countersHashesAndSets() {
        assertThat(redis.increment("n", 5).blockingGet()).isEqualTo(5);
        assertThat(redis.increment("n", -7).blockingGet()).isEqualTo(-2);

        final RedisHash hash = redis.hash("h");
        hash.set(Map.of("user", new User("Ann", 1), "count", 7)).blockingAwait();
        assertThat(hash.get("user", User.class).blockingGet()).isEqualTo(new User("Ann", 1));
        assertThat(hash.increment("count", 3).blockingGet()).isEqualTo(10);
        assertThat(hash.get("none", User.class).isEmpty().blockingGet()).isTrue();
        assertThat(hash.getAll(String.class).blockingGet())
                .containsOnly(Map.entry("user", "{\"name\":\"Ann\",\"age\":1}"), Map.entry("count", "10"));
        assertThat(hash.delete("user", "none").blockingGet()).isEqualTo(1);

        final RedisSet set = redis.setOf("s");
        assertThat(set.add("a", "b", "a").blockingGet()).isEqualTo(2);
        assertThat(set.contains("a").blockingGet()).isTrue();
        assertThat(set.members().blockingGet()).containsExactlyInAnyOrder("a", "b");
        assertThat(set.remove("a").blockingGet()).isEqualTo(1);
        assertThat(set.size().blockingGet()).isEqualTo(1);

        final RedisSortedSet scores = redis.sortedSet("z");
        assertThat(scores.add("low", 1.5).blockingGet()).isTrue();
        assertThat(scores.add("high", 20).blockingGet()).isTrue();
        assertThat(scores.add("high", 30).blockingGet()).isFalse();
        assertThat(scores.increment("low", 1).blockingGet()).isEqualTo(2.5);
        assertThat(scores.score("none").isEmpty().blockingGet()).isTrue();
        assertThat(scores.highest(1).blockingGet()).containsExactly(Map.entry("high", 30.0));
        assertThat(scores.lowest(9).blockingGet()).containsExactly(Map.entry("low", 2.5), Map.entry("high", 30.0));
        assertThat(scores.remove("low").blockingGet()).isEqualTo(1);
    }

    @Test
    void scanReturnsEachKeyThatMatches() {
        Flowable.range(0, 1_000)
                .flatMapCompletable(i -> redis.set("many:" + i, i))
                .blockingAwait();
        redis.set("other", 1).blockingAwait();
        assertThat(redis.scan("many:*").distinct().count().blockingGet()).isEqualTo(1_000);
        assertThat(redis.scan("many:*").take(3).toList().blockingGet()).hasSize(3);
    }

    @Test
    void scriptsAreSentByTheirHash() {
        final RedisScript script = RedisScript.of("return redis.call('INCRBY', KEYS[1], ARGV[1])");
        redis.command("SCRIPT", "FLUSH").ignoreElement().blockingAwait();
        redis.command("CONFIG", "RESETSTAT").ignoreElement().blockingAwait();
        assertThat(redis.run(script, List.of("n"), 3).blockingGet().number()).isEqualTo(3);
        assertThat(redis.run(script, List.of("n"), 3).blockingGet().number()).isEqualTo(6);
        assertThat(redis.command("INFO", "commandstats").blockingGet().text())
                .containsPattern("cmdstat_eval:calls=1")
                .containsPattern("cmdstat_evalsha:calls=2");
    }

    @Test
    void aTransactionIsDoneAsAWhole() {
        redis.set("left", 3).blockingAwait();
        final List<RedisReply> replies = redis.transaction(tx -> tx.watch("left")
                        .andThen(tx.get("left", Long.class))
                        .doOnSuccess(left -> tx.add("SET", "left", left - 1).add("RPUSH", "orders", new User("Ann", 1)))
                        .ignoreElement())
                .blockingGet();
        assertThat(replies).hasSize(2);
        assertThat(replies.get(1).number()).isEqualTo(1);
        assertThat(redis.get("left", Long.class).blockingGet()).isEqualTo(2);
        assertThat(redis.command("LRANGE", "orders", 0, -1)
                        .blockingGet()
                        .list()
                        .get(0)
                        .text())
                .isEqualTo("{\"name\":\"Ann\",\"age\":1}");
        assertThat(redis.transaction(tx -> Completable.complete()).blockingGet())
                .isEmpty();
    }

    @Test
    void aWatchedKeyThatChangesRefusesTheTransaction() {
        assertThatThrownBy(() -> redis.transaction(tx -> tx.watch("left")
                                .andThen(redis.set("left", 7))
                                .andThen(Completable.fromAction(() -> tx.add("SET", "left", 1))))
                        .blockingGet())
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("WATCH"));
        assertThat(redis.get("left", Integer.class).blockingGet()).isEqualTo(7);
    }

    @Test
    void aTransactionThatFailsDoesNothing() {
        assertThatThrownBy(() -> redis.transaction(tx -> Completable.fromAction(
                                () -> tx.add("SET", "a", 1).add("NO_SUCH_COMMAND", "secret")))
                        .blockingGet())
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("NO_SUCH_COMMAND")
                .hasMessageNotContaining("secret");
        assertThat(redis.exists("a").blockingGet()).isFalse();
        assertThatThrownBy(() -> redis.transaction(tx -> {
                            tx.add("SET", "a", 1);
                            return Completable.error(new IllegalStateException("mine"));
                        })
                        .blockingGet())
                .hasMessage("mine");
        assertThat(redis.exists("a").blockingGet()).isFalse();
    }

    @Test
    void aCommandThatCannotBeSentKeepsTheWholeTransactionBack() {
        assertThatThrownBy(() -> redis.transaction(tx -> Completable.fromAction(
                                () -> tx.add("SET", "a", 1).add("SET", "b", "x".repeat(2_000_000))))
                        .blockingGet())
                .isInstanceOf(InvalidCommandException.class);
        assertThatThrownBy(() -> redis.transaction(tx -> tx.command("SELECT", 1).ignoreElement())
                        .blockingGet())
                .isInstanceOf(InvalidCommandException.class);
        assertThat(redis.exists("a").blockingGet()).isFalse();
    }

    @Test
    void aBlockingCommandHoldsUpNobody() {
        final TestObserver<RedisReply> popped =
                redis.command("BLPOP", "queue", 0).test();
        redis.set("a", 1).blockingAwait();
        redis.command("RPUSH", "queue", "x").ignoreElement().blockingAwait();
        popped.awaitTerminalEvent();
        assertThat(popped.values().get(0).list().get(1).text()).isEqualTo("x");
    }

    @Test
    void messagesAreReceivedFromTheSubscriptionOn() {
        assertThat(Flowable.defer(() -> redis.messages("prices")
                                .flatMap(each -> each instanceof RedisMessage.Missed
                                        ? redis.publish("prices", "7")
                                                .ignoreElement()
                                                .andThen(Flowable.just(each))
                                        : Flowable.just(each))
                                .take(2))
                        .map(each -> each instanceof final RedisMessage.Received got ? got.text() : "missed")
                        .toList()
                        .blockingGet())
                .containsExactlyInAnyOrder("missed", "7");
    }

    @Test
    void refusalsNameTheCommandAndNoValue() {
        redis.command("RPUSH", "list", "x").ignoreElement().blockingAwait();
        assertThatThrownBy(() -> redis.get("list").blockingGet())
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("WRONGTYPE"))
                .hasMessage("the key has a value of another type (WRONGTYPE) in: GET");
        redis.set("secret", "secret").blockingAwait();
        assertThatThrownBy(() -> redis.increment("secret", 1).blockingGet())
                .hasMessage("value is not an integer or out of range (ERR) in: INCRBY");
        assertThatThrownBy(() -> redis.command("NOSUCH", "secret").blockingGet())
                .hasMessage("the server does not know the command (ERR) in: NOSUCH");
        assertThatThrownBy(() -> redis.run(
                                RedisScript.of("return redis.error_reply('ERR ' .. ARGV[1])"), List.of(), "secret")
                        .blockingGet())
                .hasMessageNotContaining("secret")
                .isInstanceOf(CommandRefusedException.class);
        assertThatThrownBy(() -> redis.get("secret", User.class).blockingGet())
                .isInstanceOf(UnexpectedReplyException.class)
                .hasMessageNotContaining("secret")
                .hasMessageEndingWith("in: GET");
        assertThatThrownBy(() -> redis.command("GET", "secret").blockingGet().list())
                .isInstanceOf(UnexpectedReplyException.class)
                .hasMessage("the reply is a value instead of a list in: GET");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MULTI", "exec", "WATCH", "SUBSCRIBE", "SELECT", "AUTH", "QUIT", "MONITOR"})
    void whatWouldChangeTheConnectionIsRefused(final String command) {
        assertThatThrownBy(() -> redis.command(command, "1").blockingGet())
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining("use ");
    }

    @Test
    void argumentsThatCannotBeSentAreRefused() {
        assertThatThrownBy(() -> redis.command("GET", (Object) null).blockingGet())
                .isInstanceOf(InvalidCommandException.class)
                .hasMessage("the argument 1 is null in: GET");
        assertThatThrownBy(() -> redis.get("\ud800").blockingGet()).isInstanceOf(InvalidCommandException.class);
        assertThatThrownBy(() -> redis.set("a", "x".repeat(2_000_000)).blockingAwait())
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining("redis.max-value-size");
        assertThatThrownBy(() -> redis.command("SET", "a", new User("Ann", 1)).blockingGet())
                .isInstanceOf(InvalidCommandException.class)
                .hasMessageContaining(User.class.getName());
        assertThat(redis.exists("a").blockingGet()).isFalse();
    }

    @Test
    void aValueThatIsTooLargeFailsItsCommandOnly() {
        redis.set("part", "x".repeat(600_000)).blockingAwait();
        redis.command("APPEND", "part", "x".repeat(600_000)).ignoreElement().blockingAwait();
        assertThat(Single.zip(
                                redis.get("part").toSingle().onErrorReturn(Throwable::getMessage),
                                redis.exists("part"),
                                (error, exists) -> error + " " + exists)
                        .blockingGet())
                .isEqualTo("a value is larger than redis.max-value-size in: GET true");
        assertThat(redis.command("MGET", "part", "none").blockingGet().list())
                .satisfies(each -> assertThat(each.get(1).isNull()).isTrue());
    }

    @Test
    void textsWithManyEmojisAreChecked() {
        final String text = "\ud83d\ude00".repeat(100_000);
        redis.set("text", text).blockingAwait();
        assertThat(redis.get("text").blockingGet()).isEqualTo(text);
    }

    @Test
    void whatAScriptFailsWithIsNotRepeated() {
        assertThatThrownBy(() -> redis.run(
                                RedisScript.of("return redis.error_reply(KEYS[1] .. ' locked')"),
                                List.of("user:4711"),
                                1)
                        .blockingGet())
                .hasMessage("the script failed on the server (ERR) in: EVAL");
        assertThatThrownBy(() -> redis.command("XREADGROUP", "GROUP", "mail", "me", "STREAMS", "orders", ">")
                        .blockingGet())
                .hasMessageNotContaining("orders")
                .hasMessageNotContaining("mail");
    }

    @Test
    void aChannelThatCannotBeSubscribedFailsItsSubscriber() {
        assertThatThrownBy(() -> redis.messages("\ud800").blockingFirst()).isInstanceOf(InvalidCommandException.class);
        redis.command("ACL", "SETUSER", "default", "resetchannels", "&open")
                .ignoreElement()
                .blockingAwait();
        try {
            assertThatThrownBy(() -> redis.messages("closed").blockingFirst())
                    .isInstanceOf(CommandRefusedException.class)
                    .hasMessageContaining("NOPERM");
            assertThat(redis.messages("open").blockingFirst()).isInstanceOf(RedisMessage.Missed.class);
        } finally {
            redis.command("ACL", "SETUSER", "default", "allchannels")
                    .ignoreElement()
                    .blockingAwait();
        }
    }

    @Test
    void aTransactionLeavesNothingWatched() {
        redis.hash("hash").set(Map.of("a", 1)).blockingAwait();
        assertThatThrownBy(() -> redis.transaction(tx -> tx.watch("w")
                                .andThen(tx.get("hash", String.class))
                                .ignoreElement())
                        .blockingGet())
                .isInstanceOf(CommandRefusedException.class);
        redis.set("w", 1).blockingAwait();
        for (int i = 0; i < 20; i++) {
            assertThat(redis.transaction(tx -> Completable.fromAction(() -> tx.add("SET", "a", 1)))
                            .blockingGet())
                    .hasSize(1);
        }
    }

    @Test
    void keysKeepPartsApart() {
        assertThat(Keys.of("user", 7, "a:b*%\n")).isEqualTo("user:7:a%3Ab%2A%25%0A");
        assertThatThrownBy(() -> Keys.of("user", "")).isInstanceOf(IllegalArgumentException.class);
    }
}
