package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;

/** Small responses over HTTP/2 are written past Vert.x and Netty's flow controller: what these two do holds for them, too. */
@InTheClearAndOverTls
final class WholeResponsesTest {

    private static final int MEBIBYTE = 1024 * 1024;

    /** The initial window of a connection whose client sets none (RFC 9113, 6.9.2). */
    private static final int WINDOW = 65_535;

    private static final List<Map.Entry<String, String>> ILLEGAL_FIELDS = List.of(
            Map.entry("x-field", "a\r\n b"),
            Map.entry("x-field", "a\nb: c"),
            Map.entry("x-field", " a"),
            Map.entry("x-field", "a\0"),
            Map.entry("", "a"),
            Map.entry(":status", "201"),
            Map.entry("x field", "a"));

    private static final List<String> REQUESTS = List.of(
            "GET /bytes/0",
            "GET /bytes/1",
            "HEAD /bytes/1",
            "GET /bytes/16383",
            "GET /bytes/16384",
            "GET /bytes/16385",
            "HEAD /bytes/16385",
            "GET /status/200",
            "GET /status/204",
            "GET /status/205",
            "GET /status/299",
            "GET /status/304",
            "GET /status/404",
            "GET /status/503",
            "HEAD /status/200",
            "OPTIONS /status/200",
            "GET /head/10",
            "GET /head/54",
            "GET /head/55",
            "GET /head/56",
            "GET /head/57",
            "GET /head/58",
            "GET /head/200",
            "GET /fields",
            "HEAD /fields",
            "GET /nothing");

    /** The start of the request id in a response that is written whole: a literal field without indexing. */
    private static final String WHOLE = "\0\14x-request-id";

    @Path("/")
    @Produces("text/plain")
    public static final class Answers {

        @GET
        @Path("bytes/{count}")
        public String bytes(@PathParam("count") final int count) {
            return "x".repeat(count);
        }

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status) {
            return Response.status(status).tag("t").build();
        }

        @GET
        @Path("head/{count}")
        public Response head(@PathParam("count") final int count) {
            final Response.ResponseBuilder response = Response.ok("x");
            for (int i = 0; i < count; i++) {
                response.header("x-field-" + i, "y".repeat(100));
            }
            return response.build();
        }

        @GET
        @Path("illegal/{field}")
        public Response illegal(@PathParam("field") final int field) {
            return Response.ok("x")
                    .header(
                            ILLEGAL_FIELDS.get(field).getKey(),
                            ILLEGAL_FIELDS.get(field).getValue())
                    .build();
        }

        @GET
        @Path("fields")
        public Response fields() {
            return Response.ok("x")
                    .header("X-Many", "b")
                    .header("X-Many", "a")
                    .header("Vary", "Accept")
                    .header("Vary", "Cookie")
                    .header("Set-Cookie", "one=1; Path=/; HttpOnly")
                    .header("Set-Cookie", "two=\"2\"")
                    .header("X-Empty", "")
                    .header("Server", "mine")
                    .build();
        }

