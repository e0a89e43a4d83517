package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.test.StreamingPlugin.Streams;
import org.jzenith.test.internal.leak.Polling;

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
                    .hasMessageContaining("is closed with 4001 'full'. This message was not sent: late");
        }
    }

    @Test
    void whatNoClientSendsIsRefusedAndTheWebSocketStaysOpen() {
        final TestWebSocket socket = APP.http().webSocket("/echo");
        assertThat(socket.next().isText()).isTrue();
        for (final int code : new int[] {99, 999, 1002, 1005, 1006, 1015, 2999, 5000}) {
            assertThatThrownBy(() -> socket.close(code, "x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("The WebSocket cannot be closed with the code " + code
                            + ". Use 1000, 1001, 1008, 1011, or a code from 3000 to 4999.");
        }
        assertThatThrownBy(() -> socket.close(1000, "ü".repeat(62)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a reason of 124 bytes in UTF-8. A reason may have at most 123: 'ü");
        socket.send("still open");
        assertThat(socket.next().text()).isEqualTo("still open");
        socket.close(1000, "");
        assertThatThrownBy(() -> socket.send(new byte[3]))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith("/echo is closed with 1000. This message was not sent: 3 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1008, 1011, 3000, 4999})
    void eachAllowedCodeArrives(final int code) {
        try (TestWebSocket socket = APP.http().webSocket("/silent")) {
            socket.close(code, "ü".repeat(61));
            assertThat(socket.awaitClose().code()).isEqualTo(code);
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
                APP.http().withTimeout(Duration.ofSeconds(1)).webSocket("/silent")) {
            assertThatThrownBy(socket::next)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageEndingWith("/silent sent 0 elements, and nothing more within 1 s.");
            assertThatThrownBy(socket::awaitClose)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageEndingWith("/silent got no response within 1 s.");
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
