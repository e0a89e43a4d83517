package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.test.TestCertificate;

/** Peers that do not connect lead to an exception of the right type, in time, and the only place of the pool is free again. */
final class BadConnectionsTest {

    @TempDir
    private Path folder;

    /** The settings of a client whose peer is silent. */
    private static Map<String, Object> impatient(final boolean http2) {
        return Map.of("http2", http2, "connect-timeout", "300ms", "request-timeout", "1s");
    }

    private static RemoteCallException fail(final RawPeer.Behavior behavior, final Map<String, ?> settings)
            throws Exception {
        try (RawPeer peer = new RawPeer(behavior)) {
            return fail(peer.url(), settings);
        }
    }

    private static RemoteCallException fail(final String url, final Map<String, ?> settings) throws Exception {
        final Map<String, Object> all = new HashMap<>(Map.of(
                "url",
                url,
                "pool-size",
                1,
                "wait-queue",
                0,
                "retries",
                0,
                "connect-timeout",
                "20s",
                "request-timeout",
                "20s"));
        all.putAll(settings);
        try (Clients clients = Clients.of(all)) {
            final long begun = System.nanoTime();
            final RemoteCallException failure = fail(clients);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
            ServerAndClientAgreeTest.awaitNoCalls(clients);
            assertThat(fail(clients)).isNotNull();
            return failure;
        }
    }

    private static RemoteCallException fail(final Clients clients) {
        final Throwable error = clients.articles().find("1").ignoreElement().blockingGet(30, TimeUnit.SECONDS);
        assertThat(error).isInstanceOf(RemoteCallException.class);
        return (RemoteCallException) error;
    }

    private void write(final TestCertificate server) {
        server.writeCertificate(folder.resolve("server.crt")).writeKey(folder.resolve("server.key"));
    }

    @Test
    void refusesConnections() throws Exception {
        final int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        final RemoteCallException failure = fail("http://localhost:" + port, Map.of());
        assertThat(failure)
                .isInstanceOf(RemoteUnavailableException.class)
                .hasMessageContaining("stock: GET /articles/{id}");
        assertThat(failure.isUnsent()).isTrue();
    }

    @Test
    void isABlackHole() throws Exception {
        try (PlacesComeBackTest.FullPort port = new PlacesComeBackTest.FullPort()) {
            final RemoteCallException failure =
                    fail("http://localhost:" + port.server.getLocalPort(), impatient(false));
            assertThat(failure)
                    .isInstanceOf(RemoteTimeoutException.class)
                    .hasMessageContaining("was not connected to localhost:" + port.server.getLocalPort())
                    .hasMessageContaining("within 300 ms");
            assertThat(failure.isUnsent()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void acceptsAndIsSilentWhereTlsIsExpected(final boolean http2) throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd)) {
            assertThat(fail("https://localhost:" + peer.port(), impatient(http2)))
                    .isInstanceOfAny(RemoteTimeoutException.class, RemoteUnavailableException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resetsAtOnce(final boolean http2) throws Exception {
        assertThat(fail(RawPeer.Conversation::reset, Map.of("http2", http2)))
                .isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void speaksNoHttp2() throws Exception {
        assertThat(fail(
                        peer -> {
                            peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                            peer.awaitEnd();
                        },
                        impatient(true)))
                .isInstanceOfAny(RemoteUnavailableException.class, RemoteTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hasTheCertificateOfAnotherName(final boolean http2) throws Exception {
        final TestCertificate authority = TestCertificate.authority("Test");
        write(authority.server("other.example"));
        authority.writeCertificate(folder.resolve("authority.pem"));
        final Map<String, Object> server = Map.of(
                "url", "http://localhost:1",
                "rest.tls.certificate", folder.resolve("server.crt"),
                "rest.tls.key", folder.resolve("server.key"));
        try (Clients peer = Clients.of(server)) {
            assertThat(fail(
                            "https://localhost:" + peer.application().port(),
                            Map.of("tls.trusted-certificates", folder.resolve("authority.pem"), "http2", http2)))
                    .isInstanceOf(RemoteUnavailableException.class);
        }
        write(authority.server("localhost"));
        try (Clients peer = Clients.of(server)) {
            final Map<String, Object> trusting = Map.of(
                    "url",
                    "https://localhost:" + peer.application().port(),
                    "tls.trusted-certificates",
                    folder.resolve("authority.pem"),
                    "http2",
                    http2);
            try (Clients clients = Clients.of(trusting)) {
                assertThat(clients.articles().find("1").blockingGet().pieces()).isEqualTo(3);
            }
        }
    }
}
