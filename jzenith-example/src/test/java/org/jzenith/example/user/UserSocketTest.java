package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.ExampleApplication;
import org.jzenith.test.JZenithExtension;

final class UserSocketTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application());

    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

    private WebSocket connect(final String origin) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Origin", origin)
                .buildAsync(
                        URI.create("ws://" + APP.http().uri().getAuthority() + "/ws/users"), new WebSocket.Listener() {
                            @Override
                            public CompletionStage<?> onText(
                                    final WebSocket socket, final CharSequence data, final boolean last) {
                                texts.add(data.toString());
                                socket.request(1);
                                return null;
                            }
                        })
                .join();
    }

    @Test
    void changesAreSentWhenTheyHappen() throws InterruptedException {
        final WebSocket socket = connect(APP.http().uri().toString().replaceAll("/$", ""));
        final String id = APP.http()
                .post("/user", Map.of("name", "Ann", "email", "ann@example.org"))
                .json()
                .get("id")
                .asText();
        assertThat(texts.poll(20, TimeUnit.SECONDS)).contains("\"CREATED\"", id, "\"Ann\"");
        APP.http().delete("/user/" + id);
        assertThat(texts.poll(20, TimeUnit.SECONDS)).contains("\"DELETED\"", id);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    @Test
    void pagesOfOthersAreRefused() {
        assertThatThrownBy(() -> connect("http://evil.example")).hasMessageContaining("WebSocketHandshakeException");
    }
}
