package org.jzenith.messages.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.LogStoreContract;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** The contract of stores, for two applications with one server. */
final class RedisLogStoreContractTest extends LogStoreContract {

    private static RedisServer server;
    private static RunningApplication first;
    private static RunningApplication second;

    private final LogStore one = store(first);
    private final LogStore other = store(second);

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        first = application();
        second = application();
    }

    @AfterAll
    static void stop() {
        second.close();
        first.close();
        server.close();
    }

    private static RunningApplication application() {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .run();
    }

    private static LogStore store(final RunningApplication application) {
        return new RedisLogStore("redis", application.get(RedisClient.class));
    }

    @Override
    protected LogStore one() {
        return one;
    }

    @Override
    protected LogStore other() {
        return other;
    }
}
