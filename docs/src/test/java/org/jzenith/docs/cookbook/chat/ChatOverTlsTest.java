package org.jzenith.docs.cookbook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestCertificate;
import org.jzenith.websocket.WebSocketPlugin;

/** The code of docs/testing.md for WebSockets over TLS. */
final class ChatOverTlsTest {

    // region test
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
                .withPlugins(RestPlugin.withResources(), WebSocketPlugin.at("/echo", socket -> socket.messages()))
                .withConfiguration(
                        "rest.tls.certificate", folder.resolve("server.crt").toString())
                .withConfiguration("rest.tls.key", folder.resolve("server.key").toString());
    });

    @Test
    void theEchoAnswersOverTls() throws Exception {
        final ChatTest.TestClient client = new ChatTest.TestClient();
        final WebSocket socket = HttpClient.newBuilder()
                .sslContext(AUTHORITY.sslContext())
                .build()
                .newWebSocketBuilder()
                .buildAsync(URI.create("wss://" + APP.http().uri().getAuthority() + "/echo"), client)
                .join();
        socket.sendText("Hello", true).join();
        assertThat(client.texts.poll(10, TimeUnit.SECONDS)).isEqualTo("Hello");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }
    // endregion
}