        @GET
        @Path("id")
        public Response id() {
            return Response.ok("x").header("X-Request-Id", "mine").build();
        }
    }

    private static Vertx vertx;
    private static RunningServer server;

    WholeResponsesTest(final Transport transport) {
        assertThat(server.application().uri().getScheme()).isEqualTo(transport == Transport.TLS ? "https" : "http");
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Answers.class), Map.of("rest.instances", 1));
        vertx = Vertx.vertx();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** The bytes of content until the server has answered a ping, which it does when it has nothing more to send. */
    private static int contentUntilPing(final RawHttp2Client client) throws Exception {
        return contentBeforeAnswer(client) + contentBeforeAnswer(client);
    }

    /** Returns the bytes of content that arrive before the response to a ping. */
    private static int contentBeforeAnswer(final RawHttp2Client client) throws Exception {
        client.ping();
        int bytes = 0;
        for (RawHttp2Client.Frame frame = client.next(); ; frame = client.next()) {
            assertThat(frame).isNotNull();
            if (frame.type() == RawHttp2Client.PING) {
                return bytes;
            }
            assertThat(frame.type()).isNotEqualTo(RawHttp2Client.GOAWAY);
            bytes += frame.type() == RawHttp2Client.DATA ? frame.payload().length : 0;
        }
    }

    @Test
    void theWindowOfTheConnectionHolds() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, MEBIBYTE)) {
            for (int i = 0; i < 10; i++) {
                client.get(2 * i + 1, "/bytes/10000");
            }
            assertThat(contentUntilPing(client)).isEqualTo(WINDOW);
            client.windowUpdate(0, 10_000);
            assertThat(contentUntilPing(client)).isEqualTo(10_000);
            client.windowUpdate(0, MEBIBYTE);
            assertThat(contentUntilPing(client)).isEqualTo(100_000 - WINDOW - 10_000);
            client.get(21, "/bytes/10000");
            assertThat(contentUntilPing(client)).isEqualTo(10_000);
        }
    }

    @Test
    void theWindowOfAStreamHolds() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, 100)) {
            client.get(1, "/bytes/101");
            assertThat(contentUntilPing(client)).isEqualTo(100);
            client.get(3, "/bytes/100");
            assertThat(contentUntilPing(client)).isEqualTo(100);
            client.windowUpdate(1, 1);
            assertThat(contentUntilPing(client)).isEqualTo(1);
        }
    }

    /** A stream ends when its response is sent, so a client may begin as many streams as at first. */
    @Test
    void streamsAreClosedWhenTheirResponsesAreSent() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            for (int i = 0; i < 1000; i++) {
                client.get(2 * i + 1, "/bytes/1");
                assertThat(contentUntilPing(client)).isEqualTo(1);
            }
        }
    }

    /** The rest of the body is refused as after other responses: with RST_STREAM. */
    @Test
    void aResponseBeforeTheEndOfTheRequestEndsTheStream() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/nowhere");
            final RawHttp2Client.Frame head = client.next(RawHttp2Client.HEADERS);
            assertThat(head.endsStream() || client.next(RawHttp2Client.DATA).endsStream())
                    .isTrue();
            assertThat(client.next(RawHttp2Client.RST_STREAM).stream()).isEqualTo(1);
            client.get(3, "/bytes/1");
            assertThat(client.next(RawHttp2Client.DATA).stream()).isEqualTo(3);
        }
    }

    private static HttpClient client(final HttpVersion version) {
        final HttpClientOptions options = new HttpClientOptions()
                .setProtocolVersion(version)
                .setMaxHeaderSize(MEBIBYTE)
                .setInitialSettings(new Http2Settings().setMaxHeaderListSize(MEBIBYTE))
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port());
        if (Transport.current() == Transport.TLS) {
            options.setSsl(true).setTrustAll(true).setVerifyHost(false).setUseAlpn(version == HttpVersion.HTTP_2);
        }
        return vertx.createHttpClient(options.setHttp2ClearTextUpgrade(false));
    }

    private record Seen(int status, Map<String, String> fields, String content) {}

    private static Seen ask(final HttpClient client, final HttpMethod method, final String path) throws Exception {
        return client.request(method, path)
                .compose(request -> request.send()
                        .compose(response -> response.body().map(body -> seen(response, body.toString()))))
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    private static Seen seen(final HttpClientResponse response, final String content) {
        final Map<String, String> fields = new TreeMap<>();
        response.headers()
                .forEach(field -> fields.merge(
                        field.getKey().toLowerCase(Locale.ROOT), field.getValue(), (a, b) -> a + ", " + b));
        assertThat(fields).containsKeys("date", "x-request-id");
        fields.remove("date");
        fields.remove("x-request-id");
        return new Seen(response.statusCode(), fields, content);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /bytes/0",
        "GET, /bytes/1",
        "HEAD, /bytes/1",
        "GET, /bytes/16384",
        "GET, /bytes/16385",
        "GET, /bytes/300000",
        "GET, /status/204",
        "GET, /status/205",
        "GET, /status/304",
        "GET, /status/299",
        "GET, /status/500",
        "HEAD, /status/200",
        "OPTIONS, /status/200",
        "GET, /head/10",
        "GET, /head/70",
        "GET, /head/200",
        "GET, /nothing"
    })
    void responsesAreThoseOfHttp1(final String method, final String path) throws Exception {
        final Seen http2 = ask(client(HttpVersion.HTTP_2), HttpMethod.valueOf(method), path);
        assertThat(http2).isEqualTo(ask(client(HttpVersion.HTTP_1_1), HttpMethod.valueOf(method), path));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void aFieldThatHttp2DoesNotHaveIsNotSent(final int field) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.get(1, "/illegal/" + field);
            assertThat(client.status()).isEqualTo(500);
            client.get(3, "/bytes/1");
            assertThat(client.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"/id, mine", "/bytes/1, theirs", "/bytes/100000, theirs"})
    void thereIsOneRequestId(final String path, final String expected) throws Exception {
        final HttpClientResponse response = client(HttpVersion.HTTP_2)
                .request(HttpMethod.GET, path)
                .compose(request -> request.putHeader("x-request-id", "theirs").send())
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        assertThat(response.headers().getAll("x-request-id")).containsExactly(expected);
    }

    private static final class Counted implements VertxMetrics, HttpServerMetrics<Object, Object, Object> {

        private final Queue<String> seen = new ConcurrentLinkedQueue<>();

        @Override
        public HttpServerMetrics<?, ?, ?> createHttpServerMetrics(
                final HttpServerOptions options, final SocketAddress address) {
            return this;
        }

        @Override
        public Object requestBegin(final Object connection, final HttpRequest request) {
            return request;
        }

        @Override
        public void responseEnd(final Object request, final HttpResponse response, final long bytes) {
            seen.add(response.statusCode() + " " + bytes);
        }
    }

    /** Metrics of Vert.x itself, which count only responses that Vert.x writes. */
    @Test
    void metricsOfVertxCountEachResponse() throws Exception {
        final Counted counted = new Counted();
        try (RunningServer observed = observed(counted);
                RawHttp2Client client = RawHttp2Client.to(observed, WINDOW)) {
            client.get(1, "/bytes/7");
            assertThat(contentUntilPing(client)).isEqualTo(7);
            assertThat(counted.seen).containsExactly("200 7");
        }
    }

    /** Vert.x writes all responses of this server. */
    @SuppressWarnings("deprecation") // the builder of Vert.x, which takes the factory otherwise, is JZenith's own
    private static RunningServer observed(final Counted counted) {
        final JZenith recipe = JZenith.application()
                .withPlugins(RestPlugin.withResources(Answers.class))
                .withVertxOptions((VertxOptions options) -> options.setMetricsOptions(
                        new MetricsOptions().setEnabled(true).setFactory(vertxOptions -> counted)))
                .withOverridingConfiguration("rest.port", 0);
        Transport.current().settings().forEach(recipe::withOverridingConfiguration);
        return RunningServer.around(recipe.run());
    }

    /**
     * A response as a client reads it.
     *
     * @param pieces the lengths of its DATA frames; Vert.x ends an empty content with an empty one
     * @param fields in the order of their names, those of one name as they came
     */
    private record Decoded(String request, List<Integer> pieces, List<String> fields, String content) {}

    /** Asks for all of them on one connection, and so with one table of fields; how many were written whole comes last. */
    private static List<Object> decoded(final RunningServer server) throws Exception {
        final List<Object> all = new ArrayList<>();
        int whole = 0;
        try (RawHttp2Client client = RawHttp2Client.to(server, MEBIBYTE)) {
            client.windowUpdate(0, MEBIBYTE);
            for (int i = 0; i < 2 * REQUESTS.size(); i++) {
                final String request = REQUESTS.get(i % REQUESTS.size());
                final int blank = request.indexOf(' ');
                client.fields(
                        2 * i + 1,
                        ":method",
                        request.substring(0, blank),
                        ":scheme",
                        "http",
                        ":authority",
                        "localhost",
                        ":path",
                        request.substring(blank + 1));
                final RawHttp2Client.Frame head = client.next(RawHttp2Client.HEADERS);
                final ByteArrayOutputStream block = new ByteArrayOutputStream();
                block.writeBytes(head.block());
                for (RawHttp2Client.Frame part = head; !part.endsHeaders(); ) {
                    part = client.next(RawHttp2Client.CONTINUATION);
                    block.writeBytes(part.payload());
                }
                final List<Integer> pieces = new ArrayList<>();
                final ByteArrayOutputStream content = new ByteArrayOutputStream();
                for (RawHttp2Client.Frame part = head; !part.endsStream(); ) {
                    part = client.next(RawHttp2Client.DATA);
                    assertThat(part.stream()).isEqualTo(head.stream());
                    if (part.payload().length > 0) {
                        pieces.add(part.payload().length);
                    }
                    content.writeBytes(part.payload());
                }
                whole += block.toString(StandardCharsets.ISO_8859_1).contains(WHOLE) ? 1 : 0;
                all.add(new Decoded(
                        request, pieces, fields(client, head, block), content.toString(StandardCharsets.UTF_8)));
            }
        }
        all.add(whole);
        return all;
    }

    private static List<String> fields(
            final RawHttp2Client client, final RawHttp2Client.Frame head, final ByteArrayOutputStream block)
            throws Exception {
        final Map<String, List<String>> fields = new TreeMap<>();
        client.decode(head.stream(), block.toByteArray())
                .forEach(field -> fields.computeIfAbsent(field.getKey().toString(), name -> new ArrayList<>())
                        .add(field.getValue().toString()));
        assertThat(fields.remove("date")).hasSize(1);
        assertThat(fields.remove("x-request-id")).hasSize(1);
        return fields.entrySet().stream().map(Object::toString).toList();
    }

    @Test
    void responsesAreThoseThatVertxWrites() throws Exception {
        final List<Object> here = decoded(server);
        try (RunningServer observed = observed(new Counted())) {
            final List<Object> expected = decoded(observed);
            assertThat(here.subList(0, 2 * REQUESTS.size())).isEqualTo(expected.subList(0, 2 * REQUESTS.size()));
            assertThat(expected).endsWith(0);
        }
        assertThat((int) here.get(2 * REQUESTS.size())).isGreaterThan(REQUESTS.size());
    }
}
