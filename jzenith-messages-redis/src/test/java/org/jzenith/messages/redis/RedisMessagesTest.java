package org.jzenith.messages.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import java.nio.file.Path;
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
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** Applications whose topics are in Redis, and a server that goes away, becomes a replica or loses its data. */
@Tag("full")
@Timeout(120)
final class RedisMessagesTest {

    private static final Topic<String> ORDERS = Topic.of("orders", String.class).keyedBy(text -> text.charAt(0));

    @TempDir
    Path directory;

    private RedisServer server;
    private UnreliableProxy proxy;
    private LogLines log;
    private final Mail mail = new Mail();

    /** Handles orders. */
    private static final class Mail {

        private final Queue<String> sent = new ConcurrentLinkedQueue<>();

        Completable send(final String order) {
            return Completable.fromAction(() -> sent.add(order));
        }
    }

    @BeforeEach
    void start() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        log = LogLines.of("org.jzenith.messages");
    }

    @AfterEach
    void stop() {
        log.close();
        proxy.close();
        server.close();
    }

    private JZenith application() {
        return application(MessagesPlugin.create().consuming(ORDERS, "mail", Mail.class, Mail::send));
    }

    private JZenith application(final MessagesPlugin messages) {
        return JZenith.application()
                .withPlugins(messages, RedisPlugin.create(), RedisMessagesPlugin.create())
                .withModules(binder -> binder.bind(Mail.class).toInstance(mail))
                .withConfiguration("messages.orders.over", "redis")
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "300ms");
    }

    private static Completable publish(final RunningApplication application, final String order) {
        return application.get(Messages.class).publish(ORDERS, order);
    }

    private static void publishAtLast(final RunningApplication application, final String order) {
        publish(application, order)
                .retry(error -> error instanceof TemporarilyUnavailable)
                .blockingAwait();
    }

    private static Health.Status health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(check -> check.name().equals("messages"))
                .findFirst()
                .orElseThrow()
                .health()
                .status();
    }

    @Test
    void messagesReachTheConsumerOfAnyInstanceOnceEach() {
        try (RunningApplication one = application().run();
                RunningApplication other = application().run()) {
            for (int i = 0; i < 50; i++) {
                publish(i % 2 == 0 ? one : other, "o" + i).blockingAwait();
            }
            until(() -> mail.sent.size() == 50);
        }
        try (RunningApplication next = application().run()) {
            publish(next, "last").blockingAwait();
            until(() -> mail.sent.contains("last"));
        }
        assertThat(mail.sent).hasSize(51).doesNotHaveDuplicates();
    }

    @Test
    void aServerThatRestartsWithItsDataLosesNothing() {
        try (RunningApplication application = application().run()) {
            publish(application, "a").blockingAwait();
            until(() -> mail.sent.contains("a"));
            proxy.shut();
            server.close();
            assertThat(publish(application, "b").blockingGet()).isInstanceOf(TemporarilyUnavailable.class);
            server = RedisServer.startIn(directory);
            proxy.reopen(server.port());
            publishAtLast(application, "c");
            until(() -> mail.sent.contains("c"));
            until(() -> health(application) == Health.Status.UP);
        }
        assertThat(mail.sent).containsExactly("a", "c");
    }

    @Test
    void aServerThatRestartsEmptyIsAnErrorUntilTheApplicationRestarts() {
        try (RunningApplication application = application().run()) {
            publish(application, "a").blockingAwait();
            until(() -> mail.sent.contains("a"));
            application
                    .get(RedisClient.class)
                    .command("FLUSHALL")
                    .ignoreElement()
                    .blockingAwait();
            proxy.shut();
            server.close();
            server = RedisServer.startIn(directory);
            proxy.reopen(server.port());

            until(() -> publish(application, "b").blockingGet() instanceof TopicLostException);
            until(() -> health(application) != Health.Status.UP);
            try (RunningApplication fresh =
                    application(MessagesPlugin.create().publishing(ORDERS)).run()) {
                publish(fresh, "c").blockingAwait();
            }
            assertThat(publish(application, "d").blockingGet()).isInstanceOf(TopicLostException.class);
            assertThat(health(application)).isNotEqualTo(Health.Status.UP);
        }
        assertThat(mail.sent).containsExactly("a");
        try (RunningApplication restarted = application().run()) {
            publish(restarted, "e").blockingAwait();
            until(() -> mail.sent.contains("e"));
            assertThat(health(restarted)).isEqualTo(Health.Status.UP);
        }
        assertThat(mail.sent).containsExactlyInAnyOrder("a", "c", "e");
    }

    @Test
    void aReplicaRefusesMessagesUntilItIsTheMasterAgain() {
        try (RunningApplication application = application().run()) {
            final RedisClient redis = application.get(RedisClient.class);
            redis.command("REPLICAOF", "127.0.0.1", 1).ignoreElement().blockingAwait();
            assertThat(publish(application, "a").blockingGet()).isInstanceOf(TemporarilyUnavailable.class);
            redis.command("REPLICAOF", "NO", "ONE")
                    .retry(error -> error instanceof TemporarilyUnavailable)
                    .ignoreElement()
                    .blockingAwait();
            publishAtLast(application, "b");
            until(() -> mail.sent.contains("b"));
        }
    }

    @Test
    void settingsOfTheServerThatLoseMessagesAreNamed() {
        try (RunningApplication application = application().run()) {
            assertThat(log.messages())
                    .noneMatch(line -> line.contains("appendonly") || line.contains("maxmemory-policy"));
            final RedisClient redis = application.get(RedisClient.class);
            redis.command("CONFIG", "SET", "appendonly", "no").ignoreElement().blockingAwait();
            redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
                    .ignoreElement()
                    .blockingAwait();
        }
        application().run().close();
        assertThat(log.messages())
                .contains(
                        "Redis can delete messages when its memory is full, because its maxmemory-policy is allkeys-lru. Set maxmemory-policy to noeviction.",
                        "Redis can lose messages when it stops, because its appendonly is no. Set appendonly to yes. If no message may be lost, also set appendfsync to always.");
    }

    @Test
    void aUserThatMayNotReadTheSettingsOfTheServerStartsWithoutWarnings() {
        try (RunningApplication application = application().run()) {
            application
                    .get(RedisClient.class)
                    .command(
                            "ACL",
                            "SETUSER",
                            "shop",
                            "on",
                            ">secret",
                            "~jzenith:messages:*",
                            "~jzenith:health",
                            "+@all",
                            "-info")
                    .ignoreElement()
                    .blockingAwait();
        }
        try (RunningApplication application = application()
                .withConfiguration("redis.username", "shop")
                .withConfiguration("redis.password", "secret")
                .run()) {
            publish(application, "a").blockingAwait();
            until(() -> mail.sent.contains("a"));
        }
    }

    @Test
    void aTopicWithMessagesLargerThanAValueOfRedisFailsTheStart() {
        assertThatThrownBy(() -> application()
                        .withConfiguration("messages.orders.max-size", "32M")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("messages.orders.max-size is 32M, but redis.max-value-size is 16M");
    }

    @Test
    void theMissingPluginIsNamed() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(MessagesPlugin.create().publishing(ORDERS))
                        .withConfiguration("messages.orders.over", "redis")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Add RedisMessagesPlugin.create() to withPlugins(..)")
                .hasMessageContaining("org.jzenith:jzenith-messages-redis");
    }
}
