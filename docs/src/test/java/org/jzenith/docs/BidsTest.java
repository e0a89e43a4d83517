package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestResponse;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;

/** The code of docs/websocket.md. */
final class BidsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> Bids.application()
            .withModules(binder -> binder.bind(Bids.Bidders.class).toInstance(new Bids.Bidders())));

    private static JZenithHttp bidder(final String session) {
        return APP.http().withHeader("Cookie", "session=" + session);
    }

    @Test
    void aBidGoesToAllAndAnInvalidOneToNobody() {
        try (TestWebSocket one = bidder("1").webSocket("/bids");
                TestWebSocket two = bidder("1").webSocket("/bids")) {
            one.send("{\"item\":\"lamp\",\"amount\":0}");
            assertThat(one.next().text())
                    .isEqualTo("{\"violations\":[{\"path\":\"amount\",\"message\":\"must be greater than 0\"}]}");
            two.send("{");
            assertThat(two.next().text()).isEqualTo("{\"violations\":[]}");
            one.send("{\"item\":\"lamp\",\"amount\":3}");
            final String accepted = "{\"by\":\"ann\",\"bid\":{\"item\":\"lamp\",\"amount\":3}}";
            assertThat(one.next().text()).isEqualTo(accepted);
            assertThat(two.next().text()).isEqualTo(accepted);
        }
    }

    @Test
    void onlyAdmittedBiddersConnect() {
        assertThat(refusal("2").status()).isEqualTo(403);
        assertThat(refusal("none").status()).isEqualTo(401);
        assertThat(refusal("none").header("WWW-Authenticate")).hasValue("Session realm=\"bids\"");
    }

    private static TestResponse refusal(final String session) {
        return catchThrowableOfType(
                        WebSocketRefusedException.class, () -> bidder(session).webSocket("/bids"))
                .response();
    }
}
