package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** The health check of a service: an outage of the service leaves the application ready. */
final class ServiceHealthTest {

    private static RestClient client() {
        return RestClientPlugin.of(RetriesTest.WorkApi.class, "stock").withHealthCheck("/health");
    }

    private static Clients clients(final String url) {
        return Clients.of(
                Map.of("url", url + "/api", "retries", 0, "rest.health.details-for", "127.0.0.1,::1"),
                client(),
                RetriesTest.Other.class);
    }

    private static HttpResponse<String> health(final Clients clients) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(clients.application().uri() + "/health"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static void assertDegraded(final Clients clients, final String reason) throws Exception {
        final HttpResponse<String> response = health(clients);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("{\"status\":\"DEGRADED\"")
                .contains("{\"name\":\"rest-client.stock\",\"status\":\"DEGRADED\"", reason);
    }

    @Test
    void aServiceThatRespondsIsUpAndOneThatFailsIsDegraded() throws Exception {
        final AtomicInteger status = new AtomicInteger(204);
        final RawPeer peer = new RawPeer(each -> {
            for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                assertThat(head).startsWith("GET /api/health HTTP/1.1\r\n");
                each.send("HTTP/1.1 " + status + " Status\r\n"
                        + (status.get() == 204 ? "\r\n" : "Content-Length: 0\r\n\r\n"));
            }
        });
        try (peer;
                Clients clients = clients(peer.url())) {
            assertThat(health(clients).body())
                    .startsWith("{\"status\":\"UP\"")
                    .contains("{\"name\":\"rest-client.stock\",\"status\":\"UP\"");
            status.set(503);
            assertDegraded(clients, "The call stock: GET /health was answered with the status 503\"");
            peer.close();
            assertDegraded(clients, "cannot reach localhost");
        }
    }

    @Test
    void aSilentServiceIsDegradedToo() throws Exception {
        final CountDownLatch end = new CountDownLatch(1);
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    end.await();
                });
                Clients clients = Clients.of(
                        Map.of("url", peer.url(), "rest.health.details-for", "127.0.0.1,::1"),
                        client(),
                        RetriesTest.Other.class)) {
            assertDegraded(clients, "The service did not respond within 1800 ms");
            assertThat(clients.used()).isZero();
            end.countDown();
        }
    }

    @Test
    void aPathThatIsNoneIsRefused() throws IOException {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> Clients.of(
                                Map.of("url", "http://localhost:1"),
                                RestClientPlugin.of(RetriesTest.WorkApi.class, "stock")
                                        .withHealthCheck("health"),
                                RetriesTest.Other.class)
                        .close());
        assertThat(refused.problems().toString())
                .contains("The health check of the client 'stock' has the path 'health', which is not a path below the"
                        + " base URL.");
    }
}
