package org.jzenith.example.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.ChildApplication;
import org.jzenith.example.ExampleApplication;
import org.jzenith.example.user.User;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The peer of an instance is killed: its calls fail, and then its circuit breaker refuses them. */
final class KilledPeerTest {

    private static final ChildApplication PEER = start();

    private static ChildApplication start() {
        try {
            return ChildApplication.start(ExampleApplication.class, List.of());
        } catch (final java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Order(1)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application()
            .withConfiguration("rest-client.peer.url", PEER.address())
            .withConfiguration("rest-client.peer.retries", 0));

    @Test
    void callsFailThenTheBreakerRefusesThem() throws Exception {
        final HttpClient http = HttpClient.newHttpClient();
        try (PEER) {
            final String created = http.send(
                            HttpRequest.newBuilder(URI.create(PEER.address() + "/users"))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString(
                                            "{\"name\":\"Ann\",\"email\":\"killed@example.org\"}"))
                                    .build(),
                            BodyHandlers.ofString())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            final String path = "/peer/users/" + created.substring(created.lastIndexOf('/') + 1);
            assertThat(APP.http().get(path).as(User.class).name()).isEqualTo("Ann");
            PEER.process().toHandle().destroyForcibly();
            assertThat(PEER.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
            TestResponse response = APP.http().get(path);
            assertThat(response.status()).isEqualTo(502);
            for (int i = 0; i < 20 && response.status() == 502; i++) {
                response = APP.http().get(path);
            }
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.header("Retry-After")).isPresent();
            assertThat(APP.http().get("/health/live").status()).isEqualTo(200);
        }
    }
}
