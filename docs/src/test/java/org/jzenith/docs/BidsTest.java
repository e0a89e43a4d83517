package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/websocket.md. */
final class BidsTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RestPlugin.withResources(), Bids.plugin()));

    private static final class Client implements WebSocket.Listener {

        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        WebSocket connect(final String session) {
            return HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Cookie", "session=" + session)
                    .buildAsync(URI.create("ws://" + APP.http().uri().getAuthority() + "/bids"), this)
                    .join();
        }

        @Override
        public CompletionStage<?> onText(final WebSocket socket, final CharSequence data, final boolean last) {
            texts.add(data.toString());
            socket.request(1);
            return null;
        }

        String next() throws InterruptedException {
            return texts.poll(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBidGoesToAllAndAnInvalidOneToNobody() throws Exception {
        final Client one = new Client();
        final Client two = new Client();
        final WebSocket first = one.connect("1");
        final WebSocket second = two.connect("1");
        first.sendText("{\"item\":\"lamp\",\"amount\":0}", true).join();
        assertThat(one.next())
                .isEqualTo("{\"violations\":[{\"path\":\"amount\",\"message\":\"must be greater than 0\"}]}");
        second.sendText("{", true).join();
        assertThat(two.next()).isEqualTo("{\"violations\":[]}");
        first.sendText("{\"item\":\"lamp\",\"amount\":3}", true).join();
        final String accepted = "{\"by\":\"ann\",\"bid\":{\"item\":\"lamp\",\"amount\":3}}";
        assertThat(one.next()).isEqualTo(accepted);
        assertThat(two.next()).isEqualTo(accepted);
        first.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        second.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    @Test
    void onlyAdmittedBiddersConnect() {
        assertThat(refusal("2")).isEqualTo(403);
        assertThat(refusal("none")).isEqualTo(401);
    }

    private static int refusal(final String session) {
        final int[] status = new int[1];
        assertThatThrownBy(() -> new Client().connect(session))
                .cause()
                .satisfies(error -> status[0] =
                        ((WebSocketHandshakeException) error).getResponse().statusCode());
        return status[0];
    }
}
