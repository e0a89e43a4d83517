package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.jboss.resteasy.plugins.interceptors.GZIPDecodingInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that a server must refuse according to RFC 9110 and RFC 9112, and requests of browsers that it must accept.
 */
final class StrictRequestTest {

    private static final AtomicInteger CALLS = new AtomicInteger();

    private static RunningServer server;
    private static RunningServer behindProxy;
    private static RunningServer decoding;

    /** A method that no RFC has. */
    @HttpMethod("REPORT")
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Report {}

    @Path("/")
    @Produces("text/plain")
    public static final class Things {

        @GET
        @Path("thing/{id}")
        public String get(@PathParam("id") final String id, @QueryParam("q") final String q) {
            return id + " " + q;
        }

        @DELETE
        @Path("thing/{id}")
        public String delete(@PathParam("id") final String id) {
            CALLS.incrementAndGet();
            return "deleted " + id;
        }

        @Report
        @Path("thing/{id}")
        public String report(@PathParam("id") final String id) {
            return "report of " + id;
        }

        @GET
        @Path("matrix")
        public String matrix(@MatrixParam("m") final String m) {
            return m;
        }

        @GET
        @Path("uri")
        public String uri(@QueryParam("q") final String q, @Context final UriInfo uri) {
            return q + " " + uri.getRequestUri().getQuery() + " "
                    + uri.getQueryParameters().getFirst("q");
        }

        @GET
        @Path("base")
        public String base(@Context final UriInfo uri) {
            return uri.getBaseUri().toString();
        }

        @POST
        @Path("text")
        public String text(final String text) {
            CALLS.incrementAndGet();
            return text;
        }

