package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.annotation.Priority;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jboss.resteasy.plugins.interceptors.GZIPDecodingInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.observe.Gauge;
import org.jzenith.rest.body.MaxBodySize;

/** Bodies that the server decodes, in each way in which a method takes them. */
final class EncodedBodyTest {

    private static final int LIMIT = 3 * 1024 * 1024;
    private static final Encoder.Parameters FAST = new Encoder.Parameters().setQuality(5);

    private static RunningServer server;

    @Path("/")
    @Produces("text/plain")
    public static final class Bodies {

        @POST
        @Path("text")
        public String text(final String text, @Context final HttpHeaders headers) {
            return headers.getHeaderString("Content-Encoding") + text;
        }

        @POST
        @Path("bytes")
        public int bytes(final byte[] bytes) {
            return bytes.length;
        }

        @POST
        @Path("json")
        public String json(final Map<String, Object> json) {
            return (String) json.get("text");
        }

        @POST
        @Path("form")
        public String form(@FormParam("text") final String text) {
            return text;
        }

        @POST
        @Path("multipart")
        public String multipart(@FormParam("text") final EntityPart part) throws IOException {
            return part.getContent(String.class);
        }

        @POST
        @Path("pieces")
        public Single<String> pieces(final Flowable<Buffer> body) {
            return body.reduce(Buffer.buffer(), Buffer::appendBuffer).map(Buffer::toString);
        }

        @POST
        @Path("length")
        public Single<Long> length(final Flowable<Buffer> body) {
            return body.rebatchRequests(1).reduce(0L, (sum, piece) -> sum + piece.length());
        }

        @POST
        @Path("unlimited")
        @MaxBodySize(MaxBodySize.UNLIMITED)
        public Single<Long> unlimited(final Flowable<Buffer> body) {
            return length(body);
        }

        @POST
        @Path("elements")
        public Single<String> elements(final Flowable<Map<String, String>> elements) {
            return elements.map(element -> element.get("text")).toList().map(texts -> String.join(" ", texts));
        }
    }

