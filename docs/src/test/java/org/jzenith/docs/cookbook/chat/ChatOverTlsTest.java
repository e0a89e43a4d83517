package org.jzenith.docs.cookbook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.TestWebSocket;
import org.jzenith.websocket.WebSocketPlugin;

/** WebSockets and HTTP/2 over TLS through the client of the test kit. */
final class ChatOverTlsTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> {
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("server.crt"))
                .writeKey(folder.resolve("server.key"));
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(), WebSocketPlugin.create().at("/echo", socket -> socket.messages()))
                .withConfiguration(
                        "rest.tls.certificate", folder.resolve("server.crt").toString())
                .withConfiguration("rest.tls.key", folder.resolve("server.key").toString());
    });

    @Test
    void theEchoAnswersOverTls() {
        try (TestWebSocket socket =
                APP.http().withSslContext(AUTHORITY.sslContext()).webSocket("/echo")) {
            socket.send("Hello");
            assertThat(socket.next().text()).isEqualTo("Hello");
        }
    }

    @Test
    void http2IsUsedWhereATestAsksForIt() {
        assertThat(APP.http().withHttp2().get("/health").expectStatus(200).version())
                .isEqualTo(HttpClient.Version.HTTP_2);
    }
}
