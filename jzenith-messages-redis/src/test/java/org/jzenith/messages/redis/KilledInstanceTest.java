package org.jzenith.messages.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Messages;
import org.jzenith.messages.redis.AccountApplication.Entry;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.internal.fault.ChildJvm;

/** An instance is killed under load. {@code benchmark/message-faults} does so for minutes, with more faults. */
final class KilledInstanceTest {

    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final int ACCOUNTS = 8;
    private static final int AFTER = 20;

    @Test
    void entriesOfAKilledInstanceAreHandledInOrderByAnother() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            final String[] settings = {"--redis.port=" + server.port(), "--redis.password=" + server.password()};
            try (RunningApplication here = AccountApplication.start("here", settings)) {
                final RedisClient redis = here.get(RedisClient.class);
                final Messages messages = here.get(Messages.class);
                int number = 0;
                try (ChildJvm child =
                        ChildJvm.start(AccountApplication.class, "Open ", "child", settings[0], settings[1])) {
                    final long begin = System.nanoTime();
                    while (Long.parseLong(redis.get("handled-child").blockingGet("0")) < ACCOUNTS) {
                        assertThat(System.nanoTime() - begin).isLessThan(LIMIT_NANOS);
                        publish(messages, ++number);
                    }
                    assertThat(child).isNotNull();
                }
                for (int i = 0; i < AFTER; i++) {
                    publish(messages, ++number);
                }
                final List<Integer> all =
                        IntStream.rangeClosed(1, number).boxed().toList();
                for (int i = 0; i < ACCOUNTS; i++) {
                    final long begin = System.nanoTime();
                    while (!firsts(redis, i).containsAll(all)) {
                        assertThat(System.nanoTime() - begin).isLessThan(LIMIT_NANOS);
                    }
                    assertThat(firsts(redis, i)).isEqualTo(all);
                }
            }
        }
    }

    /** Publishes the next entry of each account. */
    private static void publish(final Messages messages, final int number) {
        for (int i = 0; i < ACCOUNTS; i++) {
            messages.publish(AccountApplication.ENTRIES, new Entry("account-" + i, number))
                    .blockingAwait();
        }
    }

    /** Returns the first deliveries of an account, in their order. */
    private static List<Integer> firsts(final RedisClient redis, final int account) {
        return redis.command("LRANGE", "account-" + account, 0, -1).blockingGet().list().stream()
                .map(RedisReply::text)
                .map(Integer::valueOf)
                .distinct()
                .toList();
    }
}
