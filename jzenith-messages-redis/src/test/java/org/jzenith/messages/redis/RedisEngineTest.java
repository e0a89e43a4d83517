package org.jzenith.messages.redis;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.log.LogEngineContract;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** The contract of engines over Redis, for two applications with one server. */
final class RedisEngineTest extends LogEngineContract {

    private static RedisServer server;
    private static RunningApplication first;
    private static RunningApplication second;

    private final LogStore one = new RedisLogStore("redis", first.get(RedisClient.class));
    private final LogStore other = new RedisLogStore("redis", second.get(RedisClient.class));

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

    @Override
    protected LogStore one() {
        return one;
    }

    @Override
    protected LogStore other() {
        return other;
    }

    @Override
    protected Vertx vertx() {
        return first.get(Vertx.class);
    }
}
