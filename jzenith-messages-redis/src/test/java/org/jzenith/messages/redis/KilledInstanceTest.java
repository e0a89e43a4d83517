package org.jzenith.messages.redis;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.jzenith.core.JZenith;
import org.jzenith.messages.test.KilledInstanceContract;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** An instance with topics in Redis is killed. {@code benchmark/message-faults} does so for minutes, with more faults. */
final class KilledInstanceTest extends KilledInstanceContract {

    private RedisServer server;

    public static void main(final String... arguments) {
        new KilledInstanceTest().serve(arguments);
    }

    @BeforeEach
    void start() {
        server = RedisServer.start();
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Override
    protected JZenith application(final String... settings) {
        return JZenith.application(settings)
                .withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create())
                .withConfiguration("messages.entries.over", "redis");
    }

    @Override
    protected List<String> settings() {
        return List.of("--redis.port=" + server.port(), "--redis.password=" + server.password());
    }
}
