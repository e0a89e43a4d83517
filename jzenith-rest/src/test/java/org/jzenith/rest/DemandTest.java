package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A source of a billion elements is as far ahead of its reader as buffers are large, and is disposed with it. */
final class DemandTest {

    private static final int BYTES = 1000;

    /** The most bytes that kernel, connection and stream may buffer; loopback buffers some megabytes. */
    private static final long MOST_AHEAD = 24_000_000;

    public record Row(long id, String text) {}

    @Path("/")
    public static final class Sources {

        static final AtomicLong EMITTED = new AtomicLong();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);

        private static <T> Flowable<T> endless(final io.reactivex.functions.Function<Long, T> element) {
            return Flowable.rangeLong(0, 1_000_000_000)
                    .map(element)
                    .doOnNext(made -> EMITTED.addAndGet(BYTES))
                    .doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("rows")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", "text/csv", MediaType.SERVER_SENT_EVENTS})
        public Flowable<Row> rows() {
            final String text = "x".repeat(BYTES);
            return endless(id -> new Row(id, text));
        }

        @GET
        @Path("strings")
        @Produces(MediaType.TEXT_PLAIN)
        public Flowable<String> strings() {
            final String text = "x".repeat(BYTES);
            return endless(id -> text);
        }

        @GET
        @Path("buffers")
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        public Flowable<Buffer> buffers() {
            final Buffer bytes = Buffer.buffer("x".repeat(BYTES));
            return endless(id -> bytes);
        }

        @GET
        @Path("arrays")
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        public Flowable<byte[]> arrays() {
            final byte[] bytes = "x".repeat(BYTES).getBytes(StandardCharsets.US_ASCII);
            return endless(id -> bytes);
        }
    }

    private static RunningServer server;
    private static Vertx vertx;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Sources.class));
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        await(vertx.close());
    }

    @BeforeEach
    void nothingEmitted() {
        Sources.EMITTED.set(0);
        Sources.cancelled = new CountDownLatch(1);
    }

    @ParameterizedTest
    @CsvSource({
        "rows, application/json, false", "rows, application/json, true",
        "rows, application/x-ndjson, false", "rows, application/x-ndjson, true",
        "rows, text/csv, false", "rows, text/csv, true",
        "rows, text/event-stream, false", "rows, text/event-stream, true",
        "strings, text/plain, false", "strings, text/plain, true",
        "buffers, application/octet-stream, false", "buffers, application/octet-stream, true",
        "arrays, application/octet-stream, false", "arrays, application/octet-stream, true",
    })
    void aSourceWaitsForItsReaderAndEndsWithIt(final String path, final String type, final boolean http2)
            throws Exception {
        final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                .setHttp2ClearTextUpgrade(false)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
        final AtomicLong read = new AtomicLong();
        final HttpClientResponse answer = await(client.request(HttpMethod.GET, "/" + path)
                .compose(request -> request.putHeader("Accept", type).send().onSuccess(response -> {
                    response.pause();
                    response.handler(piece -> read.addAndGet(piece.length()));
                })));
        assertThat(answer.statusCode()).isEqualTo(200);
        for (int i = 0; i < 10; i++) {
            final long before = read.get();
            answer.fetch(10);
            Await.until("more is read", () -> read.get() > before);
            assertThat(Sources.EMITTED.get() - read.get()).isLessThan(MOST_AHEAD);
        }
        assertThat(Await.steady(Sources.EMITTED::get) - read.get()).isLessThan(MOST_AHEAD);
        assertThat(Sources.cancelled.getCount()).isEqualTo(1);
        answer.request().reset(8);
        if (!http2) {
            await(answer.request().connection().close());
        }
        assertThat(Sources.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        await(client.close());
    }

    private static <T> T await(final Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
