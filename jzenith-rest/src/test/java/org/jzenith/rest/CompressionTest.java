package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.BrotliDecoder;
import io.netty.handler.codec.compression.ZlibCodecFactory;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.reactivex.Flowable;
import io.reactivex.processors.UnicastProcessor;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.LogLines;

/** Answers are compressed for clients that accept it, and everything else of HTTP stays right. */
final class CompressionTest {

    private static final String ALL = "gzip, deflate, br, zstd";

    private static RunningServer server;

    /** Content of every length and kind. */
    @Path("/")
    @Produces("text/plain")
    public static final class Texts {

        static volatile UnicastProcessor<String> source = UnicastProcessor.create();
        static volatile CountDownLatch asked = new CountDownLatch(1);

        @GET
        @Path("text/{length}")
        public String text(@PathParam("length") final int length) {
            return content(length);
        }

        @GET
        @Path("typed/{type}/{subtype}")
        public Response typed(@PathParam("type") final String type, @PathParam("subtype") final String subtype) {
            return Response.ok(content(5000)).type(type + "/" + subtype).build();
        }

        @GET
        @Path("header/{name}/{value}")
        public Response header(@PathParam("name") final String name, @PathParam("value") final String value) {
            return Response.ok(content(5000))
                    .header(name, value.replace('_', '/'))
                    .build();
        }

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status) {
            return Response.status(status).entity(content(5000)).build();
        }

        @GET
        @Path("stream/{kibibytes}")
        public Flowable<Buffer> stream(@PathParam("kibibytes") final int kibibytes) {
            return Flowable.range(0, kibibytes).map(each -> Buffer.buffer(content(1024)));
        }

        @GET
        @Path("pieces/{kibibytes}")
        public Flowable<Buffer> pieces(@PathParam("kibibytes") final int kibibytes) {
            return Flowable.range(0, 3).map(each -> Buffer.buffer(content(1024 * kibibytes)));
        }

        @GET
        @Path("slow")
        @Produces("application/x-ndjson")
        public Flowable<String> slow() {
            return source.doOnSubscribe(subscribed -> asked.countDown());
        }

        @GET
        @Path("tagged/{length}")
        public Response tagged(@PathParam("length") final int length, @Context final Request request) {
            final EntityTag tag = new EntityTag("v1");
            final Response.ResponseBuilder met = request.evaluatePreconditions(tag);
            return met == null
                    ? Response.ok(content(length)).tag(tag).build()
                    : met.tag(tag).build();
        }

        @GET
        @Path("weak")
        public Response weak(@Context final Request request) {
            final EntityTag tag = new EntityTag("v1", true);
            final Response.ResponseBuilder met = request.evaluatePreconditions(tag);
            return met == null ? Response.ok(content(5000)).tag(tag).build() : met.build();
        }

