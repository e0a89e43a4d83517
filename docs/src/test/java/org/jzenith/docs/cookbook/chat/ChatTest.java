package org.jzenith.docs.cookbook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestWebSocket;
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
                        WebSocketPlugin.create()
                                .at("/chat/{topic}", ChatSocket.class)
                                .at("/echo", socket -> socket.messages()));
        // endregion
    }

    @Test
    void eachMemberGetsWhatOneSays() {
        try (TestWebSocket ann = APP.http().webSocket("/chat/tea");
                TestWebSocket ben = APP.http().webSocket("/chat/tea")) {
            ann.send(new ChatSocket.Line("Ann", "Hello"));
            assertThat(ann.next().text()).isEqualTo("{\"from\":\"Ann\",\"text\":\"Hello\"}");
            assertThat(ben.next().as(ChatSocket.Line.class)).isEqualTo(new ChatSocket.Line("Ann", "Hello"));
        }
    }

    @Test
    void anUnknownTopicIsClosed() {
        try (TestWebSocket socket = APP.http().webSocket("/chat/milk")) {
            assertThat(socket.awaitClose()).isEqualTo(new TestWebSocket.Close(4404, "There is no such topic."));
        }
    }

    @Test
    void theEchoAnswers() {
        try (TestWebSocket socket = APP.http().webSocket("/echo")) {
            socket.send("Hello");
            assertThat(socket.next().text()).isEqualTo("Hello");
        }
    }

    @Test
    void aRequestThatAsksForNoWebSocketIsToldSo() {
        assertThat(APP.http().get("/echo").status()).isEqualTo(426);
        assertThat(APP.http().get("/chat/tea/more").status()).isEqualTo(404);
    }
}
