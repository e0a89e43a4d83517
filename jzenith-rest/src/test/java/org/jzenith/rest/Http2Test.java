package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.ApplicationState;
import org.jzenith.test.internal.log.LogLines;

/** Tests over HTTP/2. */
final class Http2Test {

    @Path("/")
    @Produces("text/plain")
    public static final class Echo {

        static volatile SingleSubject<String> answer = SingleSubject.create();
        static volatile CountDownLatch asked = new CountDownLatch(1);

        @GET
        public String get() {
            return "fine";
        }

        @POST
        public String post(final String body) {
            return body;
        }

        @GET
        @Path("slow")
        public Single<String> slow() {
            asked.countDown();
            return answer;
        }
    }

    private final Vertx vertx = Vertx.vertx();
    private RunningServer server;
    private HttpClient client;

    @BeforeEach
    void start() {
        Echo.answer = SingleSubject.create();
        Echo.asked = new CountDownLatch(1);
        server = RunningServer.of(
                RestPlugin.withResources(Echo.class),
                Map.of("rest.max-body-size", "1K", "rest.server-header", "echo/1.0"));
        client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GE T", "", "G\u00e9T", "GET\u007f", "GET:"})
    void anIllegalMethodEndsItsStreamAlone(final String method) throws Exception {
        try (LogLines log = LogLines.open();
                RawHttp2Client raw = RawHttp2Client.to(server, 65_535)) {
            raw.get(1, "/slow");
            assertThat(Echo.asked.await(20, TimeUnit.SECONDS)).isTrue();
            raw.begin(3, method, "/");
            final RawHttp2Client.Frame reset = raw.next(RawHttp2Client.RST_STREAM);
            assertThat(reset).isNotNull();
            assertThat(reset.stream()).isEqualTo(3);
            assertThat(reset.number()).as("PROTOCOL_ERROR").isEqualTo(1);
            raw.get(5, "/");
            assertThat(raw.next(RawHttp2Client.DATA).stream()).isEqualTo(5);
            Echo.answer.onSuccess("at last");
            assertThat(raw.next(RawHttp2Client.DATA).stream()).isEqualTo(1);
            assertThat(log.warnings()).isEmpty();
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        await(vertx.close());
    }

    @Test
    void bodiesAreReadAndLimited() throws Exception {
        assertThat(await(bodyOf("x")).toString()).isEqualTo("x");
        assertThat(await(post("x".repeat(2000))).statusCode()).isEqualTo(413);
        assertThat(await(bodyOf("y")).toString()).isEqualTo("y");
    }

    @Test
    void requestsAreReadAsStrictlyAsOverHttp1() throws Exception {
        assertThat(status(HttpMethod.valueOf("delete"), "/")).isEqualTo(501);
        assertThat(status(HttpMethod.DELETE, "/")).isEqualTo(405);
        assertThat(status(HttpMethod.GET, "/%ff")).isEqualTo(400);
        assertThat(status(HttpMethod.GET, "/?q=%ed%a0%80")).isEqualTo(400);
        assertThat(status(HttpMethod.GET, "/?q={a|b}")).isEqualTo(200);
        final HttpClientResponse encoded = await(client.request(HttpMethod.POST, "/")
                .compose(
                        request -> request.putHeader("content-encoding", "gzip").send("x")));
        assertThat(encoded.statusCode()).isEqualTo(415);
        assertThat(encoded.getHeader("accept-encoding")).isEqualTo("identity");
        assertThat(await(client.request(HttpMethod.POST, "/").compose(request -> {
                            request.headers().add("content-type", "text/plain").add("content-type", "text/html");
                            return request.send("x");
                        }))
                        .statusCode())
                .isEqualTo(400);
    }

    private int status(final HttpMethod method, final String uri) throws Exception {
        return await(client.request(method, uri).compose(request -> request.send()))
                .statusCode();
    }

    @Test
    void aHeadHasALengthAndNoBody() throws Exception {
        final HttpClientResponse response =
                await(client.request(HttpMethod.HEAD, "/").compose(request -> request.send()));
        assertThat(response.getHeader("content-length")).isEqualTo("4");
        assertThat(await(response.body()).length()).isZero();
    }

    @Test
    void answersAreSignedAlsoTheBad() throws Exception {
        for (final String path : List.of("/", "/nothing-here")) {
            final HttpClientResponse response =
                    await(client.request(HttpMethod.GET, path).compose(request -> request.send()));
            assertThat(response.headers().getAll("server")).containsExactly("echo/1.0");
            assertThat(response.headers().getAll("date"))
                    .singleElement()
                    .asString()
                    .endsWith(" GMT");
        }
    }

    @Test
    void aRequestWithSeveralHostsIs400() throws Exception {
        try (RawHttp2Client raw = RawHttp2Client.to(server, 65_535)) {
            raw.fields(1, ":method", "GET", ":scheme", "http", ":path", "/", "host", "a");
            assertThat(raw.status()).isEqualTo(200);
            raw.fields(3, ":method", "GET", ":scheme", "http", ":path", "/", "host", "a", "host", "a");
            assertThat(raw.status()).isEqualTo(400);
            raw.fields(5, ":method", "GET", ":scheme", "http", ":path", "/", "host", "a", "host", "b");
            assertThat(raw.status()).isEqualTo(400);
            raw.fields(7, ":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a", "host", "a");
            assertThat(raw.status()).isEqualTo(200);
            raw.fields(
                    9, ":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a", "host", "a", "host", "b");
            assertThat(raw.status()).isEqualTo(400);
            raw.get(11, "/");
            assertThat(raw.status()).isEqualTo(200);
        }
    }

    @Test
    void streamsAreLimited() throws Exception {
        final int limit = await(client.request(HttpMethod.GET, "/")
                .compose(request -> request.send().map(response -> request.connection()))
                .map(connection -> (int) connection.remoteSettings().getMaxConcurrentStreams()));
        assertThat(limit).isEqualTo(100);
    }

    @Test
    void aRequestInFlightIsAnsweredBeforeTheEnd() throws Exception {
        final Future<Buffer> answer = client.request(HttpMethod.GET, "/slow")
                .compose(request -> request.send().compose(HttpClientResponse::body));
        assertThat(Echo.asked.await(20, TimeUnit.SECONDS)).isTrue();
        final CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
        final ApplicationState state = server.application().get(ApplicationState.class);
        Await.until("the stop has begun", () -> state.phase() != ApplicationState.Phase.RUNNING);
        assertThat(stopped).isNotDone();
        Echo.answer.onSuccess("at last");
        assertThat(await(answer).toString()).isEqualTo("at last");
        stopped.get(20, TimeUnit.SECONDS);
    }

    private Future<HttpClientResponse> post(final String body) {
        return client.request(HttpMethod.POST, "/")
                .compose(request ->
                        request.putHeader("content-type", "text/plain").send(body));
    }

    /** The body is asked for on the event loop, which would throw it away otherwise. */
    private Future<Buffer> bodyOf(final String body) {
        return client.request(HttpMethod.POST, "/")
                .compose(request -> request.putHeader("content-type", "text/plain")
                        .send(body)
                        .compose(HttpClientResponse::body));
    }

    private static <T> T await(final Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