        @PUT
        @Path("tagged/{length}")
        public Response change(final String body, @Context final Request request) {
            final Response.ResponseBuilder met = request.evaluatePreconditions(new EntityTag("v1"));
            return met == null ? Response.noContent().build() : met.build();
        }
    }

    private static String content(final int length) {
        final StringBuilder text = new StringBuilder(length + 32);
        for (int i = 0; text.length() < length; i++) {
            text.append("line ").append(i * 7919).append('\n');
        }
        text.setLength(length);
        return text.toString();
    }

    private static RunningServer server(final String... settings) {
        final Map<String, Object> configuration = new HashMap<>();
        configuration.put("rest.compression.enabled", true);
        for (int i = 0; i < settings.length; i += 2) {
            configuration.put(settings[i], settings[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Texts.class), configuration);
    }

    @BeforeAll
    static void start() {
        server = server();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** An answer as it was sent. */
    private record Sent(int status, Map<String, List<String>> headers, byte[] content) {

        String header(final String name) {
            return headers.containsKey(name) ? String.join(" | ", headers.get(name)) : null;
        }

        String text() throws IOException {
            final InputStream in = new ByteArrayInputStream(content);
            final String coding = header("content-encoding");
            final InputStream decoded = coding == null
                    ? in
                    : switch (coding) {
                        case "gzip" -> new GZIPInputStream(in);
                        case "deflate" -> new InflaterInputStream(in);
                        case "br" -> new BrotliInputStream(in);
                        case "zstd" -> new ZstdInputStream(in);
                        default -> throw new IllegalStateException(coding);
                    };
            return new String(decoded.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sends the request over HTTP/1.1 and HTTP/2, whose responses must not differ. */
    private static Sent get(final String path, final String... headers) throws Exception {
        return send(server, "GET", path, headers);
    }

    private static Sent send(final RunningServer to, final String method, final String path, final String... headers)
            throws Exception {
        final Sent first = sendHttp1(to, method, path, headers);
        try (Http2Client client = Http2Client.to(to)) {
            final Http2Client.Answer answer = client.send(method, path, headers);
            final Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (final String name : answer.headers().names()) {
                fields.put(name, answer.headers().getAll(name));
            }
            final Sent second = new Sent(answer.status(), fields, answer.body().getBytes());
            assertThat(second.status()).isEqualTo(first.status());
            for (final String name : List.of("content-encoding", "etag", "vary", "content-length", "accept-ranges")) {
                assertThat(second.header(name)).as(name).isEqualTo(first.header(name));
            }
            if (!method.equals("HEAD")) {
                assertThat(second.text()).isEqualTo(first.text());
            }
        }
        return first;
    }

    private static Sent sendHttp1(
            final RunningServer to, final String method, final String path, final String... headers) throws Exception {
        final StringBuilder request =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n");
        for (int i = 0; i < headers.length; i += 2) {
            request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        try (RawClient client = RawClient.to(to)) {
            final String head = client.send(request + "\r\n").headOnly();
            final Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            head.lines()
                    .skip(1)
                    .filter(line -> !line.isBlank())
                    .forEach(line -> fields.computeIfAbsent(
                                    line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                                    name -> new java.util.ArrayList<>())
                            .add(line.substring(line.indexOf(':') + 1).strip()));
            final byte[] rest = client.in().readAllBytes();
            final byte[] content = fields.containsKey("transfer-encoding") ? unchunked(rest) : rest;
            if (fields.containsKey("content-length") && !method.equals("HEAD")) {
                assertThat(content)
                        .hasSize(Integer.parseInt(fields.get("content-length").get(0)));
            }
            return new Sent(Integer.parseInt(head.substring(9, 12)), fields, content);
        }
    }

    private static byte[] unchunked(final byte[] body) {
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int end = at;
            while (body[end] != '\r') {
                end++;
            }
            final int length = Integer.parseInt(new String(body, at, end - at, StandardCharsets.US_ASCII), 16);
            if (length == 0) {
                return content.toByteArray();
            }
            content.write(body, end + 2, length);
            at = end + 2 + length + 2;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, deflate, br, zstd | br",
                "zstd, gzip | zstd",
                "gzip | gzip",
                "x-gzip | gzip",
                "GZIP | gzip",
                "deflate | deflate",
                "* | br",
                "br;q=0, * | zstd",
                "gzip;q=0.9, br;q=0.8 | gzip",
                "gzip;q=1.0, identity;q=0.5, *;q=0 | gzip",
                "identity;q=0.5, gzip;q=0.4 |",
                "identity, gzip | gzip",
                "gzip;q=0 |",
                "gzip;q=2 |",
                "gzip;q=nonsense |",
                "compress |",
                "identity |",
                "'' |",
            })
    void theClientChooses(final String accepted, final String coding) throws Exception {
        final Sent answer = get("/text/5000", "Accept-Encoding", accepted);
        assertThat(answer.header("content-encoding")).isEqualTo(coding);
        assertThat(answer.header("vary")).isEqualTo("Accept-Encoding");
        assertThat(answer.text()).isEqualTo(content(5000));
        if (coding != null) {
            assertThat(answer.content().length).isLessThan(2500);
        }
    }

    @Test
    void aClientThatSaysNothingGetsPlainContent() throws Exception {
        final Sent answer = get("/text/5000");
        assertThat(answer.header("content-encoding")).isNull();
        assertThat(answer.header("vary")).isEqualTo("Accept-Encoding");
        assertThat(answer.text()).isEqualTo(content(5000));
    }

    @Test
    void smallContentIsNotCompressedUnlessNothingElseIsAccepted() throws Exception {
        final Sent small = get("/text/1023", "Accept-Encoding", ALL);
        assertThat(small.header("content-encoding")).isNull();
        assertThat(small.header("vary")).isNull();
        assertThat(get("/text/1024", "Accept-Encoding", ALL).header("content-encoding"))
                .isEqualTo("br");
        final Sent forced = get("/text/10", "Accept-Encoding", "gzip, identity;q=0");
        assertThat(forced.header("content-encoding")).isEqualTo("gzip");
        assertThat(forced.text()).isEqualTo(content(10));
        assertThat(get("/text/0", "Accept-Encoding", "gzip, identity;q=0").header("content-encoding"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, true",
        "application/json, true",
        "application/problem+json, true",
        "image/svg+xml, true",
        "application/wasm, true",
        "image/png, false",
        "application/zip, false",
        "application/octet-stream, false",
        "text/event-stream, false"
    })
    void theTypeDecides(final String type, final boolean compressed) throws Exception {
        final Sent answer = get("/typed/" + type, "Accept-Encoding", ALL);
        assertThat(answer.header("content-encoding")).isEqualTo(compressed ? "br" : null);
        assertThat(answer.header("vary")).isEqualTo(compressed ? "Accept-Encoding" : null);
        assertThat(answer.text()).isEqualTo(content(5000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "header/Content-Encoding/own",
                "header/Cache-Control/max-age=1, No-Transform",
                "header/Content-Range/bytes 0-4999_9000",
                "header/Repr-Digest/sha-256=:x:",
                "status/206"
            })
    void whatMustNotChangeIsNotCompressed(final String path) throws Exception {
        final Sent answer = sendHttp1(server, "GET", "/" + path.replace(" ", "%20"), "Accept-Encoding", ALL);
        assertThat(answer.header("content-encoding")).isEqualTo(path.contains("Content-Encoding") ? "own" : null);
        assertThat(answer.content()).hasSize(5000);
    }

    @Test
    void anAnswerWithoutContentIsLeftAlone() throws Exception {
        for (final int status : List.of(204, 205)) {
            final Sent answer = get("/status/" + status, "Accept-Encoding", ALL);
            assertThat(answer.header("content-encoding")).isNull();
            assertThat(answer.content()).isEmpty();
        }
    }

    @Test
    void aProblemIsCompressedWhenItIsLarge() throws Exception {
        final Sent answer = get("/nothing/" + "x".repeat(1500), "Accept-Encoding", "gzip");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("content-encoding")).isEqualTo("gzip");
        assertThat(answer.text()).contains("There is nothing at this path.");
    }

    /** Above 64 KiB the content is encoded in turns of the event loop, above 16 KiB a stream has no length. */
    @ParameterizedTest
    @CsvSource({
        "text/65536, 65536", "text/65537, 65537", "text/3000000, 3000000",
        "stream/10, 10240", "stream/3000, 3072000", "pieces/300, 921600"
    })
    void largeContentAndStreamsArriveWhole(final String path, final int length) throws Exception {
        for (final String accepted : List.of("gzip", "deflate", "br", "zstd, gzip;q=0.5")) {
            final Sent answer = get("/" + path, "Accept-Encoding", accepted);
            final boolean pieces = length > 65_536;
            assertThat(answer.header("content-encoding"))
                    .isEqualTo(accepted.startsWith("zstd") ? pieces ? "gzip" : "zstd" : accepted);
            assertThat(answer.text()).isEqualTo(expected(path, length));
            assertThat(answer.content().length).isLessThan(length * 2 / 3);
        }
    }

    private static String expected(final String path, final int length) {
        if (path.startsWith("text")) {
            return content(length);
        }
        final int piece = path.startsWith("stream") ? 1024 : length / 3;
        return content(piece).repeat(length / piece);
    }

    @Test
    void anHttp10ClientGetsLargeContentUntilTheEndOfTheConnection() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /text/300000 HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n");
            assertThat(client.headOnly())
                    .containsIgnoringCase("content-encoding: gzip")
                    .doesNotContainIgnoringCase("chunked");
            assertThat(new String(new GZIPInputStream(client.in()).readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(content(300_000));
        }
    }

    @Test
    void pipelinedAnswersKeepTheirOrder() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /text/300000 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
                    + "GET /text/5 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.untilClose()).endsWith("\r\n\r\n" + content(5)).containsOnlyOnce("content-encoding");
        }
    }

    @Test
    void aHeadSaysWhatAGetWouldSay() throws Exception {
        final Sent plain = send(server, "HEAD", "/tagged/5000");
        assertThat(plain.header("content-length")).isEqualTo("5000");
        assertThat(plain.header("vary")).isEqualTo("Accept-Encoding");
        final Sent encoded = send(server, "HEAD", "/tagged/5000", "Accept-Encoding", "gzip");
        assertThat(encoded.header("content-encoding")).isEqualTo("gzip");
        assertThat(encoded.header("content-length")).as("not known").isNull();
        assertThat(encoded.header("etag")).isEqualTo("\"v1--gzip\"");
        assertThat(encoded.header("vary")).isEqualTo("Accept-Encoding");
        final Sent large = send(server, "HEAD", "/text/3000000", "Accept-Encoding", "gzip");
        assertThat(large.header("content-encoding")).isEqualTo("gzip");
        assertThat(send(server, "HEAD", "/text/10", "Accept-Encoding", "gzip").header("content-length"))
                .isEqualTo("10");
    }

    @Test
    void eachCodingHasATagOfItsOwnThatMatchesAgain() throws Exception {
        assertThat(get("/tagged/5000").header("etag")).isEqualTo("\"v1\"");
        for (final String coding : List.of("gzip", "br", "zstd", "deflate")) {
            final String tag = "\"v1--" + coding + "\"";
            assertThat(get("/tagged/5000", "Accept-Encoding", coding).header("etag"))
                    .isEqualTo(tag);
            final Sent same = get("/tagged/5000", "Accept-Encoding", coding, "If-None-Match", "\"v0\", " + tag);
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.header("etag")).isEqualTo(tag);
            assertThat(same.header("vary")).isEqualTo("Accept-Encoding");
            assertThat(same.header("content-encoding")).isNull();
            final Sent other = get("/tagged/5000", "If-None-Match", tag);
            assertThat(other.status())
                    .as("a client that cannot use it any more")
                    .isEqualTo(200);
            assertThat(sendHttp1(server, "PUT", "/tagged/1", "If-Match", tag).status())
                    .isEqualTo(204);
        }
        assertThat(get("/tagged/5000", "Accept-Encoding", "gzip", "If-None-Match", "\"v1\"")
                        .status())
                .isEqualTo(304);
        assertThat(get("/tagged/5000", "Accept-Encoding", "gzip", "If-None-Match", "\"v2--gzip\"")
                        .status())
                .isEqualTo(200);
        assertThat(sendHttp1(server, "PUT", "/tagged/1", "If-Match", "\"v2--gzip\"")
                        .status())
                .isEqualTo(412);
        assertThat(get("/tagged/10", "Accept-Encoding", "gzip").header("etag")).isEqualTo("\"v1\"");
    }

    @Test
    void aWeakTagStaysAsItIs() throws Exception {
        assertThat(get("/weak", "Accept-Encoding", "gzip").header("etag")).isEqualTo("W/\"v1\"");
        assertThat(get("/weak", "Accept-Encoding", "gzip", "If-None-Match", "W/\"v1\"")
                        .status())
                .isEqualTo(304);
    }

    @Test
    void rangesAreThoseOfThePlainContent() throws Exception {
        assertThat(get("/header/Accept-Ranges/bytes", "Accept-Encoding", "gzip").header("accept-ranges"))
                .isNull();
        assertThat(get("/header/Accept-Ranges/bytes").header("accept-ranges")).isEqualTo("bytes");
    }

    @Test
    void whatAResourceVariesByIsKept() throws Exception {
        final Sent answer = get("/header/Vary/Accept-Language,%20accept-encoding", "Accept-Encoding", "gzip");
        assertThat(answer.header("vary")).isEqualTo("Accept-Language, accept-encoding");
        assertThat(get("/header/Vary/Origin", "Accept-Encoding", "gzip").header("vary"))
                .isEqualTo("Origin, Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br"})
    void anElementCanBeReadWhenTheSourcePauses(final String coding) throws Exception {
        Texts.source = UnicastProcessor.create();
        Texts.asked = new CountDownLatch(1);
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /slow HTTP/1.0\r\nAccept-Encoding: " + coding + "\r\n\r\n");
            assertThat(Texts.asked.await(20, TimeUnit.SECONDS)).isTrue();
            Texts.source.onNext("first");
            assertThat(client.headOnly()).containsIgnoringCase("content-encoding: " + coding);
            final EmbeddedChannel decoder = new EmbeddedChannel(
                    coding.equals("gzip") ? ZlibCodecFactory.newZlibDecoder(ZlibWrapper.GZIP, 0) : new BrotliDecoder());
            assertThat(line(client.in(), decoder)).isEqualTo("\"first\"\n");
            Texts.source.onNext("second");
            assertThat(line(client.in(), decoder)).isEqualTo("\"second\"\n");
            Texts.source.onComplete();
            client.in().readAllBytes();
            decoder.finishAndReleaseAll();
        }
    }

    /** Broken streams end correctly, also after a piece that is encoded in turns. */
    @ParameterizedTest
    @CsvSource({"gzip, 1", "br, 1", "gzip, 20000", "br, 20000"})
    void theLastWordsOfABrokenStreamAreEncoded(final String coding, final int words) throws Exception {
        Texts.source = UnicastProcessor.create();
        Texts.asked = new CountDownLatch(1);
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /slow HTTP/1.0\r\nAccept-Encoding: " + coding + "\r\n\r\n");
            assertThat(Texts.asked.await(20, TimeUnit.SECONDS)).isTrue();
            Texts.source.onNext("first");
            client.headOnly();
            final EmbeddedChannel decoder = new EmbeddedChannel(
                    coding.equals("gzip") ? ZlibCodecFactory.newZlibDecoder(ZlibWrapper.GZIP, 0) : new BrotliDecoder());
            assertThat(line(client.in(), decoder)).isEqualTo("\"first\"\n");
            final String last = "the same word ".repeat(words); // few bytes when encoded
            Texts.source.onNext(last);
            Texts.source.onError(new IllegalStateException("broken on purpose"));
            assertThat(lines(2, client.in(), decoder))
                    .startsWith("\"" + last + "\"\n{")
                    .contains("\"status\":500")
                    .endsWith("}\n");
            decoder.finishAndReleaseAll();
        }
    }

    /** Decodes the bytes that have arrived, up to a line end. */
    private static String line(final InputStream in, final EmbeddedChannel decoder) throws IOException {
        return lines(1, in, decoder);
    }

    private static String lines(final int count, final InputStream in, final EmbeddedChannel decoder)
            throws IOException {
        final StringBuilder line = new StringBuilder();
        final byte[] bytes = new byte[1024];
        while (line.chars().filter(each -> each == '\n').count() < count) {
            final int read = in.read(bytes);
            assertThat(read).isPositive();
            decoder.writeInbound(Unpooled.copiedBuffer(bytes, 0, read));
            for (ByteBuf part = decoder.readInbound(); part != null; part = decoder.readInbound()) {
                line.append(part.toString(StandardCharsets.UTF_8));
                part.release();
            }
        }
        return line.toString();
    }

    @Test
    void settingsChooseTypesCodingsAndSize() throws Exception {
        try (RunningServer other = server(
                "rest.compression.codings",
                "deflate",
                "rest.compression.types",
                "text/event-stream,image/*",
                "rest.compression.min-size",
                "6K")) {
            assertThat(sendHttp1(other, "GET", "/typed/image/bmp", "Accept-Encoding", ALL)
                            .header("content-encoding"))
                    .isNull();
        }
        try (RunningServer other =
                server("rest.compression.codings", "deflate", "rest.compression.types", "text/event-stream,image/*")) {
            for (final String type : List.of("image/bmp", "text/event-stream")) {
                assertThat(send(other, "GET", "/typed/" + type, "Accept-Encoding", ALL)
                                .header("content-encoding"))
                        .isEqualTo("deflate");
            }
            assertThat(send(other, "GET", "/text/5000", "Accept-Encoding", ALL).header("content-encoding"))
                    .isNull();
        }
    }

    @Test
    void itIsOffByDefault() throws Exception {
        try (RunningServer plain = RunningServer.of(RestPlugin.withResources(Texts.class))) {
            final Sent answer = send(plain, "GET", "/text/5000", "Accept-Encoding", ALL);
            assertThat(answer.header("content-encoding")).isNull();
            assertThat(answer.header("vary")).isNull();
            assertThat(send(plain, "GET", "/tagged/5000", "If-None-Match", "\"v1--gzip\"")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void theStartSaysWhichCodingsThereAre() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer other = server()) {
            assertThat(other.application().port()).isPositive();
            assertThat(log.next("Responses are compressed with").getFormattedMessage())
                    .isEqualTo("Responses are compressed with br, zstd, gzip, deflate.");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rest.compression.types, text, each a media type such as text/* or application/json",
        "rest.compression.codings, lzw, rest.compression.codings"
    })
    void aWrongSettingFailsTheStart(final String key, final String value, final String said) {
        assertThatThrownBy(() -> server(key, value))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(said);
    }
}
