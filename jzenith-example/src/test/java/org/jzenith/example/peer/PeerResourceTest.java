package org.jzenith.example.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.example.ExampleApplication;
import org.jzenith.example.SharedExample;
import org.jzenith.example.user.User;
import org.jzenith.test.JZenithExtension;

/** One instance of the example shows the users of another. */
final class PeerResourceTest {

    @Order(1)
    @RegisterExtension
    static final JZenithExtension PEER = SharedExample.APP;

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application()
            .withConfiguration("rest-client.peer.url", PEER.http().uri()));

    @Test
    void theUsersOfThePeerAreShown() {
        final String created = PEER.http()
                .post("/users", Map.of("name", "Ann", "email", "peer@example.org"))
                .expectStatus(201)
                .header("Location")
                .orElseThrow();
        final String id = created.substring(created.lastIndexOf('/') + 1);
        assertThat(APP.http().get("/peer/users/" + id).as(User.class).name()).isEqualTo("Ann");
        assertThat(APP.http().get("/users/" + id).status()).isEqualTo(404);
        assertThat(APP.http().get("/peer/users/" + UUID.randomUUID()).status()).isEqualTo(404);
    }

    @Test
    void anInstanceWithoutAPeerCallsItsOwnPort() {
        assertThat(PEER.get(Configuration.class).value("rest-client.peer.url")).contains("http://localhost:0");
    }
}
