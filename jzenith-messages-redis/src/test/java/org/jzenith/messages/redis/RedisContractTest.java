package org.jzenith.messages.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.core.JZenith;
import org.jzenith.messages.test.MessagesContract;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** The contract of applications over Redis. */
final class RedisContractTest extends MessagesContract {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Override
    protected String engine() {
        return "redis";
    }

    @Override
    protected JZenith with(final JZenith application) {
        return application
                .withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password());
    }
}
