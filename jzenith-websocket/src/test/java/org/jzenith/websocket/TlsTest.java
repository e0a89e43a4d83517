package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.test.TestCertificate;

/** WebSockets over TLS, beside HTTP/2. */
final class TlsTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    private Path folder;

    @Test
    void theCertificateOfTheClientSaysWhoAsks() throws Exception {
        AUTHORITY
                .writeCertificate(folder.resolve("authority.pem"))
                .server("localhost")
                .writeCertificate(folder.resolve("certificate.pem"))
                .writeKey(folder.resolve("key.pem"));
        try (SocketServer server = SocketServer.of(
                WebSocketPlugin.create()
                        .at(
                                "/who",
                                socket -> Flowable.just(
                                        WebSocketMessage.text(socket.handshake().principal() + " "
                                                + socket.handshake()
                                                        .clientCertificates()
                                                        .size()))),
                Map.of(
                        "rest.tls.certificate",
                                folder.resolve("certificate.pem").toString(),
                        "rest.tls.key", folder.resolve("key.pem").toString(),
                        "rest.tls.client-certificates", "request",
                        "rest.tls.trusted-certificates",
                                folder.resolve("authority.pem").toString()))) {
            final URI uri = URI.create("wss://localhost:" + server.port() + "/who");
            assertThat(firstMessage(AUTHORITY.client("ann").sslContext(), uri)).isEqualTo("Optional[CN=ann] 2");
            assertThat(firstMessage(AUTHORITY.sslContext(), uri)).isEqualTo("Optional.empty 0");
        }
    }

    private static Object firstMessage(final SSLContext context, final URI uri) throws Exception {
        final JdkClient client = new JdkClient();
        client.socket = HttpClient.newBuilder()
                .sslContext(context)
                .build()
                .newWebSocketBuilder()
                .buildAsync(uri, client)
                .join();
        final Object message = client.next();
        assertThat(client.closed()).isEqualTo("1000 ");
        return message;
    }

    @Test
    void webSocketsAreServedOverTlsAndOverHttp2TheyAreRefused() throws Exception {
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("certificate.pem"))
                .writeKey(folder.resolve("key.pem"));
        final HttpClient http =
                HttpClient.newBuilder().sslContext(AUTHORITY.sslContext()).build();
        try (SocketServer server = SocketServer.of(
                WebSocketPlugin.create().at("/echo", WebSocket::messages),
                Map.of(
                        "rest.tls.certificate",
                                folder.resolve("certificate.pem").toString(),
                        "rest.tls.key", folder.resolve("key.pem").toString(),
                        "websocket.max-message-size", "1K"))) {
            final URI uri = URI.create("wss://localhost:" + server.port() + "/echo");
            final JdkClient client = new JdkClient();
            client.socket = http.newWebSocketBuilder()
                    .header("Origin", "https://localhost:" + server.port())
                    .buildAsync(uri, client)
                    .join();
            assertThat(client.send("hello").next()).isEqualTo("hello");
            client.leave();
            final JdkClient large = new JdkClient();
            large.socket = http.newWebSocketBuilder().buildAsync(uri, large).join();
            large.socket.sendText("x".repeat(100_000), true);
            assertThat(large.closed()).startsWith("1009 ");
            final var answer = http.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/echo"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.statusCode()).isEqualTo(426);
            assertThat(answer.body()).contains("Send a handshake over HTTP/1.1, with Upgrade: websocket.");
            assertThat(answer.headers().firstValue("Upgrade"))
                    .as("a header that HTTP/2 does not have")
                    .isEmpty();
        }
    }
}
