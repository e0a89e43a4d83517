package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.observers.TestObserver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.health.HealthChecks;
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
            awaitDegraded(clients, "The call stock: GET /health returned the status 503\"");
            peer.close();
            awaitDegraded(clients, "cannot reach localhost");
        }
    }

    /** Awaits the end of the time for which the last result counts. */
    private static void awaitDegraded(final Clients clients, final String reason) throws Exception {
        while (!health(clients).body().contains(reason)) {
            Thread.onSpinWait();
        }
        assertDegraded(clients, reason);
    }

    /** Anyone may ask for the health. */
    @Test
    void failedChecksAreFewAndOpenNoCircuitBreaker() throws Exception {
        final AtomicInteger pings = new AtomicInteger();
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        final boolean isPing = head.contains("/health ");
                        pings.addAndGet(isPing ? 1 : 0);
                        each.send("HTTP/1.1 " + (isPing ? 503 : 204) + " Status\r\n"
                                + (isPing ? "Content-Length: 0\r\n\r\n" : "\r\n"));
                    }
                });
                Clients clients = Clients.of(
                        Map.of(
                                "url",
                                peer.url(),
                                "retries",
                                2,
                                "retry-delay",
                                "1ms",
                                "breaker.enabled",
                                true,
                                "breaker.minimum-calls",
                                1,
                                "rest.health.details-for",
                                "127.0.0.1,::1"),
                        client(),
                        RetriesTest.Other.class)) {
            final long begun = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                assertDegraded(clients, "the status 503");
            }
            assertThat((long) pings.get())
                    .isLessThanOrEqualTo(
                            1 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
            clients.application().get(RetriesTest.WorkApi.class).item("1").blockingAwait();
        }
    }

    @Test
    void thoseWhoAskAtOnceShareACheck() throws Exception {
        final Semaphore asked = new Semaphore(0);
        final CountDownLatch end = new CountDownLatch(1);
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    asked.release();
                    end.await();
                    each.send("HTTP/1.1 204 Status\r\n\r\n");
                });
                Clients clients = clients(peer.url())) {
            final HealthChecks checks = clients.application().get(HealthChecks.class);
            final TestObserver<?> first = checks.run().test();
            final TestObserver<?> second = checks.run().test();
            asked.acquire();
            end.countDown();
            first.awaitDone(10, TimeUnit.SECONDS).assertComplete();
            second.awaitDone(10, TimeUnit.SECONDS).assertComplete();
            assertThat(asked.availablePermits()).isZero();
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
