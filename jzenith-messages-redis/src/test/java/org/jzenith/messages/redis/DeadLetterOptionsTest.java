package org.jzenith.messages.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** The options of the command line for dead letters, with a real server: plugins are prepared for them. */
@Timeout(120)
final class DeadLetterOptionsTest {

    private static final Topic<String> ORDERS = Topic.of("orders", String.class).keyedBy(text -> text.charAt(0));

    private final Mail mail = new Mail();

    @TempDir
    Path directory;

    private static final class Mail {

        private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        private volatile boolean broken = true;

        Completable send(final String order) {
            return broken
                    ? Completable.error(new IllegalStateException("The mail server is away."))
                    : Completable.fromAction(() -> sent.add(order));
        }
    }

    private JZenith application(final RedisServer server, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(
                        MessagesPlugin.create()
                                .consuming(ORDERS, "mail", Mail.class, Mail::send)
                                .withDeadLetters(1),
                        RedisPlugin.create(),
                        RedisMessagesPlugin.create())
                .withModules(binder -> binder.bind(Mail.class).toInstance(mail))
                .withConfiguration("messages.orders.over", "redis")
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password());
    }

    private static String printed(final JZenith application) {
        final PrintStream before = System.out;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            application.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void deadLettersAreListedAndReplayed() throws Exception {
        try (RedisServer server = RedisServer.startIn(directory)) {
            try (RunningApplication running = application(server).run()) {
                running.get(Messages.class).publish(ORDERS, "a1").blockingAwait();
                final DeadLetters letters = running.get(DeadLetters.class);
                while (letters.list("orders", 1).blockingGet().isEmpty()) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            }
            assertThat(printed(application(server, "--dead-letters")))
                    .startsWith("orders/orders.mail.")
                    .endsWith("  1 attempt  java.lang.IllegalStateException");
            assertThat(printed(application(server, "--replay-dead-letters=orders")))
                    .isEqualTo("1 dead letter was published again.");
            assertThat(printed(application(server, "--dead-letters"))).isEqualTo("There are no dead letters.");
            mail.broken = false;
            try (RunningApplication running = application(server).run()) {
                assertThat(running.endpoints()).isEmpty();
                assertThat(mail.sent.poll(60, TimeUnit.SECONDS)).isEqualTo("a1");
            }
        }
    }
}
