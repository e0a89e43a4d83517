package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.Gauge;

/** The gauges of a listener. */
class GaugesTest {

    private static final int SIZE = 100_000;

    private static final SingleSubject<String> ANSWER = SingleSubject.create();
    private static final CountDownLatch ASKED = new CountDownLatch(1);

    /** Answers when the test wants it. */
    @Path("/late")
    @Produces("text/plain")
    public static final class Late {

        @POST
        public Single<String> late(final byte[] body) {
            ASKED.countDown();
            return ANSWER;
        }
    }

    @Test
    void aRequestInFlightIsCountedWithItsConnectionAndItsBody() throws Exception {
        try (RunningServer server = RunningServer.of(
                        RestPlugin.withResources(Late.class),
                        Map.of(
                                "rest.max-connections", 50,
                                "rest.max-requests-in-flight", 40,
                                "rest.max-buffered-bodies", "1M",
                                "rest.max-parsed-bodies", "2M",
                                "rest.max-buffered-responses", "3M"));
                RawClient client = RawClient.to(server)) {
            final Gauge requests = server.gauge("rest.requests-in-flight");
            final Gauge connections = server.gauge("rest.connections");
            final Gauge bodies = server.gauge("rest.buffered-bodies");
            assertThat(requests.used()).isZero();
            assertThat(requests.limit()).isEqualTo(40);
            assertThat(connections.limit()).isEqualTo(50);
            assertThat(bodies.limit()).isEqualTo(1 << 20);
            assertThat(server.gauge("rest.parsed-bodies").limit()).isEqualTo(2 << 20);
            assertThat(server.gauge("rest.buffered-responses").limit()).isEqualTo(3 << 20);

            client.send("POST /late HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: "
                    + SIZE + "\r\n\r\n" + "a".repeat(SIZE));
            assertThat(ASKED.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(connections.used()).isPositive();
            awaitUse(requests, 1);
            assertThat(bodies.used()).isGreaterThanOrEqualTo(SIZE);

            ANSWER.onSuccess("late");
            assertThat(client.answer()).endsWith("late");
            awaitUse(requests, 0);
            awaitUse(bodies, 0);
            assertThat(server.gauge("rest.buffered-responses").used()).isZero();
        }
    }

    @Test
    void acceptedAndRefusedConnectionsAreTotals() throws Exception {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Late.class), Map.of("rest.max-connections", 1))) {
            final Gauge accepted = server.gauge("rest.accepted-connections");
            final Gauge refused = server.gauge("rest.refused-connections");
            assertThat(accepted.isTotal()).isTrue();
            assertThat(server.gauge("rest.connections").isTotal()).isFalse();
            try (RawClient first = RawClient.to(server)) {
                assertThat(first.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 200");
                assertThat(accepted.used()).isEqualTo(1);
                try (RawClient second = RawClient.to(server)) {
                    assertThat(second.untilClose()).isEmpty();
                }
                awaitUse(refused, 1);
                assertThat(accepted.used()).isEqualTo(1);
            }
            assertThat(server.gauge("rest.certificate-age").limit())
                    .as("without TLS")
                    .isZero();
        }
    }

    private static void awaitUse(final Gauge gauge, final long expected) {
        Await.until(gauge.name(), () -> gauge.used() == expected);
    }
}
