package org.jzenith.messages.redis;

import io.vertx.core.Vertx;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** Two applications with one server. */
final class TwoInstances implements AutoCloseable {

    private final RedisServer server = RedisServer.start();
    private final RunningApplication one = application();
    private final RunningApplication other = application();

    private RunningApplication application() {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .run();
    }

    LogStore one() {
        return store(one);
    }

    LogStore other() {
        return store(other);
    }

    private static LogStore store(final RunningApplication application) {
        return new RedisLogStore("redis", application.get(RedisClient.class));
    }

    Vertx vertx() {
        return one.get(Vertx.class);
    }

    @Override
    public void close() {
        other.close();
        one.close();
        server.close();
    }
}