    @Priority(Priorities.AUTHENTICATION)
    public static final class Refusing implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.abortWith(Response.status(401).build());
        }
    }

    @BeforeAll
    static void start() {
        Brotli4jLoader.ensureAvailability();
        server = RunningServer.of(
                RestPlugin.withResources(Bodies.class),
                Map.of("rest.decode-bodies", "gzip,deflate,br,zstd", "rest.max-body-size", LIMIT));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "text, text/plain, fine, nullfine",
        "pieces, text/plain, fine, fine",
        "json, application/json, '{\"text\":\"fine\"}', fine",
        "form, application/x-www-form-urlencoded, text=fine, fine",
        "elements, application/json, '[{\"text\":\"a\"},{\"text\":\"b\"}]', a b",
        "elements, application/x-ndjson, '{\"text\":\"a\"}\n{\"text\":\"b\"}', a b",
        "multipart, multipart/form-data;boundary=x, '--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nfine\r\n--x--\r\n', fine"
    })
    void aBodyIsDecoded(final String path, final String type, final String body, final String expected)
            throws Exception {
        final byte[] plain = body.getBytes(StandardCharsets.UTF_8);
        for (final String coding : new String[] {"gzip", "deflate", "GZip", "x-gzip", "br", "zstd"}) {
            final byte[] encoded = encoded(coding, plain);
            assertThat(post(server, path, type, coding, encoded))
                    .as(coding)
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("\r\n\r\n" + expected);
            assertThat(chunked(path, type, coding, encoded)).as(coding).endsWith("\r\n\r\n" + expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "pieces", "elements"})
    void membersMayFollowEachOtherAndHaveAllFields(final String path) throws Exception {
        final String type = path.equals("elements") ? "application/json" : "text/plain";
        final ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(member(path.equals("elements") ? "[{\"text\":" : "fi"));
        body.writeBytes(gzipped(new byte[0]));
        body.writeBytes(gzipped((path.equals("elements") ? "\"fine\"}]" : "ne").getBytes(StandardCharsets.UTF_8)));
        assertThat(post(server, path, type, "gzip", body.toByteArray())).endsWith("fine");
        assertThat(chunked(path, type, "gzip", body.toByteArray()))
                .as("one byte at a time")
                .endsWith("fine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "pieces", "elements", "json", "form", "multipart"})
    void aBodyThatIsDamagedIs400(final String path) throws Exception {
        final byte[] whole = gzipped("[{\"text\":\"fine\"}]".getBytes(StandardCharsets.UTF_8));
        final byte[] zlib = deflated("[{\"text\":\"fine\"}]".getBytes(StandardCharsets.UTF_8));
        final byte[] sum = whole.clone();
        sum[whole.length - 6] ^= 0x55;
        final byte[] size = whole.clone();
        size[whole.length - 2] ^= 0x55;
        final byte[] magic = whole.clone();
        magic[1] = 0;
        final byte[] trailing = Arrays.copyOf(whole, whole.length + 3);
        final byte[] data = whole.clone();
        data[12] ^= 0x7f;
        for (final byte[] body : new byte[][] {sum, size, magic, trailing, data, "no gzip at all".getBytes()}) {
            assertThat(post(server, path, type(path), "gzip", body))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("application/problem+json");
        }
        for (int length = 1; length < whole.length; length += 3) {
            assertThat(post(server, path, type(path), "gzip", Arrays.copyOf(whole, length)))
                    .as("cut after " + length)
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(post(server, path, type(path), "deflate", Arrays.copyOf(zlib, zlib.length - 1)))
                .startsWith("HTTP/1.1 400 ");
        assertThat(post(server, path, type(path), "deflate", Arrays.copyOf(zlib, zlib.length + 1)))
                .startsWith("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "elements"})
    void aCodingWithoutABodyIs400(final String path) throws Exception {
        try (RunningServer plain = RunningServer.of(RestPlugin.withResources(Bodies.class))) {
            for (final RunningServer each : new RunningServer[] {server, plain}) {
                for (final String length : new String[] {"Content-Length: 0", "X-Length: none"}) {
                    try (RawClient client = RawClient.to(each)) {
                        client.send(head(path, type(path), "gzip", length));
                        assertThat(client.untilClose())
                                .as(length)
                                .startsWith("HTTP/1.1 400 ")
                                .contains("The body is empty");
                    }
                }
            }
        }
    }

    private static String type(final String path) {
        return switch (path) {
            case "json", "elements" -> "application/json";
            case "form" -> "application/x-www-form-urlencoded";
            case "multipart" -> "multipart/form-data;boundary=x";
            default -> "text/plain";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "length"})
    void theLimitsCountWhatIsDecoded(final String path) throws Exception {
        final byte[] most = new byte[LIMIT];
        for (int i = 0; i < most.length; i += 64) {
            most[i] = (byte) (i * 31 >> 6); // compresses by less than the allowed ratio
            most[i + 7] = (byte) (i * 17 >> 8);
        }
        final byte[] encoded = gzipped(most);
        assertThat(encoded.length).isBetween(LIMIT / 190, LIMIT / 3);
        assertThat(post(server, path, "text/plain", "gzip", encoded)).endsWith("\r\n\r\n" + LIMIT);
        assertThat(post(server, path, "text/plain", "gzip", gzipped(Arrays.copyOf(most, LIMIT + 1))))
                .startsWith("HTTP/1.1 413 ");
    }

    @Test
    void aBombIsRefusedWhenItsRatioIsTooHigh() throws Exception {
        final byte[] bomb = gzipped(new byte[100 * 1024 * 1024]);
        assertThat(bomb.length).isLessThan(200_000);
        for (final String path : new String[] {"bytes", "length", "unlimited", "pieces"}) {
            assertThat(post(server, path, "text/plain", "gzip", bomb)).startsWith("HTTP/1.1 413 ");
        }
        assertThat(post(server, "bytes", "text/plain", "gzip", gzipped(new byte[1024 * 1024])))
                .as("a mebibyte is not judged")
                .endsWith("\r\n\r\n1048576");
    }

    private static byte[] encoded(final String coding, final byte[] plain) throws IOException {
        return switch (coding) {
            case "br" -> Encoder.compress(plain, FAST);
            case "zstd" -> Zstd.compress(plain);
            case "deflate" -> deflated(plain);
            default -> gzipped(plain);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd"})
    void aDamagedBodyOfANativeCodingIs400(final String coding) throws Exception {
        final byte[] plain = "[{\"text\":\"fine, fine, and once more: fine\"}]".getBytes(StandardCharsets.UTF_8);
        final byte[] whole = encoded(coding, plain);
        final byte[] magic = whole.clone();
        magic[0] ^= 0x7f;
        final byte[] trailing = Arrays.copyOf(whole, whole.length + 3);
        trailing[whole.length] = 'x';
        for (final String path : new String[] {"text", "pieces", "elements", "json"}) {
            for (final byte[] body : new byte[][] {magic, trailing, "no coding at all".getBytes()}) {
                assertThat(post(server, path, type(path), coding, body))
                        .as(path)
                        .startsWith("HTTP/1.1 400 ");
            }
            for (int length = 1; length < whole.length; length += 4) {
                assertThat(post(server, path, type(path), coding, Arrays.copyOf(whole, length)))
                        .as("cut after " + length)
                        .startsWith("HTTP/1.1 400 ");
            }
        }
        try (RawClient client = RawClient.to(server)) {
            client.send(head("text", "text/plain", coding, "Content-Length: " + (whole.length + 1)));
            client.send(whole);
            // The end of the coding and what follows are two pieces.
            assertThat(client.sendLater(new byte[] {'x'}, 100).untilClose()).startsWith("HTTP/1.1 400 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd"})
    void limitsHoldForNativeCodings(final String coding) throws Exception {
        final byte[] most = new byte[LIMIT];
        new Random(1).nextBytes(most);
        for (final String path : new String[] {"bytes", "length"}) {
            final byte[] half = Arrays.copyOf(most, LIMIT / 2);
            final byte[] large = encoded(coding, half);
            assertThat(post(server, path, "text/plain", coding, large)).endsWith("\r\n\r\n" + half.length);
            final byte[] compressible = new byte[LIMIT + 1];
            for (int i = 0; i < LIMIT; i += 64) {
                compressible[i] = most[i];
            }
            final byte[] encoded = encoded(coding, compressible);
            assertThat(encoded.length).isBetween(LIMIT / 190, LIMIT / 3);
            assertThat(post(server, path, "text/plain", coding, encoded)).startsWith("HTTP/1.1 413 ");
            assertThat(post(server, path, "text/plain", coding, encoded(coding, Arrays.copyOf(compressible, LIMIT))))
                    .endsWith("\r\n\r\n" + LIMIT);
        }
        final byte[] bomb = encoded(coding, new byte[100 * 1024 * 1024]);
        assertThat(bomb.length).isLessThan(200_000);
        for (final String path : new String[] {"bytes", "length", "unlimited", "pieces"}) {
            assertThat(post(server, path, "text/plain", coding, bomb)).startsWith("HTTP/1.1 413 ");
        }
        assertThat(post(server, "bytes", "text/plain", coding, encoded(coding, new byte[1024 * 1024])))
                .as("a mebibyte is not judged")
                .endsWith("\r\n\r\n1048576");
    }

    @Test
    void framesOfZstdMayFollowEachOtherAndTheirWindowIsLimited() throws Exception {
        final ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frames.writeBytes(Zstd.compress("fi".getBytes(StandardCharsets.UTF_8)));
        frames.writeBytes(new byte[] {0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}); // to be skipped
        frames.writeBytes(Zstd.compress("ne".getBytes(StandardCharsets.UTF_8)));
        for (final String path : new String[] {"text", "pieces"}) {
            assertThat(post(server, path, "text/plain", "zstd", frames.toByteArray()))
                    .endsWith("fine");
            assertThat(chunked(path, "text/plain", "zstd", frames.toByteArray()))
                    .as("one byte at a time")
                    .endsWith("fine");
        }
        for (final int window : new int[] {23, 24, 27}) {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZstdOutputStream zip = new ZstdOutputStream(bytes).setLong(window)) {
                zip.write("fine".getBytes(StandardCharsets.UTF_8));
                zip.flush(); // so that the frame does not know its length
                zip.write("fine".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(post(server, "text", "text/plain", "zstd", bytes.toByteArray()))
                    .as("a window of 2^" + window)
                    .startsWith(window == 23 ? "HTTP/1.1 200 " : "HTTP/1.1 400 ");
        }
    }

    /** Native memory counts in the budget, and comes back. */
    @Test
    void decodersWaitForRoomInTheBudget() throws Exception {
        try (RunningServer small = RunningServer.of(
                RestPlugin.withResources(Bodies.class),
                Map.of(
                        "rest.decode-bodies",
                        "br,zstd",
                        "rest.max-buffered-bodies",
                        "256K",
                        "rest.body-timeout",
                        "1s"))) {
            final byte[] plain = "fine".getBytes(StandardCharsets.UTF_8);
            for (int round = 0; round < 20; round++) {
                for (final String coding : new String[] {"br", "zstd"}) {
                    for (final String path : new String[] {"text", "pieces"}) {
                        assertThat(post(small, path, "text/plain", coding, encoded(coding, plain)))
                                .endsWith("fine");
                        assertThat(post(small, path, "text/plain", coding, plain))
                                .startsWith("HTTP/1.1 400 ");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, gzip", "gzip, deflate", "gzip\r\nContent-Encoding: gzip"})
    void otherCodingsAndSeveralAre415(final String coding) throws Exception {
        try (RunningServer two = RunningServer.of(
                RestPlugin.withResources(Bodies.class), Map.of("rest.decode-bodies", "gzip,deflate"))) {
            for (final String path : new String[] {"text", "pieces", "elements", "form", "multipart"}) {
                assertThat(post(two, path, type(path), coding, gzipped(gzipped(new byte[10]))))
                        .startsWith("HTTP/1.1 415 ")
                        .containsIgnoringCase("\r\naccept-encoding: gzip, deflate\r\n");
            }
        }
    }

    @Test
    void nothingIsDecodedUnlessItIsAskedFor() throws Exception {
        try (RunningServer plain = RunningServer.of(RestPlugin.withResources(Bodies.class))) {
            assertThat(post(plain, "text", "text/plain", "gzip", gzipped(new byte[10])))
                    .startsWith("HTTP/1.1 415 ")
                    .containsIgnoringCase("\r\naccept-encoding: identity\r\n");
        }
    }

    @Test
    void anInterceptorOfTheApplicationDecodesWhatTheServerDoesNot() throws Exception {
        final RestApi plugin = RestPlugin.withResources(Bodies.class).withProviders(new GZIPDecodingInterceptor(1000));
        final byte[] body = "fine".getBytes(StandardCharsets.UTF_8);
        for (final String codings : new String[] {"deflate", "gzip,deflate"}) {
            try (RunningServer both = RunningServer.of(plugin, Map.of("rest.decode-bodies", codings))) {
                assertThat(post(both, "text", "text/plain", "gzip", gzipped(body)))
                        .endsWith("fine");
                assertThat(post(both, "text", "text/plain", "deflate", deflated(body)))
                        .endsWith("fine");
                assertThat(post(both, "text", "text/plain", "br", body)).startsWith("HTTP/1.1 415 ");
            }
        }
    }

    @Test
    void aSlowBodyIs408AndTheBudgetComesBack() throws Exception {
        try (RunningServer small = RunningServer.of(
                RestPlugin.withResources(Bodies.class),
                Map.of(
                        "rest.decode-bodies", "gzip",
                        "rest.max-buffered-bodies", "128K",
                        "rest.body-timeout", "1s"))) {
            final byte[] encoded = gzipped("fine".getBytes(StandardCharsets.UTF_8));
            final Gauge requests = small.gauge("rest.requests-in-flight");
            for (final String path : new String[] {"text", "pieces"}) {
                try (RawClient client = RawClient.to(small)) {
                    client.send(head(path, "text/plain", "gzip", "Content-Length: " + encoded.length));
                    client.send(Arrays.copyOf(encoded, 8));
                    assertThat(client.untilClose()).startsWith("HTTP/1.1 408 ");
                }
                for (int round = 0; round < 3; round++) {
                    try (RawClient client = RawClient.to(small)) {
                        client.send(head(path, "text/plain", "gzip", "Content-Length: " + encoded.length));
                        client.send(Arrays.copyOf(encoded, 8));
                        Await.until("the body is being read", () -> requests.used() == 1);
                    }
                    Await.until("the server has seen the disconnect", () -> requests.used() == 0);
                }
            }
            assertThat(post(small, "bytes", "text/plain", "gzip", gzipped(new byte[50_000])))
                    .as("the budget is back")
                    .endsWith("\r\n\r\n50000");
            assertThat(post(small, "bytes", "text/plain", "gzip", gzipped(new byte[200_000])))
                    .as("the budget counts what is decoded")
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    /** RFC 9110, 10.1.1: who gets no 100 does not send the body. */
    @ParameterizedTest
    @ValueSource(strings = {"text", "pieces", "elements", "form", "multipart"})
    void theClientIsToldToSendTheBodyOnlyIfItIsRead(final String path) throws Exception {
        final String expect = "Expect: 100-continue\r\n";
        final String type = type(path);
        try (RawClient client = RawClient.to(server)) {
            client.send(head(path, type, "gzip", expect + "Content-Length: " + (LIMIT + 1)));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 413 ");
        }
        try (RawClient client = RawClient.to(server)) {
            client.send(head(path, type, "gzip", "Expect: wonders\r\nContent-Length: 3"));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 417 ");
        }
        try (RawClient client = RawClient.to(server)) {
            client.send(head(path, type, "compress", expect + "Content-Length: 3"));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 415 ");
        }
        try (RunningServer refusing =
                        RunningServer.of(RestPlugin.withResources(Bodies.class).withProviders(Refusing.class));
                RawClient client = RawClient.to(refusing)) {
            client.send(head(path, type, "identity", expect + "Content-Length: 3"));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 401 ");
        }
        final byte[] body = gzipped("[]".getBytes(StandardCharsets.UTF_8));
        try (RawClient client = RawClient.to(server)) {
            client.send(head(path, type, "gzip", expect + "Content-Length: " + body.length));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 100 ");
            assertThat(client.send(body).headOnly()).doesNotStartWith("HTTP/1.1 100 ");
        }
    }

    @Test
    void overHttp2ItIsTheSame() throws Exception {
        final Vertx vertx = Vertx.vertx();
        try {
            final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultPort(server.application().port()));
            final byte[] fine = gzipped("fine".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 3; i++) {
                assertThat(post(client, "/text", fine)).isEqualTo("200 nullfine");
                assertThat(post(client, "/pieces", fine)).isEqualTo("200 fine");
                assertThat(post(client, "/pieces", Arrays.copyOf(fine, 15))).startsWith("400 ");
                assertThat(post(client, "/length", gzipped(new byte[20_000_000])))
                        .startsWith("413 ");
                assertThat(post(client, "/bytes", gzipped(new byte[20_000_000])))
                        .startsWith("413 ");
            }
        } finally {
            vertx.close();
        }
    }

    private static String post(final HttpClient client, final String path, final byte[] body) throws Exception {
        return client.request(HttpMethod.POST, path)
                .compose(request -> request.putHeader("Content-Type", "text/plain")
                        .putHeader("Content-Encoding", "gzip")
                        .send(Buffer.buffer(body))
                        .compose(response -> response.body().map(text -> response.statusCode() + " " + text)))
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static String head(final String path, final String type, final String coding, final String more) {
        return "POST /" + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: " + coding
                + "\r\nContent-Type: " + type + "\r\n" + more + "\r\n\r\n";
    }

    private static String post(
            final RunningServer to, final String path, final String type, final String coding, final byte[] body)
            throws IOException {
        try (RawClient client = RawClient.to(to)) {
            client.send(head(path, type, coding, "Content-Length: " + body.length));
            return client.send(body).untilClose();
        }
    }

    /** Each byte is a chunk. */
    private static String chunked(final String path, final String type, final String coding, final byte[] body)
            throws IOException {
        try (RawClient client = RawClient.to(server)) {
            client.send(head(path, type, coding, "Transfer-Encoding: chunked"));
            final ByteArrayOutputStream chunks = new ByteArrayOutputStream();
            for (final byte each : body) {
                chunks.writeBytes("1\r\n".getBytes(StandardCharsets.US_ASCII));
                chunks.write(each);
                chunks.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            return client.send(chunks.toByteArray()).send("0\r\n\r\n").untilClose();
        }
    }

    private static byte[] gzipped(final byte[] plain) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] deflated(final byte[] plain) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new DeflaterOutputStream(bytes)) {
            zip.write(plain);
        }
        return bytes.toByteArray();
    }

    /** A member of gzip with an extra field, a name, a comment and a checksum of its header. */
    private static byte[] member(final String text) {
        final byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        final Deflater deflater = new Deflater(9, true);
        deflater.setInput(plain);
        deflater.finish();
        final byte[] data = new byte[200];
        final int length = deflater.deflate(data);
        deflater.end();
        final CRC32 checksum = new CRC32();
        checksum.update(plain);
        return Buffer.buffer()
                .appendBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 0})
                .appendBytes(new byte[] {3, 0, 'a', 'b', 'c'})
                .appendString("name\0comment\0hh")
                .appendBytes(data, 0, length)
                .appendIntLE((int) checksum.getValue())
                .appendIntLE(plain.length)
                .getBytes();
    }
}
