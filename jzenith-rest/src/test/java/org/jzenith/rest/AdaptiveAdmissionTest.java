package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.LogLines;

/** The limit that follows latency, which these tests hold between narrow bounds. */
final class AdaptiveAdmissionTest {

    private static final AtomicInteger BEGUN = new AtomicInteger();

    @Path("/")
    @Produces("text/plain")
    public static final class Slow {

        @GET
        public String get() {
            return "fine";
        }

        @GET
        @Path("never")
        public Single<String> never() {
            return Single.<String>never().doOnSubscribe(begun -> BEGUN.incrementAndGet());
        }

        @GET
        @Path("poll/events")
        public Single<String> poll() {
            return never();
        }

        /** A stream with more elements than wait for others: it is sent in the first turn on the event loop. */
        @GET
        @Path("large-stream")
        public Flowable<Buffer> largeStream() {
            return Flowable.just(Buffer.buffer(new byte[20_000])).concatWith(Flowable.never());
        }

        @GET
        @Path("stream")
        public Flowable<Buffer> stream() {
            return Flowable.just(Buffer.buffer("first")).concatWith(Flowable.never());
        }
    }

    private static RunningServer server(final Object... further) {
        BEGUN.set(0);
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "rest.instances", 1,
                "jzenith.event-loops", 1,
                "rest.adaptive-limit.enabled", true,
                "rest.adaptive-limit.min", 3,
                "rest.adaptive-limit.max", 5));
        for (int i = 0; i < further.length; i += 2) {
            settings.put((String) further[i], further[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Slow.class), settings);
    }

    private static List<RawClient> begin(final RunningServer server, final int count, final String path)
            throws Exception {
        final List<RawClient> clients = new ArrayList<>();
        final int before = BEGUN.get();
        for (int i = 0; i < count; i++) {
            final RawClient client = RawClient.to(server);
            client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
            clients.add(client);
        }
        Await.until("all have begun", () -> path.endsWith("stream") || BEGUN.get() >= before + count);
        return clients;
    }

    private static void close(final List<RawClient> clients) throws Exception {
        for (final RawClient client : clients) {
            client.close();
        }
    }

    private static void awaitAnswer(final RunningServer server, final int status) {
        Await.until("an answer " + status, () -> server.get("/").status() == status);
    }

    @Test
    void requestsBeyondTheLimitAre503AndHealthIsAnswered() throws Exception {
        try (RunningServer server = server();
                LogLines lines = LogLines.of("org.jzenith")) {
            final List<RawClient> clients = begin(server, 5, "/never");
            awaitAnswer(server, 503);
            final RunningServer.Answer refused = server.get("/");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(lines.next("Requests get a 503 immediately").getFormattedMessage())
                    .contains("the limit of rest.adaptive-limit is reached.");
            final Gauge limit = server.gauge("rest.adaptive-limit");
            Await.until("the gauge is full", () -> limit.used() == 5 && limit.limit() == 5);
            assertThat(server.get("/health").status()).isEqualTo(200);
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            for (final String path : List.of("/healthy", "/health/../never", "/health/%2e%2e/never", "//health")) {
                assertThat(server.get(path).status()).as(path).isEqualTo(503);
            }
            close(clients);
            awaitAnswer(server, 200);
            Await.until("the gauge is empty", () -> limit.used() == 0);
        }
    }

    /** A listener for operators has limits of its own, on the same event loops. */
    @ParameterizedTest
    @ValueSource(strings = {"rest.adaptive-limit.enabled", "rest.max-requests-in-flight"})
    void aListenerForOperatorsAnswersWhileTheOtherIsFull(final String limit) throws Exception {
        BEGUN.set(0);
        try (RunningServer server = RunningServer.around(JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(Slow.class),
                        RestPlugin.named("admin").withResources(Slow.class))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0)
                .withConfiguration("rest.instances", 1)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.adaptive-limit.min", 3)
                .withConfiguration("rest.adaptive-limit.max", 5)
                .withConfiguration(limit, limit.endsWith("enabled") ? true : 5)
                .run())) {
            final List<RawClient> clients = begin(server, 5, "/never");
            awaitAnswer(server, 503);
            final URI admin = server.application().endpoints().get("rest.admin");
            for (final String path : List.of("/", "/health", "/health/live")) {
                final HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(admin.resolve(path)).build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
            }
            close(clients);
        }
    }

    /** Several listeners, and several servers of each, share the event loops. */
    @Test
    void theListenersOfAnEventLoopHaveOneLimitTogether() throws Exception {
        try (RunningServer server = server("rest.listeners.second.port", 0, "rest.instances", 2)) {
            final List<RawClient> clients = begin(server, 5, "/never");
            final java.net.URI second = server.application().endpoints().get("rest.listeners.second");
            for (int i = 0; i < 8; i++) {
                try (RawClient client = RawClient.over(new java.net.Socket("localhost", second.getPort()))) {
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(client.answer()).startsWith("HTTP/1.1 503 ");
                }
            }
            close(clients);
            awaitAnswer(server, 200);
        }
    }

    @Test
    void aFloodOfRefusedRequestsDoesNotKeepHealthWaiting() throws Exception {
        try (RunningServer server = server();
                RawClient flood = RawClient.to(server)) {
            final List<RawClient> clients = begin(server, 5, "/never");
            awaitAnswer(server, 503);
            flood.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_000));
            assertThat(server.get("/health").status()).isEqualTo(200);
            for (int i = 0; i < 2_000; i++) {
                assertThat(flood.answer()).startsWith("HTTP/1.1 503 ");
            }
            close(clients);
        }
    }

    @Test
    void excludedPathsAreNeitherCountedNorRefused() throws Exception {
        try (RunningServer server = server("rest.adaptive-limit.excluded-paths", "/poll")) {
            final List<RawClient> polls = begin(server, 20, "/poll/events");
            assertThat(server.get("/").status()).isEqualTo(200);
            final List<RawClient> clients = begin(server, 5, "/never");
            awaitAnswer(server, 503);
            polls.addAll(begin(server, 1, "/poll/events"));
            assertThat(server.get("/health").status()).isEqualTo(200);
            close(clients);
            close(polls);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stream", "/large-stream"})
    void aStreamIsNotCountedAfterItsFirstByte(final String path) throws Exception {
        try (RunningServer server = server()) {
            final List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.addAll(begin(server, 1, path));
                assertThat(clients.get(i).headOnly()).startsWith("HTTP/1.1 200 ");
            }
            assertThat(server.get("/").status()).isEqualTo(200);
            close(clients);
        }
    }

    @Test
    void theStopAnswersWhatTheLimitHolds() throws Exception {
        final List<RawClient> clients;
        try (RunningServer server = server("jzenith.drain-timeout", "100ms")) {
            clients = begin(server, 5, "/never");
            awaitAnswer(server, 503);
        }
        for (final RawClient client : clients) {
            assertThat(client.untilClose()).startsWith("HTTP/1.1 503 ").contains("stopping");
        }
        close(clients);
    }

    @Test
    void withoutTheSettingThereIsNoSuchLimit() throws Exception {
        try (RunningServer server = server("rest.adaptive-limit.enabled", false)) {
            final List<RawClient> clients = begin(server, 20, "/never");
            assertThat(server.get("/").status()).isEqualTo(200);
            close(clients);
        }
    }

    @Test
    void boundsThatContradictEachOtherFailTheStart() {
        assertThatThrownBy(() -> server("rest.adaptive-limit.min", 9))
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems().toString())
                                .contains("rest.adaptive-limit.min is 9, but rest.adaptive-limit.max is only 5")
                                .contains("Set rest.adaptive-limit.max"));
    }
}
