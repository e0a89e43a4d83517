package org.jzenith.docs.cookbook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.websocket.WebSocketPlugin;

/** The code of docs/cookbook/websocket.md and docs/websocket.md. */
final class ChatTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ChatTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(),
                        WebSocketPlugin.at("/chat/{topic}", ChatSocket.class)
                                .andAt("/echo", socket -> socket.messages()));
        // endregion
    }

    // region client
    /** A client of the JDK that keeps the texts it gets. */
    static final class TestClient implements WebSocket.Listener {

        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        static WebSocket connect(final URI http, final String path, final TestClient client) {
            return HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://" + http.getAuthority() + path), client)
                    .join();
        }

        @Override
        public CompletionStage<?> onText(final WebSocket socket, final CharSequence data, final boolean last) {
            texts.add(data.toString());
            socket.request(1);
            return null;
        }
    }

    @Test
    void eachMemberGetsWhatOneSays() throws Exception {
        final TestClient ann = new TestClient();
        final TestClient ben = new TestClient();
        final WebSocket one = TestClient.connect(APP.http().uri(), "/chat/tea", ann);
        final WebSocket two = TestClient.connect(APP.http().uri(), "/chat/tea", ben);
        final String line = "{\"from\":\"Ann\",\"text\":\"Hello\"}";
        one.sendText(line, true).join();
        assertThat(ann.texts.poll(10, TimeUnit.SECONDS)).isEqualTo(line);
        assertThat(ben.texts.poll(10, TimeUnit.SECONDS)).isEqualTo(line);
        one.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        two.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }
    // endregion

    @Test
    void theEchoAnswers() throws Exception {
        final TestClient client = new TestClient();
        final WebSocket socket = TestClient.connect(APP.http().uri(), "/echo", client);
        socket.sendText("Hello", true).join();
        assertThat(client.texts.poll(10, TimeUnit.SECONDS)).isEqualTo("Hello");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    @Test
    void aRequestThatAsksForNoWebSocketIsToldSo() {
        assertThat(APP.http().get("/echo").status()).isEqualTo(426);
        assertThat(APP.http().get("/chat/tea/more").status()).isEqualTo(404);
    }
}
