package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Two instances that share Redis. */
@Tag("full")
final class RedisLoginTest extends SharedLoginContract {

    @TempDir
    static Path directory;

    private static RedisServer server;
    private static UnreliableProxy proxy;
    private static TwoInstances instances;

    @BeforeAll
    static void start() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        instances = TwoInstances.of(() -> application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("jzenith.shared-state", "redis"));
    }

    @AfterAll
    static void stop() {
        instances.close();
        proxy.close();
        server.close();
    }

    @Override
    TwoInstances instances() {
        return instances;
    }

    @Override
    void takeStoreAway() {
        proxy.shut();
        server.close();
    }

    /** The server has started with an empty keyspace. */
    @Override
    void bringStoreBack() {
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
    }

    @Test
    void aStoreThatDoesNotAnswerStopsNoLogin() {
        proxy.freeze();
        assertThat(asks(instances.one(), "fay", "secret").statusCode()).isEqualTo(200);
        assertThat(issue(instances.other(), "fay").statusCode()).isEqualTo(503);
        proxy.thaw();
        awaitStore();
    }
}
