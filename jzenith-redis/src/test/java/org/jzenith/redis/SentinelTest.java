package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.test.internal.leak.Polling;

/** A Sentinel makes the replica the master when the master is gone. */
@Tag("full")
final class SentinelTest {

    @TempDir
    Path directory;

    private static JZenith application(final int port, final String password) {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", port)
                .withConfiguration("redis.password", password);
    }

    /** Has the password of the other server, so that a client can use both, and copies its data. */
    private static String replicate(final RedisServer replica, final RedisServer master) {
        try (RunningApplication application =
                application(replica.port(), replica.password()).run()) {
            final RedisClient redis = application.get(RedisClient.class);
            final String password = master.password();
            redis.command("CONFIG", "SET", "masterauth", password)
                    .ignoreElement()
                    .blockingAwait();
            redis.command("CONFIG", "SET", "requirepass", password)
                    .ignoreElement()
                    .blockingAwait();
            redis.command("REPLICAOF", "127.0.0.1", master.port())
                    .ignoreElement()
                    .blockingAwait();
            until(() ->
                    redis.command("INFO", "replication").blockingGet().text().contains("master_link_status:up"));
            return executable(redis);
        }
    }

    private static String executable(final RedisClient redis) {
        return redis.command("INFO", "server")
                .blockingGet()
                .text()
                .lines()
                .filter(line -> line.startsWith("executable:"))
                .map(line -> line.substring("executable:".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process sentinel(final String program, final int port, final RedisServer master) throws IOException {
        final Path settings = directory.resolve("sentinel.conf");
        Files.write(
                settings,
                List.of(
                        "port " + port,
                        "dir " + directory,
                        "sentinel monitor shop 127.0.0.1 " + master.port() + " 1",
                        "sentinel auth-pass shop " + master.password(),
                        "sentinel down-after-milliseconds shop 300",
                        "sentinel failover-timeout shop 2000"));
        return new ProcessBuilder(program, settings.toString(), "--sentinel")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("sentinel.log").toFile())
                .start();
    }

    @Test
    void theMasterThatASentinelNamesIsUsed() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start()) {
            final String password = master.password();
            final int port = freePort();
            final Process sentinel = sentinel(replicate(replica, master), port, master);
            try (RunningApplication application = application(1, password)
                    .withConfiguration("redis.sentinel.servers", "localhost:1,localhost:" + port)
                    .withConfiguration("redis.sentinel.master", "shop")
                    .run()) {
                final RedisClient redis = application.get(RedisClient.class);
                redis.transaction(tx -> tx.command("SET", "a", "before")
                                .flatMap(done -> tx.command("WAIT", 1, 0))
                                .ignoreElement())
                        .ignoreElement()
                        .blockingAwait();
                final Polling polling = new Polling(Duration.ofSeconds(20));
                while (!Files.readString(directory.resolve("sentinel.log")).contains("+slave slave")) {
                    polling.pause();
                }
                redis.command("SHUTDOWN", "NOSAVE")
                        .ignoreElement()
                        .onErrorComplete()
                        .blockingAwait();
                redis.set("b", "after").retry(SentinelTest::mayPass).blockingAwait();
                assertThat(redis.get("a").retry(SentinelTest::mayPass).blockingGet())
                        .isEqualTo("before");
                assertThat(redis.command("INFO", "server")
                                .retry(SentinelTest::mayPass)
                                .blockingGet()
                                .text())
                        .contains("tcp_port:" + replica.port());
            } finally {
                sentinel.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void theSentinelThatAnsweredLastIsAskedFirst() throws Exception {
        final AtomicInteger asked = new AtomicInteger();
        final int port = freePort();
        try (RedisServer master = RedisServer.start();
                ServerSocket broken = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            final Thread accepting = new Thread(() -> closeAll(broken, asked));
            accepting.setDaemon(true);
            accepting.start();
            final String program;
            try (RunningApplication application =
                    application(master.port(), master.password()).run()) {
                program = executable(application.get(RedisClient.class));
            }
            final Process sentinel = sentinel(program, port, master);
            try (RunningApplication application = application(1, master.password())
                    .withConfiguration("jzenith.event-loops", 3)
                    .withConfiguration("redis.connect-timeout", "20s")
                    .withConfiguration(
                            "redis.sentinel.servers", "localhost:" + broken.getLocalPort() + ",localhost:" + port)
                    .withConfiguration("redis.sentinel.master", "shop")
                    .run()) {
                final int first = asked.get();
                assertThat(first).isPositive();
                for (int i = 0; i < 5; i++) {
                    application
                            .get(RedisClient.class)
                            .command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
                            .retry(SentinelTest::mayPass)
                            .ignoreElement()
                            .onErrorComplete()
                            .blockingAwait();
                    application
                            .get(RedisClient.class)
                            .get("a")
                            .retry(SentinelTest::mayPass)
                            .isEmpty()
                            .ignoreElement()
                            .blockingAwait();
                }
                assertThat(asked).as("the working one has been asked first").hasValue(first);
            } finally {
                sentinel.destroyForcibly().waitFor();
            }
        }
    }

    private static void closeAll(final ServerSocket listener, final AtomicInteger asked) {
        try {
            while (true) {
                final Socket socket = listener.accept();
                asked.incrementAndGet();
                socket.close();
            }
        } catch (final IOException e) {
            assertThat(listener.isClosed()).isTrue();
        }
    }

    private static boolean mayPass(final Throwable error) {
        return error instanceof RedisUnavailableException
                || (error instanceof final CommandRefusedException refused
                        && refused.code().equals("READONLY"));
    }
}
