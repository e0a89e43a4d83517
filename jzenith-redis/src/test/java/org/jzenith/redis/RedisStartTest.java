package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.redis.embedded.RedisServer;

/** The start of an application with Redis: its problems, servers with names, gauges and events. */
@Tag("full")
final class RedisStartTest {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.connect-timeout", "300ms");
    }

    private static void refuses(final JZenith application, final String... texts) {
        assertThatThrownBy(application::run)
                .isInstanceOf(StartException.class)
                .message()
                .contains(texts);
    }

    @Test
    void aServerThatIsNotThereIsNamedWithTheSettingToChange() {
        refuses(
                application().withConfiguration("redis.port", 1),
                "Redis at localhost:1 cannot be used; jZenith tried for 300 ms",
                "redis.connect-timeout");
    }

    @Test
    void passwordsAreAskedForAndRefused() {
        refuses(
                JZenith.application().withPlugins(RedisPlugin.create()).withConfiguration("redis.port", server.port()),
                "requires a password, but none is set",
                "REDIS_PASSWORD");
        refuses(
                application().withConfiguration("redis.password", "wrong"),
                "refuses the connection: the server refuses the user or the password (WRONGPASS)");
        refuses(application().withConfiguration("redis.database", 1_000), "refuses the connection", "redis.database");
    }

    @Test
    void aUrlHasAllOfTheAddress() {
        final String url = "redis://default:" + server.password() + "@127.0.0.1:" + server.port() + "/3";
        try (RunningApplication application = JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.url", url)
                .run()) {
            final RedisClient redis = application.get(RedisClient.class);
            assertThat(redis.command("CLIENT", "LIST").blockingGet().text()).contains("name=jzenith", " db=3 ");
        }
        refuses(
                JZenith.application()
                        .withPlugins(RedisPlugin.create())
                        .withConfiguration("redis.url", url)
                        .withConfiguration("redis.port", 7),
                "redis.url and redis.port contradict each other");
        refuses(
                JZenith.application()
                        .withPlugins(RedisPlugin.create())
                        .withConfiguration("redis.url", "http://secret@host"),
                "redis.url does not begin with redis://",
                "redis://user:password@host:6379/0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://host/a",
                "redis://host/0?timeout=1",
                "redis://host:0",
                "redis://user:p@ss@host",
                "redis://a,b",
                "redis://:%zz@host",
                "redis:///"
            })
    void aUrlThatIsWrongIsRefusedWithoutQuotingIt(final String url) {
        assertThatThrownBy(
                        JZenith.application().withPlugins(RedisPlugin.create()).withConfiguration("redis.url", url)
                                ::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("redis.url ")
                .hasMessageContaining("Write it as redis://user:password@host:6379/0 (rediss for TLS)")
                .message()
                .doesNotContain(url);
    }

    @Test
    void eachServerWithANameHasItsOwnDatabase() {
        try (RunningApplication application = JZenith.application()
                .withPlugins(RedisPlugin.create(), RedisPlugin.named("sessions"), EmbeddedRedis.create())
                .withConfiguration("redis.sessions.client-name", "sessions")
                .run()) {
            final RedisClient main = application.get(RedisClient.class);
            final RedisClient sessions = application.get(RedisClient.class, "sessions");
            main.set("a", "main").blockingAwait();
            assertThat(sessions.get("a").isEmpty().blockingGet()).isTrue();
            assertThat(application.get(Gauges.class).all())
                    .extracting(gauge -> gauge.name())
                    .contains("redis.connections", "redis.sessions.connections", "redis.reconnects");
        }
    }

    @Test
    void observersSeeCommandsByNameOnly() {
        final List<WorkEvent> events = new CopyOnWriteArrayList<>();
        try (RunningApplication application = application()
                .withModules(binder -> Observers.binder(binder)
                        .addBinding()
                        .toInstance(EventObserver.of(WorkEvent.class, events::add)))
                .run()) {
            application.get(RedisClient.class).set("secret", "secret").blockingAwait();
        }
        assertThat(events)
                .filteredOn(each -> each.operation().name().equals("SET"))
                .hasSize(3)
                .last()
                .isInstanceOfSatisfying(
                        WorkEvent.Ended.class,
                        ended -> assertThat(ended.status()).isEqualTo(WorkEvent.Status.COMPLETED));
        assertThat(events.toString()).doesNotContain("secret");
    }

    @Test
    void sentinelsMustBeAddresses() {
        refuses(
                application().withConfiguration("redis.sentinel.servers", "a:b"),
                "redis.sentinel.servers has 'a:b', which is not host:port");
        refuses(
                application()
                        .withConfiguration("redis.sentinel.servers", "localhost:" + server.port())
                        .withConfiguration("redis.connect-timeout", "3s"),
                "no Sentinel of [localhost:" + server.port() + "] knows the master 'mymaster'");
    }
}
