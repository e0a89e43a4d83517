package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever its bytes: a request gets a 4xx, a 505 or a close, and the next one is answered. */
final class MalformedRequestTest {

    @Path("/")
    public static final class Target {

        @GET
        @Produces("text/plain")
        public String root(@QueryParam("q") final String q) {
            return "q=" + q;
        }

        @GET
        @Path("p/{name}")
        @Produces("text/plain")
        public String path(@PathParam("name") final String name) {
            return name;
        }

        @POST
        @Consumes("text/plain")
        @Produces("text/plain")
        public String echo(final String body) {
            return body;
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(@jakarta.ws.rs.FormParam("a") final String a) {
            return "a=" + a;
        }

        @GET
        @Path("smuggled")
        public String smuggled() {
            return "smuggled";
        }

        @GET
        @Path("header")
        public Response header(@HeaderParam("X-Value") final String value) {
            return Response.ok("fine")
                    .header("X-Value", "a" + value.replace('~', '\n') + "X-Injected: yes")
                    .build();
        }
    }

    /** Answers as the client accepts it. */
    public static final class NegotiatingMapper implements ExceptionMapper<NotFoundException> {

        @Context
        HttpHeaders headers;

        @Override
        public Response toResponse(final NotFoundException error) {
            return Response.status(404)
                    .type("text/plain")
                    .entity(headers.getAcceptableMediaTypes().toString())
                    .build();
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Target.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                // request line
                row("no version", "GET /\r\nHost: a\r\n\r\n"),
                row("unknown version", "GET / HTTP/1.7\r\nHost: a\r\n\r\n"),
                row("version three", "GET / HTTP/3.0\r\nHost: a\r\n\r\n"),
                row("no protocol name", "GET / FTP/1.1\r\nHost: a\r\n\r\n"),
                row("lower-case protocol", "GET / http/1.1\r\nHost: a\r\n\r\n"),
                row("garbage", "\u0001\u0002\u0003\u0004\r\n\r\n"),
                row("TLS hello", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"),
                row("only a method", "GET\r\n\r\n"),
                row("four words", "GET / x HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("method with brackets", "G[T / HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("connect", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n"),
                row("trace", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("too long a line", "GET /" + "a".repeat(5000) + " HTTP/1.1\r\nHost: a\r\n\r\n"),
                // target
                row("options star", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("get star", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("no slash", "GET p/x HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("broken escape", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("half an escape", "GET /p/% HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("escape of one digit", "GET /p/%4 HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("broken escape in query", "GET /?q=%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("half an escape in query", "GET /?q=% HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("escaped NUL", "GET /p/a%00b HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw NUL", "GET /p/a\u0000b HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw quote", "GET /p/a\"b HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw bracket", "GET /p/a<b> HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw backslash", "GET /p/a\\b HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw brace", "GET /p/{a} HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("raw high byte", "GET /p/\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("fragment", "GET /#x HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("foreign scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("absolute without host", "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"),
                row("absolute with user", "GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
                // host
                row("no host", "GET / HTTP/1.1\r\n\r\n"),
                row("empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
                row("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                row("same host twice", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
                row("host with path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
                row("host with user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
                row("host with space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
                row("host list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
                row("port of letters", "GET / HTTP/1.1\r\nHost: a:http\r\n\r\n"),
                row("port too large", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n"),
                row("open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
                row("empty brackets", "GET / HTTP/1.1\r\nHost: []\r\n\r\n"),
                row("three colons", "GET / HTTP/1.1\r\nHost: [:::]\r\n\r\n"),
                row("absolute with three colons", "GET http://[:::]/ HTTP/1.1\r\nHost: a\r\n\r\n"),
                // header syntax
                row("space before colon", "GET / HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n"),
                row("no colon", "GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n"),
                row("empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
                row("name with bracket", "GET / HTTP/1.1\r\nHost: a\r\nX(A): b\r\n\r\n"),
                row("NUL in value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\u0000c\r\n\r\n"),
                row("NUL in name", "GET / HTTP/1.1\r\nHost: a\r\nX\u0000A: b\r\n\r\n"),
                row("bare CR in value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n"),
                row("too large headers", "GET / HTTP/1.1\r\nHost: a\r\nX-A: " + "b".repeat(9000) + "\r\n\r\n"),
                row("too many headers", "GET / HTTP/1.1\r\nHost: a\r\n" + "X-A: b\r\n".repeat(1500) + "\r\n"),
                // header meaning
                row("accept without subtype", "GET / HTTP/1.1\r\nHost: a\r\nAccept: text\r\n\r\n"),
                row("accept of slashes", "GET / HTTP/1.1\r\nHost: a\r\nAccept: ///\r\n\r\n"),
                row("accept with broken q", "GET / HTTP/1.1\r\nHost: a\r\nAccept: text/plain;q=x\r\n\r\n"),
                row("accept of nothing we have", "GET / HTTP/1.1\r\nHost: a\r\nAccept: image/png\r\n\r\n"),
                row("language of symbols", "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: ;;;q=\r\n\r\n"),
                row("language with broken q", "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: en;q=x\r\n\r\n"),
                row("language with a large q", "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: en;q=1.1\r\n\r\n"),
                row("language with a slash behind q", "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: en;q=0/\r\n\r\n"),
                row("type without subtype", post("Content-Type: text\r\nContent-Length: 1\r\n", "x")),
                row("empty type", post("Content-Type:\r\nContent-Length: 1\r\n", "x")),
                row("type of symbols", post("Content-Type: ;/;\r\nContent-Length: 1\r\n", "x")),
                row("unknown charset", post("Content-Type: text/plain;charset=no-such\r\nContent-Length: 1\r\n", "x")),
                row("unknown expectation", post("Expect: miracle\r\nContent-Length: 1\r\n", "x")),
                // lengths
                row("negative length", post("Content-Length: -1\r\n", "")),
                row("length of letters", post("Content-Length: abc\r\n", "")),
                row("hexadecimal length", post("Content-Length: 0x1\r\n", "x")),
                row("length with plus", post("Content-Length: +1\r\n", "x")),
                row("length beyond long", post("Content-Length: 99999999999999999999\r\n", "x")),
                row("two lengths", post("Content-Length: 1\r\nContent-Length: 2\r\n", "xy")),
                row("list of lengths", post("Content-Length: 1, 2\r\n", "xy")),
                row("too large a body", post("Content-Length: 99999999\r\n", "x")),
                // chunks
                row("chunk size of letters", chunked("zz\r\nx\r\n0\r\n\r\n")),
                row("negative chunk size", chunked("-1\r\nx\r\n0\r\n\r\n")),
                row("huge chunk size", chunked("fffffffffffffffff\r\nx\r\n0\r\n\r\n")),
                row("chunk size with prefix", chunked("0x1\r\nx\r\n0\r\n\r\n")),
                row("chunk extension too long", chunked("1;" + "a".repeat(20_000) + "\r\nx\r\n0\r\n\r\n")),
                row("chunk longer than said", chunked("1\r\nxyz\r\n0\r\n\r\n")),
                // smuggling
                row("length and chunks", smuggle("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n")),
                row("chunks and length", smuggle("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n")),
                row("identity", smuggle("Transfer-Encoding: identity\r\n")),
                row("unknown coding", smuggle("Transfer-Encoding: xchunked\r\n")),
                row("gzip and chunked", smuggle("Transfer-Encoding: gzip, chunked\r\n")),
                row("chunked twice", smuggle("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")),
                row("chunked and identity", smuggle("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n")),
                row("chunked then more", smuggle("Transfer-Encoding: chunked, identity\r\n")),
                row("vertical tab", smuggle("Transfer-Encoding: \u000bchunked\r\n")),
                row("space before the colon", smuggle("Transfer-Encoding : chunked\r\n")),
                row(
                        "chunks in HTTP/1.0",
                        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.0\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void aMalformedRequestIsRefused(final String name, final String request) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send(request);
            final String answer = client.answer();
            if (!answer.isEmpty()) {
                assertThat(answer).startsWith("HTTP/1.").matches("(?s)HTTP/1\\.[01] (4\\d\\d|505) .*");
            }
            assertThat(answer).doesNotContain("Exception", "RESTEASY", "jboss");
        }
        assertThat(server.get("/p/next").body()).isEqualTo("next");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void nothingIsSmuggled(final String name, final String request) throws Exception {
        if (!request.contains("smuggled")) {
            return;
        }
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(request).untilClose()).doesNotContain("smuggled");
        }
    }

    @Test
    void anAcceptWithoutSubtypeIs400WhereNoMethodIs() {
        try (RunningServer mapped =
                RunningServer.of(RestPlugin.withResources(Target.class).withProviders(NegotiatingMapper.class))) {
            assertThat(mapped.get("/nowhere", "Accept", "text/html").body()).isEqualTo("[text/html]");
            assertThat(mapped.get("/nowhere", "Accept", "text").status()).isEqualTo(400);
        }
    }

    @Test
    void aChunkExtensionThatIsTooLongIs400() throws Exception {
        final String head =
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n";
        final String chunk = "1;" + "a".repeat(20_000) + "\r\nx\r\n0\r\n\r\n";
        for (final boolean atOnce : new boolean[] {true, false}) {
            try (RawClient client = RawClient.to(server)) {
                if (atOnce) {
                    client.send(head + chunk);
                } else {
                    client.send(head.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));
                    assertThat(client.headOnly()).startsWith("HTTP/1.1 100 ");
                    client.send(chunk);
                }
                assertThat(client.answer()).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    @Test
    void aSplitHeaderIsNotSent() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /header HTTP/1.1\r\nHost: a\r\nX-Value: ~\r\n\r\n");
            assertThat(client.answer()).startsWith("HTTP/1.1 500 ").doesNotContain("X-Injected", "fine");
            client.send("GET /p/next HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer()).endsWith("next");
        }
    }

    @Test
    void anAbsoluteTargetIsAnswered() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET http://a/p/x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer()).startsWith("HTTP/1.1 200 ").endsWith("x");
        }
    }

    @Test
    void anOldClientNeedsNoHost() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /p/x HTTP/1.0\r\n\r\n");
            assertThat(client.untilClose()).contains(" 200 ").endsWith("x");
        }
    }

    @Test
    void aTableHasMoreThanSixtyRows() {
        assertThat(requests()).hasSizeGreaterThan(60);
    }

    private static Arguments row(final String name, final String request) {
        return Arguments.of(name, request);
    }

    private static String post(final String headers, final String body) {
        return "POST / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
    }

    private static String chunked(final String chunks) {
        return post("Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n", chunks);
    }

    private static String smuggle(final String headers) {
        return post(headers, "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n");
    }
}