        @POST
        @Path("bytes")
        public String bytes(final byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        public String parts(final List<EntityPart> parts) {
            CALLS.incrementAndGet();
            return Integer.toString(parts.size());
        }

        @POST
        @Path("form")
        @Consumes("multipart/form-data")
        public String form(@FormParam("a") final EntityPart part) {
            CALLS.incrementAndGet();
            return "called";
        }

        @POST
        @Path("json")
        @Consumes("application/json")
        @Produces("application/json")
        public Map<String, Object> json(final Map<String, Object> json) {
            return json;
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(@FormParam("a") final String a) {
            CALLS.incrementAndGet();
            return a;
        }

        @POST
        @Path("form/map")
        @Consumes("application/x-www-form-urlencoded")
        public String map(final MultivaluedMap<String, String> form) {
            CALLS.incrementAndGet();
            return form.getFirst("a");
        }

        @POST
        @Path("document")
        @Consumes("application/json")
        public String document(final Document document) {
            return document.onLoop + " " + document.text.length();
        }

        @POST
        @Path("document/optional")
        @Consumes("application/json")
        public String optional(final Optional<Document> document) {
            return document.map(this::document).orElseThrow();
        }
    }

    /** Knows where it is read. */
    public static final class Document {

        private boolean onLoop;
        private String text = "";

        public void setText(final String read) {
            text = read;
            onLoop = io.vertx.core.Context.isOnEventLoopThread();
        }
    }

    @BeforeAll
    static void start() {
        final RestApi plugin = RestPlugin.withResources(Things.class);
        server = RunningServer.of(plugin);
        behindProxy = RunningServer.of(plugin, Map.of("rest.trusted-proxies", "127.0.0.0/8,::1"));
        decoding = RunningServer.of(plugin.withProviders(new GZIPDecodingInterceptor()));
    }

    @AfterAll
    static void stop() {
        server.close();
        behindProxy.close();
        decoding.close();
    }

    @BeforeEach
    void noCalls() {
        CALLS.set(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "Delete", "DELETe", "get", "report", "BREW"})
    void aMethodThatNobodyKnowsIs501(final String method) throws Exception {
        final String answer = raw(server, method + " /thing/1 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 501 ").contains("application/problem+json");
        assertThat(CALLS).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUERY", "PATCH"})
    void aMethodThatThePathDoesNotSupportIs405(final String method) throws Exception {
        assertThat(raw(server, method + " /thing/1 HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 405 ")
                .containsIgnoringCase("Allow: ");
        assertThat(CALLS).hasValue(0);
    }

    @Test
    void aMethodThatNobodyKnowsIs501WithABodyToo() throws Exception {
        assertThat(raw(server, "post /text HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"))
                .startsWith("HTTP/1.1 501 ")
                .containsIgnoringCase("Connection: close");
        assertThat(CALLS).hasValue(0);
    }

    @Test
    void aMethodThatIsKnownIs405WhereItIsNotAllowed() throws Exception {
        assertThat(raw(server, "REPORT /matrix HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 405 ")
                .contains("GET");
        assertThat(server.send("PUT", "/thing/1", "x").status()).isEqualTo(405);
        assertThat(server.send("PUT", "/thing/1", "x").header("Allow")).contains("DELETE");
    }

    @Test
    void aMethodOfTheApplicationIsAnswered() {
        assertThat(server.send("REPORT", "/thing/1", null).body()).isEqualTo("report of 1");
    }

    @Test
    void aHeaderDoesNotReplaceTheMethod() {
        assertThat(server.get("/thing/1", "X-HTTP-Method-Override", "DELETE").body())
                .isEqualTo("1 null");
        assertThat(CALLS).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%ff", "%80", "%c0%af", "%c1%bf", "%e0%80%af", "%e0%9f%bf", "%ed%a0%80", "%ed%bf%bf", "%f0%8f%bf%bf",
                "%f4%90%80%80", "%f8%88%80%80%80", "%c3", "%c3x", "%c3%", "%c3%4", "%e2%82", "%e2%82x", "%c3%a4%a4",
                "%E2%28%A1", "%f0%9f%98"
            })
    void anEscapeThatIsNoUtf8Is400(final String escape) throws Exception {
        for (final RunningServer each : new RunningServer[] {server, behindProxy}) {
            for (final String path : new String[] {
                "/thing/a" + escape,
                "/thing/" + escape + "/b",
                "/matrix;m=" + escape,
                "/thing/a?q=" + escape,
                "/thing/a?" + escape + "=b",
                "/nowhere?q=" + escape
            }) {
                assertThat(raw(each, "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                        .as(path)
                        .startsWith("HTTP/1.1 400 ")
                        .contains("application/problem+json");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%41",
                "%7f",
                "%c2%80",
                "%c3%a4",
                "%df%bf",
                "%e0%a0%80",
                "%ed%9f%bf",
                "%ee%80%80",
                "%ef%bf%bf",
                "%f0%90%80%80",
                "%f4%8f%bf%bf",
                "%E2%82%ac"
            })
    void anEscapeThatIsUtf8IsRead(final String escape) throws Exception {
        final String text = java.net.URLDecoder.decode(escape, StandardCharsets.UTF_8);
        assertThat(body(raw(server, "GET /thing/" + escape + "?q=" + escape + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                .isEqualTo(text + " " + text);
        assertThat(body(raw(server, "GET /matrix;m=" + escape + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"|", "{", "}", "^", "`", "\\", "'", "[", "]", "a|b{c}d^e`f\\g"})
    void whatBrowsersLeaveRawInAQueryIsRead(final String raw) throws Exception {
        for (final RunningServer each : new RunningServer[] {server, behindProxy}) {
            for (int i = 0; i < 3; i++) {
                assertThat(body(raw(each, "GET /uri?q=" + raw + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                        .isEqualTo(raw + " q=" + raw + " " + raw);
                assertThat(body(raw(each, "GET /thing/a?q=" + raw + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                        .isEqualTo("a " + raw);
                assertThat(body(raw(each, "GET http://a/thing/a?q=" + raw + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                        .isEqualTo("a " + raw);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"|", "[", "]", "a|b"})
    void whatBrowsersLeaveRawInAPathIsRead(final String raw) throws Exception {
        assertThat(body(raw(server, "GET /thing/" + raw + " HTTP/1.1\r\nHost: a\r\n\r\n")))
                .isEqualTo(raw + " null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "<", ">", " ", "#", "\u00e4"})
    void whatBrowsersEscapeInAQueryIs400(final String raw) throws Exception {
        assertThat(raw(server, "GET /uri?q=a" + raw + "b HTTP/1.1\r\nHost: a\r\n\r\n"))
                .matches("(?s)HTTP/1.[01] 400 .*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\nx\r\n0\r\n\r\n",
                "-1\r\nx\r\n0\r\n\r\n",
                "fffffffffffffffff\r\nx\r\n0\r\n\r\n",
                "80000000\r\nx\r\n0\r\n\r\n",
                "0x1\r\nx\r\n0\r\n\r\n",
                "1 1\r\nx\r\n0\r\n\r\n",
                "\r\nx\r\n0\r\n\r\n",
                "1\r\nxyz\r\n0\r\n\r\n",
                "1\r\nx0\r\n\r\n",
                "1;a=\"\n\"\r\nx\r\n0\r\n\r\n",
                "1\nx\n0\n\n",
                "1\r\nx\r\n0\r\nX(A): b\r\n\r\n",
                "1\r\nx\r\n0\r\nnonsense\r\n\r\n",
                "1\r\nx\r\n0\r\nX-A: b\r\n c\r\n\r\n",
                "1\r\nx\r\n0\r\nX-A: b\r\n\tc\r\n\r\n",
                "1\r\nx\r\n0\r\nX-A: b\u0000c\r\n\r\n"
            })
    void brokenChunksAre400AndTheConnectionCloses(final String chunks) throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(raw(
                            server,
                            "POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
                                    + "Transfer-Encoding: chunked\r\n\r\n" + chunks
                                    + "GET /thing/smuggled HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("application/problem+json")
                    .containsIgnoringCase("Connection: close")
                    .doesNotContain("smuggled");
            assertThat(CALLS).hasValue(0);
        }
    }

    @Test
    void brokenChunksOfOneRequestDoNotHurtTheOnesBefore() throws Exception {
        final String answer = raw(
                server,
                "GET /thing/1 HTTP/1.1\r\nHost: a\r\n\r\nGET /thing/2?q=%41 HTTP/1.1\r\nHost: a\r\n\r\n"
                        + "POST /text HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\nzz\r\n");
        assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(4);
        assertThat(answer.split("HTTP/1.1 ", -1)[1]).startsWith("200 ").contains("1 null");
        assertThat(answer.split("HTTP/1.1 ", -1)[2]).startsWith("200 ").contains("2 A");
        assertThat(answer.split("HTTP/1.1 ", -1)[3]).startsWith("400 ");
    }

    @Test
    void chunksThatBreakLateAre400() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n");
            assertThat(client.headOnly()).startsWith("HTTP/1.1 100 ");
            client.send("1\r\nx\r\n").send("nonsense\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void chunksAndTrailersThatAreWholeAreRead() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            for (int i = 0; i < 3; i++) {
                client.send("POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n1;a=b\r\nx\r\nA\r\n0123456789\r\n0\r\nX-A: b\r\n\r\n");
                assertThat(client.answer()).startsWith("HTTP/1.1 200 ").endsWith("x0123456789");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/base, a:, http://a/",
        "/base, [::1]:, http://[::1]/",
        "http://a:/base, b, http://a/",
    })
    void anEmptyPortIsNone(final String target, final String host, final String base) throws Exception {
        assertThat(body(raw(server, "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")))
                .isEqualTo(base);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[:::]",
                "[:::]:80",
                "[1.2.3.4]",
                "[....]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1::2::3]",
                "[12345::]",
                "[::256.1.1.1]",
                "[::1.2.3]"
            })
    void anInvalidAddressIs400AndIgnoredFromAProxy(final String host) throws Exception {
        for (final RunningServer each : new RunningServer[] {server, behindProxy}) {
            assertThat(raw(each, "GET /base HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ");
            assertThat(raw(each, "GET http://" + host + "/base HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ");
        }
        for (final String header : new String[] {"X-Forwarded-Host: " + host, "Forwarded: host=\"" + host + '"'}) {
            assertThat(body(raw(behindProxy, "GET /base HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n")))
                    .endsWith("://a/");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[::]",
                "[1:2:3:4:5:6:7:8]",
                "[1::7:8]",
                "[::FFFF:1.2.3.4]",
                "[1:2:3:4:5:6:7::]",
                "[64:ff9b::1.2.3.4]",
                "[::2:3:4:5:6:7:8]"
            })
    void aValidAddressIsRead(final String host) throws Exception {
        assertThat(body(raw(server, "GET /base HTTP/1.1\r\nHost: " + host + "\r\n\r\n")))
                .endsWith("://" + host + "/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-A: b\r\n c\r\n",
                "X-A: b\r\n\tc\r\n",
                "X-A: b\r\n \r\n",
                "X-A:\r\n b\r\nX-B: c\r\n",
                "X-A: b\r\n Transfer-Encoding: chunked\r\n"
            })
    void aHeaderThatGoesOnInTheNextLineIs400HoweverItComes(final String headers) throws Exception {
        final String request = "GET /thing/1 HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
        assertThat(raw(server, request)).startsWith("HTTP/1.1 400 ").containsIgnoringCase("Connection: close");
        for (int cut = 1; cut < request.length(); cut++) {
            assertThat(inTwo(request, cut)).as("cut at %s", cut).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void aRequestInTwoPiecesIsReadWhereverItIsCut() throws Exception {
        final String request = "POST /text HTTP/1.1\r\nHost: a\r\nX-A: b c\r\nContent-Type: text/plain\r\n"
                + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n \tx\r\n0\r\nX-A: b\r\n\r\n";
        for (int cut = 1; cut < request.length(); cut++) {
            assertThat(inTwo(request, cut))
                    .as("cut at %s", cut)
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith(" \tx");
        }
    }

    private static String inTwo(final String request, final int cut) throws IOException {
        try (RawClient client = RawClient.to(server)) {
            client.send(request.substring(0, cut));
            // another request on another connection: the first piece has been read when it is answered
            server.get("/thing/1");
            client.send(request.substring(cut));
            return client.untilClose();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/plain\r\nContent-Type: text/plain\r\n",
                "Content-Type: text/plain\r\nContent-Type: application/json\r\n",
                "Content-Type: text/plain, application/json\r\n",
                "Content-Type: text/plain; charset=\"utf-8\r\n",
                "Content-Type: text/plain; charset=\"utf-8\\\"\r\n"
            })
    void aContentTypeThatCannotBeReadIs400(final String headers) throws Exception {
        for (final String path : new String[] {"/text", "/parts"}) {
            assertThat(raw(
                            server,
                            "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "Content-Length: 1\r\n\r\nx"))
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(raw(server, "GET /thing/1 HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(CALLS).hasValue(0);
    }

    /**
     * A proxy in front of the server may read the first parameter, and see other parts or another text (RFC 6838, 4.3).
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data; boundary=BB; boundary=CC",
                "multipart/form-data;boundary=\"B\\\";\";x=\";\" ; BOUNDARY =CC",
                "text/plain; charset=utf-8; Charset=iso-8859-1"
            })
    void aParameterOfTheContentTypeThatComesTwiceIs400(final String type) throws Exception {
        final String parameter = type.startsWith("text") ? "charset" : "boundary";
        for (final String path : new String[] {"/text", "/parts", "/form"}) {
            assertThat(raw(
                            server,
                            "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type
                                    + "\r\nContent-Length: 1\r\n\r\nx"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("The header Content-Type has the parameter '" + parameter + "' twice.");
        }
        assertThat(CALLS).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"\"",
                "multipart/form-data; boundary=\"a@b\"",
                "Multipart/form-data; boundary=" + LONG
            })
    void partsWithoutAUsableBoundaryAre400ButABodyThatNobodyTakesApartNeedsNone(final String type) throws Exception {
        final String headers = " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type + "\r\nContent-Length: 1\r\n\r\nx";
        assertThat(raw(server, "POST /parts" + headers))
                .startsWith("HTTP/1.1 400 ")
                .contains("no valid boundary parameter");
        assertThat(raw(server, "POST /form" + headers))
                .startsWith("HTTP/1.1 400 ")
                .contains("no valid boundary parameter");
        assertThat(CALLS).hasValue(0);
        assertThat(raw(server, "POST /bytes" + headers))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("x");
    }

    private static final String LONG = "0123456789012345678901234567890123456789012345678901234567890123456789x";

    @Test
    void aContentTypeWithQuotesIsRead() {
        assertThat(server.send("POST", "/text", "x", "Content-Type", "text/plain; a=\",;\\\"\"; charset=\"utf-8\"")
                        .body())
                .isEqualTo("x");
        assertThat(server.send(
                                "POST",
                                "/parts",
                                "--a b\r\nContent-Disposition: form-data; name=n\r\n\r\nx\r\n--a b--\r\n",
                                "Content-Type",
                                "multipart/form-data; boundary=\"a b\"")
                        .body())
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "GZIP", "identity, gzip", "nonsense"})
    void aBodyThatNobodyDecodesIs415(final String coding) {
        final RunningServer.Answer answer = server.post("/json", "{}", "Content-Encoding", coding);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("Accept-Encoding")).isEqualTo("identity");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity", "", ","})
    void aBodyThatIsNotEncodedIsRead(final String coding) throws Exception {
        assertThat(raw(
                        server,
                        "POST /text HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: " + coding
                                + "\r\nContent-Length: 1\r\n\r\nx"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aBodyThatTheApplicationDecodesIsRead() throws Exception {
        try (RawClient client = RawClient.to(decoding)) {
            final byte[] body = zipped("{\"a\":1}");
            client.send("POST /json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n");
            client.send(body);
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").endsWith("{\"a\":1}");
        }
        final RunningServer.Answer other = decoding.post("/json", "{}", "Content-Encoding", "br");
        assertThat(other.status()).isEqualTo(415);
        assertThat(other.header("Accept-Encoding")).isEqualTo("gzip");
        assertThat(decoding.post("/json", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/form", "/form/map"})
    void aFormThatNobodyDecodesIs415(final String path) {
        for (final RunningServer each : List.of(server, decoding)) {
            final RunningServer.Answer answer = each.send(
                    "POST", path, "a=b", "Content-Type", "application/x-www-form-urlencoded", "Content-Encoding", "br");
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.header("Accept-Encoding")).isNotNull();
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(CALLS).hasValue(0);
            assertThat(each.send("POST", path, "a=b", "Content-Type", "application/x-www-form-urlencoded")
                            .body())
                    .isEqualTo("b");
            CALLS.set(0);
        }
    }

    @Test
    void anEncodedDocumentIsNotReadOnAnEventLoop() throws Exception {
        final String json = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
        try (RawClient client = RawClient.to(decoding)) {
            final byte[] body = zipped(json);
            assertThat(body).hasSizeLessThan(10_000);
            client.send("POST /document HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n");
            client.send(body);
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").endsWith("false 1000000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/document", "/document/optional"})
    void aLargeDocumentIsNotReadOnAnEventLoop(final String path) {
        final String json = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
        assertThat(server.post(path, json).body()).isEqualTo("false 1000000");
        assertThat(server.post(path, "{\"text\":\"x\"}").body()).isEqualTo("true 1");
        assertThat(server.post(path, "{").status()).isEqualTo(400);
        assertThat(server.post(path, "{\"text\":\"" + "x".repeat(1_000_000)).status())
                .isEqualTo(400);
    }

    private static byte[] zipped(final String text) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** All that the server says until it closes; it is asked to, where it would not by itself. */
    private static String raw(final RunningServer to, final String request) throws IOException {
        try (RawClient client = RawClient.to(to)) {
            client.send(request + "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            final String all = client.untilClose();
            final int last = all.lastIndexOf("HTTP/1.1 404 ");
            return last > 0 ? all.substring(0, last) : all;
        }
    }

    private static String body(final String answer) {
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        return new String(
                answer.substring(answer.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.ISO_8859_1),
                StandardCharsets.UTF_8);
    }
}
