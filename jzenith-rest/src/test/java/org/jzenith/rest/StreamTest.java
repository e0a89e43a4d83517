package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Flowable;
import io.reactivex.processors.PublishProcessor;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results that are sent while they are made. */
final class StreamTest {

    private static final String ELEMENT = "x".repeat(1000);

    @Path("/")
    @Produces("application/json")
    public static final class Streams {

        static final AtomicInteger EMITTED = new AtomicInteger();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);

        @GET
        @Path("large")
        public Flowable<String> large() {
            return Flowable.range(0, 2000).map(i -> ELEMENT);
        }

        @GET
        @Path("endless")
        public Flowable<String> endless() {
            return Flowable.range(0, Integer.MAX_VALUE)
                    .doOnNext(i -> EMITTED.incrementAndGet())
                    .map(i -> ELEMENT)
                    .doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("breaking")
        public Flowable<String> breaking() {
            return Flowable.range(0, 100)
                    .map(i -> ELEMENT)
                    .concatWith(Flowable.error(new IllegalStateException("broken on purpose")));
        }

        @GET
        @Path("never")
        public Flowable<String> never() {
            return Flowable.<String>never().doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("threads")
        public Flowable<Long> threads() {
            final Flowable<Long> slowly = Flowable.intervalRange(5000, 5, 0, 10, TimeUnit.MILLISECONDS);
            return Flowable.concat(
                    Flowable.rangeLong(0, 2000),
                    Flowable.rangeLong(2000, 3000).observeOn(Schedulers.computation(), false, 7),
                    slowly.onBackpressureBuffer(),
                    Flowable.rangeLong(5005, 5000));
        }

        @GET
        @Path("nested")
        public Flowable<Nested> nested() {
            final PublishProcessor<Nested> source = PublishProcessor.create();
            return source.doOnSubscribe(ready -> Vertx.currentContext().runOnContext(now -> {
                source.onNext(new Nested(0, source));
                source.onComplete();
            }));
        }

        /** Emits another while it is written. */
        public static final class Nested {

            private final int number;
            private final PublishProcessor<Nested> source;

            Nested(final int number, final PublishProcessor<Nested> source) {
                this.number = number;
                this.source = source;
            }

            public int getNumber() {
                if (number < 3) {
                    source.onNext(new Nested(number + 1, source));
                }
                return number;
            }
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Streams.class));
    }

    @BeforeEach
    void nothingEmitted() {
        Streams.EMITTED.set(0);
        Streams.cancelled = new CountDownLatch(1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aLargeResultIsSentInPieces() {
        final RunningServer.Answer answer = server.get("/large");
        assertThat(answer.header("Content-Length")).isNull();
        assertThat(answer.json()).hasSize(2000);
    }

    @Test
    void elementsOfSeveralThreadsStayInTheirOrder() {
        final JsonNode all = server.get("/threads").json();
        assertThat(all).hasSize(10_005);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).asInt()).isEqualTo(i);
        }
    }

    @Test
    void aFilterSeesAStream() {
        final ContainerResponseFilter filter =
                (request, response) -> response.getHeaders().putSingle("X-Seen", response.getStatus());
        try (RunningServer filtered =
                RunningServer.of(RestPlugin.withResources(Streams.class).withProviders(filter))) {
            final RunningServer.Answer answer = filtered.get("/large");
            assertThat(answer.header("X-Seen")).isEqualTo("200");
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.json()).hasSize(2000);
        }
    }

    @Test
    void anElementThatEmitsAnotherIsWrittenFirst() {
        assertThat(server.get("/nested").body())
                .isEqualTo("[{\"number\":0},{\"number\":1},{\"number\":2},{\"number\":3}]");
    }

    @Test
    void aSourceDoesNotRunAheadOfASlowReader() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.headOnly()).containsIgnoringCase("transfer-encoding: chunked");
            int before = -1;
            // Steady means that nothing moved between two other requests, twenty times.
            int steady = 0;
            for (int i = 0; i < 20_000 && steady < 20; i++) {
                server.get("/large");
                final int now = Streams.EMITTED.get();
                steady = now == before ? steady + 1 : 0;
                before = now;
            }
            assertThat(steady).isEqualTo(20);
            client.in().readNBytes(20_000_000);
            assertThat(Streams.EMITTED.get()).isGreaterThan(before);
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFailureInTheMiddleIsVisible() throws Exception {
        assertThatThrownBy(() -> server.get("/breaking")).isInstanceOf(java.io.UncheckedIOException.class);
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /breaking HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 200 ")
                    .doesNotContain("\r\n0\r\n")
                    .doesNotContain("]");
        }
        assertThat(server.get("/large").status()).isEqualTo(200);
    }

    @Test
    void aReaderWhoLeavesCancels() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReaderWhoStopsReadingIsCutOff() throws Exception {
        try (RunningServer impatient =
                        RunningServer.of(RestPlugin.withResources(Streams.class), Map.of("rest.idle-timeout", "1s"));
                RawClient client = RawClient.to(impatient)) {
            client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aHeadOfAStreamHasNoBodyAndCancels() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("HEAD /endless HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void http2IsSpokenAndAResetCancels() throws Exception {
        final Vertx vertx = Vertx.vertx();
        try {
            final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultHost("localhost")
                    .setDefaultPort(server.application().port()));
            final int length = await(client.request(HttpMethod.GET, "/large")
                            .compose(request -> request.send().compose(response -> response.body())))
                    .length();
            assertThat(length).isGreaterThan(2_000_000);

            await(client.request(HttpMethod.GET, "/endless")
                    .compose(request -> request.send().map(response -> request.reset(8))));
            assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();

            final Future<?> broken = client.request(HttpMethod.GET, "/breaking")
                    .compose(request -> request.send().compose(response -> response.body()));
            assertThatThrownBy(() -> await(broken)).hasMessageContaining("reset");
        } finally {
            await(vertx.close());
        }
    }

    private static <T> T await(final Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (final java.util.concurrent.ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
