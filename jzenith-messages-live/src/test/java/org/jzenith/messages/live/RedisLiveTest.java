package org.jzenith.messages.live;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.messages.redis.RedisMessagesPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.JZenithExtension;

/** Clients of two instances whose topic is in Redis. */
final class RedisLiveTest extends LiveContract {

    private static final RedisServer SERVER = RedisServer.start();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(RedisLiveTest::with);

    @RegisterExtension
    static final JZenithExtension OTHER = JZenithExtension.of(RedisLiveTest::with);

    private static JZenith with() {
        return application()
                .withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create())
                .withConfiguration("messages.numbers.over", "redis")
                .withConfiguration("redis.port", SERVER.port())
                .withConfiguration("redis.password", SERVER.password());
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Override
    JZenithExtension app() {
        return APP;
    }

    @Override
    JZenithExtension other() {
        return OTHER;
    }
}
