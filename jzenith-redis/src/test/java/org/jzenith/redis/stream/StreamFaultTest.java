package org.jzenith.redis.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The server, the network or a consumer goes away while entries are handled. */
@Tag("full")
@Timeout(60)
final class StreamFaultTest {

    @TempDir
    Path directory;

    private RedisServer server;
    private UnreliableProxy proxy;
    private RunningApplication application;
    private RedisClient redis;
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        application = application(proxy.port(), server.password()).run();
        redis = application.get(RedisClient.class);
    }

    @AfterEach
    void stop() {
        application.close();
        proxy.close();
        server.close();
    }

    private static JZenith application(final int port, final String password) {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", port)
                .withConfiguration("redis.password", password)
                .withConfiguration("redis.command-timeout", "200ms");
    }

    private void handle(final Duration takeoverAfter) {
        mail(takeoverAfter).handle(String.class, entry -> {
            handled.add(entry.value() + entry.attempt());
            return Completable.complete();
        });
    }

    private StreamGroup mail(final Duration takeoverAfter) {
        return redis.stream("orders")
                .group("mail")
                .withTimeout(Duration.ofMillis(20))
                .withTakeoverAfter(takeoverAfter);
    }

    private void add(final String value) {
        redis.stream("orders")
                .add(value)
                .retry(error -> error instanceof TemporarilyUnavailable)
                .ignoreElement()
                .blockingAwait();
    }

    private RedisReply ask(final String command, final Object... arguments) {
        return redis.command(command, arguments)
                .retry(error -> error instanceof TemporarilyUnavailable)
                .blockingGet();
    }

    private long pending() {
        return ask("XPENDING", "orders", "mail").list().get(0).number();
    }

    /** A consumer that is killed with an entry at work. */
    public static final class Killed {

        private Killed() {}

        public static void main(final String... args) {
            application(Integer.parseInt(args[0]), args[1]).run().get(RedisClient.class).stream("orders")
                    .group("mail")
                    .handle(
                            String.class,
                            entry -> Completable.never()
                                    .doOnSubscribe(begun -> System.out.println("handling " + entry.value())));
        }
    }

    @Test
    void anEntryOfAKilledProcessIsTakenOverAndItsConsumerDeleted() throws IOException {
        add("a");
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        Integer.toString(server.port()),
                        server.password())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(output.lines().anyMatch("handling a"::equals)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(pending()).isEqualTo(1);
        handle(Duration.ofMillis(100));
        until(() -> !handled.isEmpty());
        assertThat(handled).containsExactly("a2");
        until(() -> ask("XINFO", "CONSUMERS", "orders", "mail").list().size() == 1);
        until(() -> pending() == 0);
    }

    @Test
    void aServerThatRestartsEmptyGetsItsGroupAgain() {
        handle(Duration.ofSeconds(20));
        add("a");
        until(() -> handled.size() == 1);
        ask("FLUSHALL");
        proxy.shut();
        server.close();
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
        add("b");
        until(() -> handled.size() == 2);
        assertThat(handled).containsExactly("a1", "b1");
    }

    @Test
    void aGroupThatSomebodyDeletesIsCreatedAgainAndReadFromTheBeginning() {
        handle(Duration.ofSeconds(20));
        add("a");
        until(() -> handled.size() == 1);
        ask("XGROUP", "DESTROY", "orders", "mail");
        add("b");
        until(() -> handled.contains("b1"));
        ask("DEL", "orders");
        add("c");
        until(() -> handled.contains("c1"));
    }

    @Test
    void entriesOfALostConnectionAreDeliveredAgain() {
        handle(Duration.ofMillis(400));
        for (int i = 0; i < 5; i++) {
            add("a" + i);
            proxy.closeConnections();
        }
        for (int i = 0; i < 5; i++) {
            final String value = "a" + i;
            until(() -> handled.stream().anyMatch(each -> each.startsWith(value)));
        }
        until(() -> pending() == 0);
    }

    @Test
    void aFrozenServerIsReadAgainWhenItAnswers() {
        handle(Duration.ofMillis(400));
        add("a");
        until(() -> handled.size() == 1);
        proxy.freeze();
        redis.get("x").ignoreElement().onErrorComplete().blockingAwait();
        proxy.thaw();
        add("b");
        until(() -> handled.stream().anyMatch(each -> each.startsWith("b")));
    }

    @Test
    void anEntryThatWasHandledDuringAnOutageIsAcknowledgedAfterIt() {
        final CompletableSubject work = CompletableSubject.create();
        final CompletableSubject begun = CompletableSubject.create();
        redis.stream("orders").group("mail").handle(String.class, entry -> {
            handled.add(entry.value() + entry.attempt());
            begun.onComplete();
            return work;
        });
        add("a");
        begun.blockingAwait();
        proxy.shut();
        work.onComplete();
        redis.get("x").ignoreElement().onErrorComplete().blockingAwait();
        proxy.reopen(server.port());
        until(() -> pending() == 0);
        assertThat(handled).containsExactly("a1");
    }

    @Test
    void anApplicationThatStartsWithoutRedisHandlesEntriesLater() {
        proxy.shut();
        try (RunningApplication early = application(proxy.port(), server.password())
                .withConfiguration("redis.required", false)
                .withConfiguration("redis.connect-timeout", "100ms")
                .run()) {
            early.get(RedisClient.class).stream("orders").group("mail").handle(String.class, entry -> {
                handled.add(entry.value());
                return Completable.complete();
            });
            proxy.reopen(server.port());
            add("a");
            until(() -> !handled.isEmpty());
        }
    }

    @Test
    void aStopDuringAnOutageEnds() {
        final CompletableSubject begun = CompletableSubject.create();
        redis.stream("orders").group("mail").handle(String.class, entry -> {
            begun.onComplete();
            return Completable.complete().doOnComplete(proxy::shut);
        });
        add("a");
        begun.blockingAwait();
        application.close();
    }
}
