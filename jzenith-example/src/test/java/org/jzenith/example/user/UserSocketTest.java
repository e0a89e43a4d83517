package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;

final class UserSocketTest implements SharedExample {

    private static JZenithHttp pageOf(final String origin) {
        return APP.http().withHeader("Origin", origin);
    }

    @Test
    void changesAreSentWhenTheyHappen() {
        try (TestWebSocket socket = pageOf(APP.http().uri().toString()).webSocket("/ws/users")) {
            assertThat(socket.next().text()).startsWith("{\"position\":");
            final String id = APP.http()
                    .post("/users", Map.of("name", "Ann", "email", "ann@example.org"))
                    .json()
                    .get("id")
                    .asText();
            assertThat(socket.next(change -> change.text().contains(id)).text()).contains("\"CREATED\"", "\"Ann\"");
            APP.http().delete("/users/" + id);
            assertThat(socket.next(change -> change.text().contains(id)).text()).contains("\"DELETED\"");
        }
    }

    // region refused
    @Test
    void pagesOfOthersAreRefused() {
        assertThatThrownBy(() -> pageOf("http://evil.example").webSocket("/ws/users"))
                .isInstanceOfSatisfying(
                        WebSocketRefusedException.class,
                        refused -> refused.response().expectStatus(403));
    }
    // endregion
}
