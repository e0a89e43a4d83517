package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subscribers.TestSubscriber;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisOverloadedException;
import org.jzenith.redis.error.RedisTimeoutException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.error.WritesRefusedException;
import org.jzenith.redis.message.RedisMessage;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** The server goes away, freezes, is full or becomes a replica while commands are sent. */
@Tag("full")
final class FaultTest {

    private RedisServer server;
    private UnreliableProxy proxy;
    private RunningApplication application;
    private RedisClient redis;

    @TempDir
    Path directory;

    @BeforeEach
    void start() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        application = JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "2s")
                .withConfiguration("redis.max-commands", 100)
                .withConfiguration("redis.pool.size", 1)
                .run();
        redis = application.get(RedisClient.class);
    }

    @AfterEach
    void stop() {
        application.close();
        proxy.close();
        server.close();
    }

    private String untilItAnswers(final String key) {
        return redis.get(key)
                .defaultIfEmpty("none")
                .retry(RedisUnavailableException.class::isInstance)
                .blockingGet();
    }

    @Test
    void afterAnOutageCommandsRunAgainOnAServerThatIsEmpty() {
        redis.set("a", "1").blockingAwait();
        redis.command("FLUSHALL").ignoreElement().blockingAwait();
        proxy.shut();
        server.close();
        assertThatThrownBy(() -> redis.get("a").repeat().blockingSubscribe())
                .isInstanceOf(RedisUnavailableException.class);
        assertThat(health().status()).isEqualTo(Health.Status.DOWN);
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
        assertThat(untilItAnswers("a")).isEqualTo("none");
        awaitHealth();
    }

    @Test
    void aConnectionThatIsLostIsReplaced() {
        redis.set("a", "1").blockingAwait();
        proxy.closeConnections();
        assertThat(untilItAnswers("a")).isEqualTo("1");
        awaitHealth();
    }

    @Test
    void aFrozenServerLeavesNoCommandWaiting() {
        proxy.freeze();
        final List<TestObserver<String>> asked = Flowable.range(0, 50)
                .map(i -> redis.get("a" + i).test())
                .toList()
                .blockingGet();
        asked.forEach(TestObserver::awaitTerminalEvent);
        assertThat(asked)
                .allSatisfy(each -> assertThat(each.errors())
                        .singleElement()
                        .isInstanceOfAny(RedisTimeoutException.class, RedisUnavailableException.class));
        assertThatThrownBy(() -> redis.get("a").blockingGet()).isInstanceOf(RedisUnavailableException.class);
        proxy.thaw();
        assertThat(untilItAnswers("a")).isEqualTo("none");
    }

    @Test
    void commandsBeyondTheLimitAreRefusedAtOnce() {
        proxy.freeze();
        final List<TestObserver<String>> asked = Flowable.range(0, 1_000)
                .map(i -> redis.get("a" + i).test())
                .toList()
                .blockingGet();
        asked.forEach(TestObserver::awaitTerminalEvent);
        assertThat(asked)
                .anySatisfy(
                        each -> assertThat(each.errors()).singleElement().isInstanceOf(RedisOverloadedException.class));
        proxy.thaw();
        assertThat(untilItAnswers("a")).isEqualTo("none");
    }

    @Test
    void aSubscriberLearnsThatItMayHaveMissedMessages() {
        final TestSubscriber<RedisMessage> messages = redis.messages("prices").test();
        messages.awaitCount(1);
        proxy.closeConnections();
        messages.awaitCount(2);
        untilItAnswers("a");
        redis.publish("prices", "7")
                .retry(RedisUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        messages.awaitCount(3);
        assertThat(messages.values().get(0)).isInstanceOf(RedisMessage.Missed.class);
        assertThat(messages.values().get(1)).isInstanceOf(RedisMessage.Missed.class);
        assertThat(messages.values().get(2)).isInstanceOf(RedisMessage.Received.class);
        messages.cancel();
    }

    @Test
    void aConnectionOfMessagesThatBreaksAgainAndAgainIsWarnedOfOnce() {
        try (LogLines log = LogLines.of("org.jzenith.redis")) {
            final TestSubscriber<RedisMessage> messages =
                    redis.messages("prices").test();
            for (int losses = 1; losses <= 5; losses++) {
                messages.awaitCount(losses);
                proxy.closeConnections();
            }
            messages.awaitCount(6);
            messages.cancel();
            assertThat(log.warnings())
                    .filteredOn(text -> text.startsWith("Messages from Redis"))
                    .hasSize(1);
        }
    }

    @Test
    void aSubscriberThatIsTooSlowGetsAnError() {
        final TestSubscriber<RedisMessage> messages = redis.messages("prices").test(1);
        messages.awaitCount(1);
        Flowable.range(0, 5_000)
                .concatMapSingle(i -> redis.publish("prices", i))
                .blockingSubscribe();
        messages.request(Long.MAX_VALUE);
        messages.awaitTerminalEvent();
        assertThat(messages.errors()).singleElement().isInstanceOf(RedisOverloadedException.class);
    }

    @Test
    void aFullMemoryIsToldAndHealthNamesIt() {
        redis.command("CONFIG", "SET", "maxmemory", 1).ignoreElement().blockingAwait();
        assertThatThrownBy(() -> redis.set("a", "1").blockingAwait())
                .isInstanceOfSatisfying(
                        WritesRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("OOM"));
        assertThatThrownBy(() ->
                        redis.run(WRITE_SCRIPT, List.of("a")).ignoreElement().blockingAwait())
                .isInstanceOfSatisfying(
                        WritesRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("OOM"));
        assertThat(health().reason()).contains("memory is full");
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aServerWithTooFewReplicasIsTold(final Function<RedisClient, Single<RedisReply>> write) {
        redis.command("CONFIG", "SET", "min-replicas-to-write", 1)
                .ignoreElement()
                .blockingAwait();
        assertThatThrownBy(() -> write.apply(redis).ignoreElement().blockingAwait())
                .isInstanceOfSatisfying(
                        WritesRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("NOREPLICAS"));
        assertThat(health().reason()).contains("min-replicas-to-write");
    }

    /** A script whose command changes a key. */
    private static final RedisScript WRITE_SCRIPT = RedisScript.of("return redis.call('SET', KEYS[1], '1')");

    static List<Function<RedisClient, Single<RedisReply>>> writes() {
        return List.of(redis -> redis.command("SET", "a", "1"), redis -> redis.run(WRITE_SCRIPT, List.of("a")));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aReplicaIsToldAndLeft(final Function<RedisClient, Single<RedisReply>> write) {
        redis.command("REPLICAOF", "127.0.0.1", 1).ignoreElement().blockingAwait();
        assertThatThrownBy(() -> write.apply(redis).ignoreElement().blockingAwait())
                .isInstanceOfSatisfying(
                        WritesRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("READONLY"));
        assertThat(health().status()).isEqualTo(Health.Status.DOWN);
        redis.command("REPLICAOF", "NO", "ONE")
                .retry(RedisUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        redis.set("a", "1").retry(RedisUnavailableException.class::isInstance).blockingAwait();
    }

    @Test
    void aServerThatHasItsMaximumNumberOfClientsIsUnavailable() throws IOException {
        try (Socket only = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(only.isConnected()).isTrue();
            redis.command("CONFIG", "SET", "maxclients", 1).ignoreElement().blockingAwait();
            proxy.closeConnections();
            assertThatThrownBy(() -> redis.get("a").repeat().blockingSubscribe())
                    .isInstanceOf(RedisUnavailableException.class);
            until(() -> String.valueOf(health().reason()).contains("maximum number of clients (maxclients)"));
            // The other event loop may not have tried to connect yet.
            assertThatThrownBy(() -> redis.get("a")
                            .retry(error -> !String.valueOf(error.getMessage()).contains("maxclients"))
                            .blockingGet())
                    .isInstanceOf(RedisUnavailableException.class);
        }
        // The one connection that the server accepts may be that of the other event loop.
        redis.command("CONFIG", "SET", "maxclients", 100)
                .subscribeOn(Schedulers.computation())
                .retry(RedisUnavailableException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        assertThat(untilItAnswers("a")).isEqualTo("none");
    }

    @Test
    void aTransactionThatWaitsTooLongForAConnectionIsRefused() {
        final TestObserver<RedisReply> blocked =
                redis.command("BLPOP", "queue", 0).test();
        assertThatThrownBy(() -> redis.transaction(tx -> tx.watch("a")).blockingGet())
                .isInstanceOf(RedisOverloadedException.class)
                .hasMessageContaining("redis.pool.size is 1");
        blocked.dispose();
        assertThat(redis.transaction(tx -> tx.watch("a")).blockingGet()).isEmpty();
    }

    @Test
    void aStopLeavesNoCommandWithoutAnEnd() {
        final List<TestObserver<RedisReply>> asked = Flowable.range(0, 20)
                .map(i -> redis.command("BLPOP", "queue", 0).test())
                .toList()
                .blockingGet();
        final TestSubscriber<RedisMessage> messages = redis.messages("prices").test();
        messages.awaitCount(1);
        application.close();
        messages.awaitTerminalEvent();
        messages.assertComplete();
        asked.forEach(TestObserver::awaitTerminalEvent);
        assertThat(asked)
                .allSatisfy(each -> assertThat(each.errors()).singleElement().isInstanceOf(RedisException.class));
        assertThatThrownBy(() -> redis.get("a").blockingGet()).isInstanceOf(RedisUnavailableException.class);
    }

    /** Each event loop has a connection of its own. */
    private void awaitHealth() {
        until(() -> health().status() == Health.Status.UP);
    }

    private Health health() {
        return application.get(HealthChecks.class).run().blockingGet().get(0).health();
    }
}
