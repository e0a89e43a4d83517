package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.leak.Polling;

/** The embedded server's program with certificates, which asks its clients for theirs. */
@Tag("full")
final class RedisTlsTest {

    @TempDir
    private static Path folder;

    private static TestCertificate client;
    private static int port;
    private static Process server;

    @BeforeAll
    static void start() throws IOException {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.writeCertificate(folder.resolve("authority.crt"));
        TestCertificate.authority("Other").writeCertificate(folder.resolve("other.crt"));
        authority
                .server("localhost")
                .writeCertificate(folder.resolve("server.crt"))
                .writeKey(folder.resolve("server.key"));
        client = authority
                .client("shop")
                .writeCertificate(folder.resolve("client.crt"))
                .writeKey(folder.resolve("client.key"));
        final String program;
        try (RedisServer plain = RedisServer.startIn(folder.resolve("server"))) {
            port = plain.port();
            program = ProcessHandle.of(Long.parseLong(
                            Files.readString(folder.resolve("server/redis.pid")).strip()))
                    .flatMap(process -> process.info().command())
                    .orElseThrow();
        }
        final Path log = folder.resolve("tls.log");
        server = new ProcessBuilder(
                        program,
                        "--port",
                        "0",
                        "--tls-port",
                        Integer.toString(port),
                        "--tls-cert-file",
                        folder.resolve("server.crt").toString(),
                        "--tls-key-file",
                        folder.resolve("server.key").toString(),
                        "--tls-ca-cert-file",
                        folder.resolve("authority.crt").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .directory(folder.toFile())
                .start();
        final Polling polling = new Polling(Duration.ofSeconds(20));
        while (server.isAlive() && !Files.readString(log).contains("Ready to accept connections")) {
            polling.pause();
        }
        assertThat(Files.readString(log)).contains("Ready to accept connections");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    private static JZenith application(final String host, final String authority) {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.url", "rediss://" + host + ":" + port)
                .withConfiguration("redis.tls.trusted-certificates", folder.resolve(authority))
                .withConfiguration("redis.connect-timeout", "2s");
    }

    private static JZenith withCertificate(final JZenith application) {
        return application
                .withConfiguration("redis.tls.certificate", folder.resolve("client.crt"))
                .withConfiguration("redis.tls.key", folder.resolve("client.key"));
    }

    @Test
    void bothSidesProveWhoTheyAre() {
        try (RunningApplication application =
                withCertificate(application("localhost", "authority.crt")).run()) {
            final RedisClient redis = application.get(RedisClient.class);
            redis.set("a", 1).blockingAwait();
            assertThat(redis.get("a", Integer.class).blockingGet()).isEqualTo(1);
        }
    }

    @Test
    void aServerOfAnotherAuthorityOrNameIsRefused() {
        assertThatThrownBy(withCertificate(application("localhost", "other.crt"))::run)
                .isInstanceOf(StartException.class);
        assertThatThrownBy(withCertificate(application("127.0.0.1", "authority.crt"))::run)
                .isInstanceOf(StartException.class);
    }

    @Test
    void theServerRefusesAClientWithoutACertificate() {
        assertThatThrownBy(application("localhost", "authority.crt")::run).isInstanceOf(StartException.class);
    }

    @Test
    void theKeyOfTheClientMayBeEncryptedOrInAKeystore() {
        client.writeKey(folder.resolve("encrypted.key"), "secret")
                .writeKeystore(folder.resolve("client.p12"), "secret");
        final Map<String, String> encrypted = Map.of(
                "certificate", "client.crt",
                "key", "encrypted.key");
        for (final Map<String, String> files : List.of(encrypted, Map.of("keystore", "client.p12"))) {
            final JZenith[] application = {
                application("localhost", "authority.crt")
                        .withConfiguration(
                                "redis.tls." + (files.size() == 2 ? "key" : "keystore") + "-password", "secret")
            };
            files.forEach((name, file) ->
                    application[0] = application[0].withConfiguration("redis.tls." + name, folder.resolve(file)));
            try (RunningApplication running = application[0].run()) {
                assertThat(running.get(RedisClient.class).exists("none").blockingGet())
                        .isFalse();
            }
        }
        assertThatThrownBy(withCertificate(application("localhost", "authority.crt"))
                        .withConfiguration("redis.tls.keystore", folder.resolve("client.p12"))::run)
                .hasMessageContaining("Both redis.tls.keystore and PEM files are set.");
        assertThatThrownBy(application("localhost", "authority.crt")
                        .withConfiguration("redis.tls.keystore", folder.resolve("client.p12"))
                        .withConfiguration("redis.tls.keystore-password", "guess")::run)
                .hasMessageContaining("cannot be opened with its password");
    }

    @Test
    void filesThatCannotBeUsedFailTheStartTogether() throws IOException {
        Files.writeString(folder.resolve("text.pem"), "no certificate");
        assertThatThrownBy(application("localhost", "missing.pem")
                        .withConfiguration("redis.tls.certificate", folder.resolve("text.pem"))
                        .withConfiguration("redis.tls.key", folder.resolve("server.key"))::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("missing.pem does not exist")
                .hasMessageContaining("text.pem is not a PEM file with certificates");
        assertThatThrownBy(withCertificate(application("localhost", "authority.crt"))
                        .withConfiguration("redis.tls.key", folder.resolve("server.key"))::run)
                .hasMessageContaining("does not match the certificate");
        assertThatThrownBy(JZenith.application()
                        .withPlugins(RedisPlugin.create())
                        .withConfiguration("redis.tls.trusted-certificates", folder.resolve("authority.crt"))::run)
                .hasMessageContaining("redis.tls.trusted-certificates is set, but the connections are not encrypted.");
    }

    @Test
    void changedFilesAreUsedByNewConnections() throws IOException {
        final Path trusted = folder.resolve("changing.crt");
        Files.copy(folder.resolve("authority.crt"), trusted);
        try (RunningApplication application = withCertificate(application("localhost", "changing.crt"))
                .withConfiguration("redis.tls.reload-interval", "20ms")
                .run()) {
            final RedisClient redis = application.get(RedisClient.class);
            Files.copy(folder.resolve("other.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);
            until(() -> errorAfterReconnecting(redis).contains("SSL"));
            Files.copy(folder.resolve("authority.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);
            until(() -> redis.exists("none")
                    .map(found -> true)
                    .onErrorReturnItem(false)
                    .blockingGet());
        }
    }

    private static String errorAfterReconnecting(final RedisClient redis) {
        return redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
                .ignoreElement()
                .onErrorComplete()
                .andThen(redis.exists("none").map(found -> "").onErrorReturn(Throwable::getMessage))
                .blockingGet();
    }
}
