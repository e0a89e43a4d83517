package org.jzenith.messages.live;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.jzenith.core.JZenith;
import org.jzenith.messages.redis.RedisMessagesPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** Clients of two instances whose topic is in Redis. */
@Tag("full")
final class RedisLiveTest extends LiveContract {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    JZenith with(final JZenith application) {
        return application
                .withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create())
                .withConfiguration("messages.numbers.over", "redis")
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password());
    }
}
