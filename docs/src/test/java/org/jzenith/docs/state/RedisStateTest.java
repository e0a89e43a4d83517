package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.state.SharedState;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** Shared state in Redis. */
final class RedisStateTest extends StoredStateContract {

    private static RedisServer server;
    private static TwoInstances instances;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        instances = TwoInstances.of(() -> JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("jzenith.shared-state", "redis"));
    }

    @AfterAll
    static void stop() {
        instances.close();
        server.close();
    }

    @Override
    TwoInstances instances() {
        return instances;
    }

    @Test
    void aRedisWithANameCanBeTheStore() {
        try (RunningApplication named = JZenith.application()
                .withPlugins(RedisPlugin.named("tickets"))
                .withConfiguration("redis.tickets.port", server.port())
                .withConfiguration("redis.tickets.password", server.password())
                .withConfiguration("jzenith.shared-state", "redis.tickets")
                .run()) {
            final SharedState state = named.get(SharedState.class);
            assertThat(state.store()).isEqualTo("redis.tickets");
            state.values("named", 10, Duration.ofMinutes(1), TEXT).put("a", "1").blockingAwait();
        }
        assertThat(one().values("named", 10, Duration.ofMinutes(1), TEXT)
                        .take("a")
                        .blockingGet())
                .isEqualTo("1");
    }

    /** Else a ticket of one application would be valid at the other, with the roles that its user has at the first. */
    @Test
    void applicationsWithTheSameStoreAreKeptApart() {
        one().values("apart", 10, Duration.ofMinutes(1), TEXT).put("a", "1").blockingAwait();
        one().counts("apart-counts", 10, Duration.ofMinutes(1))
                .add(List.of("a"))
                .ignoreElement()
                .blockingAwait();
        for (final JZenith application : List.of(
                application().withConfiguration("jzenith.shared-state-name", "billing"), AnotherApplication.create())) {
            try (RunningApplication another = application
                    .withConfiguration("redis.port", server.port())
                    .withConfiguration("redis.password", server.password())
                    .withConfiguration("jzenith.shared-state", "redis")
                    .run()) {
                final SharedState state = another.get(SharedState.class);
                assertThat(state.values("apart", 10, Duration.ofMinutes(1), TEXT)
                                .take("a")
                                .isEmpty()
                                .blockingGet())
                        .isTrue();
                assertThat(state.counts("apart-counts", 10, Duration.ofMinutes(1))
                                .add(List.of("a"))
                                .blockingGet()
                                .get(0)
                                .value())
                        .isEqualTo(1);
            }
        }
        assertThat(other().values("apart", 10, Duration.ofMinutes(1), TEXT)
                        .take("a")
                        .blockingGet())
                .isEqualTo("1");
    }

    private static JZenith application() {
        return JZenith.application().withPlugins(RedisPlugin.create());
    }

    private static final class AnotherApplication {

        static JZenith create() {
            return JZenith.application().withPlugins(RedisPlugin.create());
        }
    }

    @Test
    void keysHaveAPrefixAndAnExpiryAndShowNoName() {
        final RedisClient redis = instances.one().get(RedisClient.class);
        one().values("kinds", 10, Duration.ofMinutes(1), TEXT).put("ann", "1").blockingAwait();
        one().counts("counts", 10, Duration.ofMinutes(1))
                .add(List.of("ann"))
                .ignoreElement()
                .blockingAwait();
        final List<String> keys = redis.scan("*")
                .filter(key -> key.startsWith("jzenith:state:kinds:") || key.startsWith("jzenith:state:counts:"))
                .toList()
                .blockingGet();
        assertThat(keys).hasSize(2).noneMatch(key -> key.contains("ann"));
        assertThat(keys)
                .allSatisfy(key ->
                        assertThat(redis.timeToLive(key).blockingGet()).isLessThanOrEqualTo(Duration.ofMinutes(1)));
        assertThat(redis.scan("*").all(key -> key.startsWith("jzenith:state:")).blockingGet())
                .isTrue();
    }
}
