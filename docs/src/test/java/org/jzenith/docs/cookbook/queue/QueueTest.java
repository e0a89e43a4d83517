package org.jzenith.docs.cookbook.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.Await;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/redis-stream.md. */
final class QueueTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(QueueTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(RedisPlugin.create(), EmbeddedRedis.create())
                .withModules(binder -> {
                    binder.bind(Mails.class);
                    binder.bind(OrderQueue.class);
                });
        // endregion
    }

    @Test
    void anOrderIsMailedAndAcknowledged() {
        APP.get(OrderQueue.class).add(new Order("tea", "ann@example.com")).blockingAwait();
        final Mails mails = APP.get(Mails.class);
        Await.until(() -> !mails.sent().isEmpty() && pending() == 0);
        assertThat(mails.sent()).containsValue("ann@example.com");
    }

    @Test
    void anEntryThatIsNoOrderIsPutAside() {
        final RedisClient redis = APP.get(RedisClient.class);
        redis.stream("orders").add("no order").ignoreElement().blockingAwait();
        Await.until(() -> redis.exists("orders:dead").blockingGet());
        final String dead =
                redis
                        .command("XRANGE", "orders:dead", "-", "+")
                        .blockingGet()
                        .list()
                        .get(0)
                        .list()
                        .get(1)
                        .list()
                        .stream()
                        .map(RedisReply::text)
                        .toList()
                        .toString();
        assertThat(dead).contains("no order", "org.jzenith.redis.error.UnexpectedReplyException");
    }

    private static long pending() {
        return APP.get(RedisClient.class)
                .command("XPENDING", "orders", "mail")
                .blockingGet()
                .list()
                .get(0)
                .number();
    }
}
