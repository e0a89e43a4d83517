package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.StreamingPlugin.Streams;

final class TestWebSocketTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(new StreamingPlugin()));

    @Test
    void messagesGoOutAndComeBack() {
        try (TestWebSocket socket =
                APP.http().withHeader("Origin", "https://shop.example.org").webSocket("/echo", "v1", "v2")) {
            assertThat(socket.subprotocol()).isEqualTo("v2");
            assertThat(socket.next().text()).isEqualTo("origin https://shop.example.org");
            socket.send("text");
            socket.send(new byte[] {1, 2});
            socket.send(Map.of("a", 1));
            final TestMessage text = socket.next();
            assertThat(text.isText()).isTrue();
            assertThat(text).hasToString("text");
            final TestMessage binary = socket.next();
            assertThat(binary.isText()).isFalse();
            assertThat(binary.bytes()).containsExactly(1, 2);
            assertThat(binary).hasToString("2 bytes");
            final TestMessage json = socket.next();
            assertThat(json.json().get("a").asInt()).isEqualTo(1);
            assertThat(json.as(Object.class)).isEqualTo(Map.of("a", 1));
            assertThatThrownBy(text::json).hasMessage("The message is not JSON: text");
            socket.send("x".repeat(100_000));
            assertThat(socket.next(message -> message.text().length() == 100_000)
                            .isText())
                    .as("of many frames")
                    .isTrue();
        }
    }

    @Test
    void theCloseOfTheApplicationIsTold() {
        try (TestWebSocket socket = APP.http().webSocket("/full")) {
            assertThat(socket.awaitClose()).isEqualTo(new TestWebSocket.Close(4001, "full"));
            assertThat(socket.next().text()).isEqualTo("one");
            assertThatThrownBy(socket::next)
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("WebSocket " + APP.http().uri().toString().replace("http", "ws")
                            + "/full sent 1 element and was closed with 4001 'full'. A further one was expected."
                            + "\n  all:\n    one");
            assertThat(socket.remaining()).isEmpty();
            assertThatThrownBy(() -> socket.send("late"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("is closed with 4001 'full': late");
        }
    }

    @Test
    void theCloseOfTheTestArrives() {
        final TestWebSocket socket = APP.http().webSocket("/silent");
        socket.close(4002, "enough");
        socket.close();
        final Polling polling = new Polling(Duration.ofSeconds(10));
        while (!APP.get(Streams.class).closes.contains("4002") && !polling.isOver()) {
            polling.pause();
        }
        assertThat(APP.get(Streams.class).closes).contains("4002");
    }

    @Test
    void aMissingMessageAndAMissingCloseAreTold() {
        try (TestWebSocket socket =
                APP.http().withTimeout(Duration.ofMillis(300)).webSocket("/silent")) {
            assertThatThrownBy(socket::next)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageEndingWith("/silent sent 0 elements, and nothing more within 300 ms.");
            assertThatThrownBy(socket::awaitClose)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageEndingWith("/silent got no answer within 300 ms.");
        }
    }

    @Test
    void aRefusalHasItsAnswer() {
        assertThatThrownBy(() -> APP.http().webSocket("/refused"))
                .isInstanceOfSatisfying(
                        WebSocketRefusedException.class,
                        refused -> assertThat(refused.response().status()).isEqualTo(403))
                .hasMessageContaining("/refused -> 403");
    }
}
