package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.ByteArrayOutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.jzenith.test.TestCertificate;

/** Peers that misbehave lead to an exception of the right type, in time, and the only place of the pool is free again. */
@Timeout(60)
final class BadPeersTest {

    private static final String JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    @TempDir
    private Path folder;

    private static RemoteCallException fail(final RawPeer.Behavior behavior) throws Exception {
        return fail(behavior, Map.of());
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
                "300ms",
                "request-timeout",
                "1s"));
        all.putAll(settings);
        try (Clients clients = Clients.of(all)) {
            final long begun = System.nanoTime();
            final RemoteCallException failure = fail(clients);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
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
        // the address is reserved for documentation, so nobody answers
        assertThat(fail("http://192.0.2.1:81", Map.of()))
                .isInstanceOfAny(RemoteTimeoutException.class, RemoteUnavailableException.class);
    }

    @Test
    void acceptsAndIsSilent() throws Exception {
        assertThat(fail(RawPeer.Conversation::awaitEnd)).isInstanceOf(RemoteTimeoutException.class);
    }

    @Test
    void acceptsAndIsSilentWhereTlsIsExpected() throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd)) {
            assertThat(fail("https://localhost:" + peer.port(), Map.of()))
                    .isInstanceOfAny(RemoteTimeoutException.class, RemoteUnavailableException.class);
        }
    }

    @Test
    void resetsAtOnce() throws Exception {
        assertThat(fail(RawPeer.Conversation::reset)).isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void resetsAfterTheRequest() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.reset();
                }))
                .isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void resetsWithinTheHead() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.send("HTTP/1.1 200 OK\r\nContent-");
                    peer.reset();
                }))
                .isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void resetsWithinTheBody() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.send(JSON + "Content-Length: 100\r\n\r\n{\"id\"");
                    peer.socket.close();
                }))
                .isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void sendsAByteAtATime() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.send(JSON + "Content-Length: 100000\r\n\r\n");
                    while (true) {
                        peer.send(" ");
                        TimeUnit.MILLISECONDS.sleep(50);
                    }
                }))
                .isInstanceOf(RemoteTimeoutException.class);
    }

    @Test
    void announcesAGigabyte() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.send(JSON + "Content-Length: 1073741824\r\n\r\n");
                    peer.awaitEnd();
                }))
                .isInstanceOf(UnreadableResponseException.class)
                .hasMessageContaining("more than 10485760 bytes");
    }

    @Test
    void sendsAGigabyteInChunks() throws Exception {
        final byte[] chunk = new byte[65536 + 10];
        final byte[] size = "10000\r\n".getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(size, 0, chunk, 0, size.length);
        chunk[chunk.length - 3] = '\r';
        chunk[chunk.length - 2] = '\n';
        assertThat(fail(
                        peer -> {
                            peer.head();
                            peer.send(JSON + "Transfer-Encoding: chunked\r\n\r\n");
                            for (int i = 0; i < 16384; i++) {
                                peer.send(Arrays.copyOf(chunk, chunk.length - 1));
                            }
                        },
                        Map.of("request-timeout", "10s")))
                .isInstanceOf(UnreadableResponseException.class);
    }

    @Test
    void sendsEndlessHeaders() throws Exception {
        assertThat(fail(peer -> {
                    peer.head();
                    peer.send("HTTP/1.1 200 OK\r\n");
                    while (true) {
                        peer.send("X-Endless: " + "x".repeat(1000) + "\r\n");
                    }
                }))
                .isInstanceOf(RemoteUnavailableException.class);
    }

    @Test
    void sendsAGzipBomb() throws Exception {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 1024; i++) {
                gzip.write(new byte[100 * 1024]);
            }
        }
        for (final boolean asked : new boolean[] {true, false}) {
            assertThat(fail(
                            peer -> {
                                while (!peer.head().isEmpty()) {
                                    peer.send(JSON + "Content-Encoding: gzip\r\nContent-Length: " + bytes.size()
                                            + "\r\n\r\n");
                                    peer.send(bytes.toByteArray());
                                }
                            },
                            Map.of("compression", asked)))
                    .isInstanceOf(UnreadableResponseException.class)
                    .hasMessageContaining("after decompression");
        }
    }

    @Test
    void isAProxyThatAnswersHtml() throws Exception {
        assertThat(fail(peer -> {
                    while (!peer.head().isEmpty()) {
                        peer.send(
                                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>Log in!</");
                    }
                }))
                .isInstanceOf(UnreadableResponseException.class)
                .hasMessageContaining("text/html");
        assertThat(fail(peer -> {
                    while (!peer.head().isEmpty()) {
                        peer.send(
                                "HTTP/1.1 502 Bad\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>Log in!</");
                    }
                }))
                .isInstanceOfSatisfying(RemoteProblemException.class, e -> {
                    assertThat(e.status()).isEqualTo(502);
                    assertThat(e.text()).isEqualTo("<html>Log in!</");
                });
    }

    @Test
    void redirectsInALoop() throws Exception {
        assertThat(fail(peer -> {
                    while (!peer.head().isEmpty()) {
                        peer.send("HTTP/1.1 302 Found\r\nLocation: /articles/1\r\nContent-Length: 0\r\n\r\n");
                    }
                }))
                .isInstanceOfSatisfying(
                        RemoteProblemException.class,
                        e -> assertThat(e.status()).isEqualTo(302));
    }

    @Test
    void redirectsElsewhere() throws Exception {
        for (final String location :
                new String[] {"http://169.254.169.254/latest/meta-data", "//169.254.169.254/", "https://localhost/"}) {
            assertThat(fail(peer -> {
                        while (!peer.head().isEmpty()) {
                            peer.send("HTTP/1.1 307 Temporary\r\nLocation: " + location
                                    + "\r\nContent-Length: 0\r\n\r\n");
                        }
                    }))
                    .isInstanceOfSatisfying(
                            RemoteProblemException.class,
                            e -> assertThat(e.status()).isEqualTo(307));
        }
    }

    @Test
    void endsItsBodyBeforeTheAnnouncedLength() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
            while (!each.head().isEmpty()) {
                each.send(JSON + "Content-Length: 5\r\n\r\n{\"id\":\"1\",\"name\":\"a\",\"pieces\":1}");
            }
        })) {
            assertThat(fail(peer.url(), Map.of())).isInstanceOf(UnreadableResponseException.class);
        }
    }

    @Test
    void speaksNoHttp() throws Exception {
        assertThat(fail(peer -> {
                    peer.send("220 smtp.example ESMTP\r\n\r\n");
                    peer.awaitEnd();
                }))
                .isInstanceOfAny(RemoteUnavailableException.class, RemoteTimeoutException.class);
    }

    @Test
    void speaksNoHttp2() throws Exception {
        assertThat(fail(
                        peer -> {
                            peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                            peer.awaitEnd();
                        },
                        Map.of("http2", true)))
                .isInstanceOfAny(RemoteUnavailableException.class, RemoteTimeoutException.class);
    }

    @Test
    void hasTheCertificateOfAnotherName() throws Exception {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("other.example").writeKeystore(folder.resolve("server.p12"), "secret");
        authority.writeCertificate(folder.resolve("authority.pem"));
        final Map<String, Object> server = Map.of(
                "url", "http://localhost:1",
                "rest.tls.keystore", folder.resolve("server.p12"),
                "rest.tls.keystore-password", "secret");
        try (Clients peer = Clients.of(server)) {
            assertThat(fail(
                            "https://localhost:" + peer.application().port(),
                            Map.of("tls.trusted-certificates", folder.resolve("authority.pem"))))
                    .isInstanceOf(RemoteUnavailableException.class);
        }
        authority.server("localhost").writeKeystore(folder.resolve("server.p12"), "secret");
        try (Clients peer = Clients.of(server)) {
            final Map<String, Object> trusting = Map.of(
                    "url",
                    "https://localhost:" + peer.application().port(),
                    "tls.trusted-certificates",
                    folder.resolve("authority.pem"));
            try (Clients clients = Clients.of(trusting)) {
                assertThat(clients.articles().find("1").blockingGet().pieces()).isEqualTo(3);
            }
        }
    }

    @Test
    void goesAwayWithTheRequestInFlight() throws Exception {
        final Vertx vertx = Vertx.vertx();
        try {
            final HttpServer server = vertx.createHttpServer()
                    .requestHandler(request -> request.connection().goAway(0, 0))
                    .listen(0, "localhost")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            assertThat(fail("http://localhost:" + server.actualPort(), Map.of("http2", true)))
                    .isInstanceOfAny(RemoteUnavailableException.class, RemoteTimeoutException.class);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }
}
