package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** Retries, their budget, and the circuit breaker. */
final class RetriesTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";
    private static final String BUSY = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n";

    /** A service that fails at times. */
    @Path("/work")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get();

        @POST
        @Produces("text/plain")
        Single<String> post(@HeaderParam("Idempotency-Key") String key);

        @GET
        @Path("/items/{id}")
        Completable item(@PathParam("id") String id);

        @GET
        @Path("/response")
        Single<Response> response();

        @GET
        @Path("/pieces")
        Flowable<Buffer> pieces();

        @POST
        @Path("/upload")
        @Consumes("application/octet-stream")
        Completable upload(Flowable<Buffer> content);
    }

    @Path("/other")
    public static final class Other {

        @GET
        public String get() {
            return "";
        }
    }

    private static Clients clients(final String url, final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", url, "retry-delay", "1ms"));
        all.putAll(settings);
        return Clients.of(all, WorkApi.class, Other.class);
    }

    private static WorkApi api(final Clients clients) {
        return clients.application().get(WorkApi.class);
    }

    /** Fails for the first requests. */
    private static RawPeer failing(final int times, final String failure, final AtomicInteger requests)
            throws IOException {
        return new RawPeer(peer -> {
            while (!peer.head().isEmpty()) {
                if (requests.incrementAndGet() <= times) {
                    if (failure.isEmpty()) {
                        peer.reset();
                        return;
                    }
                    peer.send(failure);
                } else {
                    peer.send(OK);
                }
            }
        });
    }

    @Test
    void anIdempotentCallIsRepeatedAfterABrokenConnectionAndATemporaryStatus() throws Exception {
        for (final String failure : new String[] {"", BUSY + "\r\n", BUSY + "Retry-After: 0\r\n\r\n"}) {
            final AtomicInteger requests = new AtomicInteger();
            try (RawPeer peer = failing(2, failure, requests);
                    Clients clients = clients(peer.url(), Map.of())) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
                assertThat(requests).hasValue(3);
                assertThat(clients.events().stream().filter(OutboundEvent.Retried.class::isInstance))
                        .hasSize(2);
            }
        }
    }

    @Test
    void aPostIsRepeatedOnlyWithAKey() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = failing(1, "", requests);
                Clients clients = clients(peer.url(), Map.of())) {
            api(clients)
                    .post(null)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(RemoteUnavailableException.class);
            assertThat(requests).hasValue(1);
        }
        requests.set(0);
        try (RawPeer peer = failing(1, "", requests);
                Clients clients = clients(peer.url(), Map.of())) {
            assertThat(api(clients).post("17").blockingGet()).isEqualTo("ok");
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void otherStatusesAndALongRetryAfterAreNotRepeated() throws Exception {
        for (final String failure : new String[] {
            "HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n",
            BUSY + "Retry-After: 3\r\n\r\n"
        }) {
            final AtomicInteger requests = new AtomicInteger();
            try (RawPeer peer = failing(1, failure, requests);
                    Clients clients = clients(peer.url(), Map.of())) {
                api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
                assertThat(requests).hasValue(1);
            }
        }
    }

    private static List<Duration> delays(final Clients clients) {
        return clients.events().stream()
                .filter(OutboundEvent.Retried.class::isInstance)
                .map(event -> ((OutboundEvent.Retried) event).delay())
                .toList();
    }

    @Test
    void theSecondsOfARetryAfterAreWaitedFor() throws Exception {
        try (RawPeer peer = failing(1, BUSY + "Retry-After: 1\r\n\r\n", new AtomicInteger());
                Clients clients = clients(peer.url(), Map.of())) {
            final long begun = System.nanoTime();
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(delays(clients)).containsExactly(Duration.ofSeconds(1));
        }
    }

    @Test
    void theDateOfARetryAfterIsIgnored() throws Exception {
        final String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusHours(1));
        try (RawPeer peer = failing(1, BUSY + "Retry-After: " + date + "\r\n\r\n", new AtomicInteger());
                Clients clients = clients(peer.url(), Map.of())) {
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(delays(clients))
                    .singleElement()
                    .satisfies(delay -> assertThat(delay).isLessThanOrEqualTo(Duration.ofMillis(1)));
        }
    }

    /** The first calls succeed, which saves retries for the last two. */
    @Test
    void delaysDoubleUpToTheLongestOneAndVary() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = new RawPeer(each -> {
                    while (!each.head().isEmpty()) {
                        each.send(requests.incrementAndGet() <= 40 ? OK : BUSY + "\r\n");
                    }
                });
                Clients clients =
                        clients(peer.url(), Map.of("retries", 5, "retry-delay", "40ms", "max-retry-delay", "100ms"))) {
            for (int i = 0; i < 40; i++) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            }
            for (int i = 0; i < 2; i++) {
                api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            }
            final List<Long> millis =
                    delays(clients).stream().map(Duration::toMillis).toList();
            assertThat(millis).hasSize(10);
            for (final List<Long> call : List.of(millis.subList(0, 5), millis.subList(5, 10))) {
                assertThat(call.get(0)).isBetween(20L, 40L);
                assertThat(call.get(1)).isBetween(40L, 80L);
                assertThat(call.subList(2, 5))
                        .allSatisfy(delay -> assertThat(delay).isBetween(50L, 100L));
            }
            assertThat(millis.subList(0, 5)).isNotEqualTo(millis.subList(5, 10));
        }
    }

    @Test
    void retriesAddAFifthToTheLoadAtMost() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = failing(Integer.MAX_VALUE, BUSY + "\r\n", requests);
                Clients clients = clients(peer.url(), Map.of())) {
            for (int i = 0; i < 100; i++) {
                api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            }
            assertThat(requests.get()).isBetween(118, 123);
        }
    }

    @Test
    void anOpenBreakerRefusesCallsUntilTheServiceIsBack() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = failing(10, BUSY + "\r\n", requests);
                Clients clients = clients(
                        peer.url(),
                        Map.of(
                                "retries",
                                0,
                                "breaker.enabled",
                                true,
                                "breaker.minimum-calls",
                                10,
                                "breaker.open-for",
                                "1s"))) {
            for (int i = 0; i < 10; i++) {
                api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            }
            api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(CallRejectedException.class);
            assertThat(requests).hasValue(10);
            assertThat(clients.events())
                    .last()
                    .isInstanceOfSatisfying(
                            OutboundEvent.Rejected.class,
                            rejected -> assertThat(rejected.reason()).isEqualTo("the circuit breaker is open"));
            String answer = "";
            while (!answer.equals("ok")) {
                answer = api(clients).get().onErrorReturnItem("").blockingGet();
            }
            assertThat(requests.get()).isGreaterThan(10);
        }
    }

    @Test
    void theNextUrlIsUsedWhenTheFirstCannotBeReached() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = failing(0, "", requests);
                Clients clients = clients("http://localhost:1," + peer.url(), Map.of())) {
            assertThat(api(clients).post(null).blockingGet()).isEqualTo("ok");
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
    }

    @Test
    void eventsTellTheTemplateOfACall() throws Exception {
        try (RawPeer peer = failing(0, "", new AtomicInteger());
                Clients clients = clients(peer.url(), Map.of())) {
            api(clients).item("17").blockingAwait();
            assertThat(clients.events())
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("Begun", "Connected", "Sent", "Answered");
            assertThat(clients.events().get(0)).isInstanceOfSatisfying(OutboundEvent.Begun.class, begun -> {
                assertThat(begun.client()).isEqualTo("stock");
                assertThat(begun.template()).isEqualTo("/work/items/{id}");
            });
            assertThat(clients.events()).last().isInstanceOfSatisfying(OutboundEvent.Answered.class, answered -> {
                assertThat(answered.method()).isEqualTo("GET");
                assertThat(answered.template()).isEqualTo("/work/items/{id}");
            });
        }
    }

    @Test
    void aRedirectBelongsToItsAttempt() throws Exception {
        final String redirect = "HTTP/1.1 302 Found\r\nLocation: /work\r\nContent-Length: 0\r\n\r\n";
        try (RawPeer peer = failing(1, redirect, new AtomicInteger());
                Clients clients = clients(peer.url(), Map.of())) {
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(clients.events())
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("Begun", "Connected", "Sent", "Answered");
        }
    }

    @Test
    void aCallEndsOnceAlsoIfItsStreamIsNotReadToTheEnd() throws Exception {
        try (RawPeer peer = failing(0, "", new AtomicInteger());
                Clients clients = clients(peer.url(), Map.of())) {
            assertThat(api(clients).pieces().take(1).toList().blockingGet()).hasSize(1);
            assertThat(clients.events())
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("Begun", "Connected", "Sent", "Answered");
        }
    }

    private static Clients withBreaker(final String url) {
        return clients(
                url,
                Map.of(
                        "retries", 0,
                        "breaker.enabled", true,
                        "breaker.window", 2,
                        "breaker.minimum-calls", 2,
                        "breaker.failure-rate", 100));
    }

    @Test
    void anErrorThatIsReceivedAsAResponseCountsForTheBreaker() throws Exception {
        try (RawPeer peer = failing(10, BUSY + "\r\n", new AtomicInteger());
                Clients clients = withBreaker(peer.url())) {
            for (int i = 0; i < 2; i++) {
                assertThat(api(clients).response().blockingGet().getStatus()).isEqualTo(503);
            }
            api(clients).response().test().awaitDone(10, TimeUnit.SECONDS).assertError(CallRejectedException.class);
        }
    }

    @Test
    void aFailedSourceOfABodyIsNoSuccessForTheBreaker() throws Exception {
        try (RawPeer peer = failing(10, BUSY + "\r\n", new AtomicInteger());
                Clients clients = withBreaker(peer.url())) {
            api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            api(clients)
                    .upload(Flowable.error(new IllegalStateException("no body")))
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertErrorMessage("no body");
            api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            api(clients).get().test().awaitDone(10, TimeUnit.SECONDS).assertError(CallRejectedException.class);
        }
    }
}
