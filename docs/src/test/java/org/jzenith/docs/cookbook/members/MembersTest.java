package org.jzenith.docs.cookbook.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.websocket.WebSocketPlugin;

/** The code of docs/cookbook/websocket-login.md. */
final class MembersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application());

    // region test
    private static String ticket(final String name) {
        return APP.http()
                .as(name)
                .post("/ticket", null)
                .expectStatus(200)
                .json()
                .get("ticket")
                .asText();
    }

    @Test
    void aMessageHasTheNameOfItsSender() {
        try (TestWebSocket ann =
                        APP.http().webSocket("/members?ticket=" + ticket("ann"));
                TestWebSocket ben =
                        APP.http().webSocket("/members?ticket=" + ticket("ben"))) {
            ann.send(new MemberChat.Line("Hello"));
            assertThat(ben.next().as(MemberChat.Said.class))
                    .isEqualTo(new MemberChat.Said("ann", "Hello"));
        }
    }

    @Test
    void nobodyElseIsConnected() {
        assertThatThrownBy(() -> APP.http().webSocket("/members"))
                .isInstanceOfSatisfying(
                        WebSocketRefusedException.class,
                        refused -> refused.response().expectStatus(401));
    }
    // endregion

    @Test
    void aTicketIsGoodForOneHandshake() {
        final String path = "/members?ticket=" + ticket("ann");
        APP.http().webSocket(path).close();
        assertThatThrownBy(() -> APP.http().webSocket(path)).hasMessageContaining("401");
    }

    @Test
    void anInvalidLineEndsTheConnection() {
        try (TestWebSocket ann = APP.http().as("ann").webSocket("/members")) {
            ann.send(new MemberChat.Line(" "));
            assertThat(ann.awaitClose().code()).isNotEqualTo(1000);
        }
    }

    @Test
    void newsHaveTheNameOfTheirSender() {
        try (TestStream<TestEvent> ben = APP.http().events("/news?ticket=" + ticket("ben"))) {
            APP.http()
                    .as("ann")
                    .withHeader("Content-Type", "text/plain")
                    .post("/news", "Hello")
                    .expectStatus(204);
            assertThat(ben.next().as(MemberNews.Item.class)).isEqualTo(new MemberNews.Item("ann", "Hello"));
        }
    }

    @Test
    void nobodyElseReceivesOrSendsNews() {
        assertThatThrownBy(() -> APP.http().events("/news")).hasMessageContaining("401");
        APP.http()
                .withHeader("Content-Type", "text/plain")
                .post("/news", "Hello")
                .expectStatus(401);
        APP.http().get("/health/ready").expectStatus(200);
    }

    private static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(MemberNews.class),
                        WebSocketPlugin.create().at("/members", MemberChat.class),
                        SecurityPlugin.create().withTickets(),
                        JwtPlugin.create());
        // endregion
    }
}
