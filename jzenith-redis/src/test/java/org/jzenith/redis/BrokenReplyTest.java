package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisTimeoutException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** A server that answers to what a start sends, and breaks off or is silent in the middle of the reply to GET. */
@Tag("full")
final class BrokenReplyTest {

    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private ServerSocket listener;
    private volatile boolean closes;
    private volatile String info = "redis_version:7.0.0\r\n";

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        final Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    final Socket socket = listener.accept();
                    sockets.add(socket);
                    final Thread serving = new Thread(() -> serve(socket));
                    serving.setDaemon(true);
                    serving.start();
                }
            } catch (final IOException e) {
                assertThat(listener.isClosed()).isTrue();
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
        for (final Socket each : sockets) {
            each.close();
        }
    }

    private void serve(final Socket socket) {
        final byte[] bytes = new byte[65_536];
        try {
            final InputStream input = socket.getInputStream();
            for (int count = input.read(bytes); count > 0; count = input.read(bytes)) {
                final String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                final StringBuilder replies = new StringBuilder();
                for (final String command : text.split("\\*\\d+\r\n\\$\\d+\r\n", -1)) {
                    if (command.startsWith("GET") || command.startsWith("BLPOP")) {
                        replies.append("$20\r\nabc");
                    } else if (command.startsWith("INFO")) {
                        replies.append("$")
                                .append(info.length())
                                .append("\r\n")
                                .append(info)
                                .append("\r\n");
                    } else if (!command.isEmpty()) {
                        replies.append("+OK\r\n");
                    }
                }
                socket.getOutputStream().write(replies.toString().getBytes(StandardCharsets.ISO_8859_1));
                if (closes && replies.indexOf("abc") >= 0) {
                    socket.close();
                    return;
                }
            }
        } catch (final IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private RunningApplication start() {
        return recipe().run();
    }

    private JZenith recipe() {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", listener.getLocalPort())
                .withConfiguration("redis.command-timeout", "2s")
                .withConfiguration("redis.pool.size", 1);
    }

    @ParameterizedTest
    @CsvSource({
        "redis_version:5.0.14, it has the version 5.0.14, Update it to 6 or newer.",
        "redis_mode:cluster, 'it is a Redis Cluster', 'Use a single server'"
    })
    void aServerThatIsNotSupportedFailsTheStartAlsoIfItIsNotRequired(
            final String told, final String reason, final String remedy) {
        info = told + "\r\n";
        for (final boolean required : new boolean[] {true, false}) {
            assertThatThrownBy(() -> recipe().withConfiguration("redis.required", required)
                            .run())
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(reason)
                    .hasMessageContaining(remedy);
        }
    }

    @Test
    void aServerThatComesLaterAndIsNotSupportedIsNotUsed() {
        info = "redis_version:5.0.14\r\n";
        try (UnreliableProxy proxy = new UnreliableProxy(listener.getLocalPort())) {
            proxy.shut();
            try (RunningApplication application = recipe().withConfiguration("redis.port", proxy.port())
                    .withConfiguration("redis.connect-timeout", "1s")
                    .withConfiguration("redis.required", false)
                    .run()) {
                proxy.reopen(listener.getLocalPort());
                final RedisClient redis = application.get(RedisClient.class);
                assertThatThrownBy(() -> redis.set("a", "b")
                                .retry(error -> !error.getMessage().contains("it has the version 5.0.14"))
                                .blockingAwait())
                        .isInstanceOf(RedisUnavailableException.class);
            }
        }
    }

    @Test
    void aReplyThatBreaksOffFailsItsCommand() {
        closes = true;
        try (RunningApplication application = start()) {
            assertThatThrownBy(() -> application.get(RedisClient.class).get("a").blockingGet())
                    .isInstanceOf(RedisUnavailableException.class);
        }
    }

    @Test
    void aReplyThatStopsFailsItsCommand() {
        try (RunningApplication application = start()) {
            assertThatThrownBy(() -> application.get(RedisClient.class).get("a").blockingGet())
                    .isInstanceOf(RedisTimeoutException.class);
        }
    }

    @Test
    void aBlockingCommandWithALimitEndsWithoutAReply() {
        try (RunningApplication application = start()) {
            final RedisClient redis = application.get(RedisClient.class);
            assertThatThrownBy(() -> redis.command("BLPOP", "a", 0.1).blockingGet())
                    .isInstanceOf(RedisTimeoutException.class);
            assertThat(redis.transaction(tx -> Completable.complete()).blockingGet())
                    .isEmpty();
        }
    }

    @Test
    void aTransactionGivesItsConnectionBackWhateverItsActionDoes() {
        try (RunningApplication application = start()) {
            final RedisClient redis = application.get(RedisClient.class);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> redis.transaction(tx -> {
                                    throw new IllegalStateException("mine");
                                })
                                .blockingGet())
                        .hasMessage("mine");
                assertThatThrownBy(() -> redis.transaction(tx -> {
                                    tx.add("SET", "a", new Object());
                                    return Completable.complete();
                                })
                                .blockingGet())
                        .isInstanceOf(RedisException.class);
                redis.transaction(tx -> Completable.never()).test(true).assertNotComplete();
            }
            assertThat(redis.transaction(tx -> Completable.complete()).blockingGet())
                    .isEmpty();
        }
    }
}
