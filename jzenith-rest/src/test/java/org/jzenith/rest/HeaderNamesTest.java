package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.test.internal.log.LogLines;

/** RFC 9110, 5.1: a header whose name is no token is never sent, whoever adds it. */
final class HeaderNamesTest {

    private static RunningServer server;

    @Path("/")
    public static final class Things {

        @GET
        @Path("response")
        public Response response(@QueryParam("name") final String name) {
            return Response.ok("x").header(name, "value").build();
        }

        @GET
        @Path("error")
        public Response error(@QueryParam("name") final String name) {
            throw new jakarta.ws.rs.WebApplicationException(
                    Response.status(409).header(name, "value").build());
        }

        @GET
        @Path("filter")
        public String filter() {
            return "x";
        }

        @GET
        @Path("stream/filter")
        public Flowable<Buffer> stream() {
            return Flowable.just(Buffer.buffer("x"));
        }

        @GET
        @Path("events/filter")
        @jakarta.ws.rs.Produces("text/event-stream")
        public Flowable<OutboundSseEvent> events(@Context final Sse sse) {
            return Flowable.just(sse.newEvent("x"));
        }

        @GET
        @Path("cookie")
        public Response cookie(@QueryParam("name") final String name) {
            return Response.ok("x")
                    .cookie(new NewCookie.Builder(name).value("value").build())
                    .build();
        }
    }

    /** Adds a header to answers. */
    public static final class Naming implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            if (request.getUriInfo().getPath().endsWith("filter")) {
                response.getHeaders()
                        .putSingle(request.getUriInfo().getQueryParameters().getFirst("name"), "value");
            }
        }
    }

    private static RequestHandler.Task mounted(final Exchange exchange) {
        final String name =
                java.net.URLDecoder.decode(exchange.request().pathAndQuery().split("=", 2)[1], StandardCharsets.UTF_8);
        return () -> exchange.response().send(ResponseHead.of(200, Map.of(name, "value")), Buffer.buffer("x"));
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Things.class).withProviders(Naming.class),
                binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/mount", "mount", HeaderNamesTest::mounted)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @SuppressWarnings("try") // the log is kept out of the report
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "X A",
                " X-A",
                "X-A ",
                "X:A",
                ":status",
                "X-Ä",
                "X-€",
                "X\r\nX-Evil",
                "X\tA",
                "X\u0001",
                "X\u007f",
                "X(A)",
                "X/A",
                "X\"A",
                "X=A",
                "X,A",
                "X;A",
                "X[A]",
                "X{A}",
                "X@A",
                "X?A",
                "X<A>",
                "X\\A"
            })
    void aNameThatIsNoTokenIsNotSent(final String name) throws Exception {
        try (Http2Client http2 = Http2Client.to(server);
                LogLines lines = LogLines.of("org.jzenith")) {
            for (final String path : List.of(
                    "/response", "/error", "/filter", "/stream/filter", "/events/filter", "/cookie", "/mount")) {
                final String target = path + "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
                try (RawClient client = RawClient.to(server)) {
                    final String answer = client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n")
                            .answer();
                    assertThat(answer).as(target).startsWith("HTTP/1.1 500 ").doesNotContain("value", "Evil", "\r\nx");
                    assertThat(client.send("GET /response?name=X-Next HTTP/1.1\r\nHost: a\r\n\r\n")
                                    .answer())
                            .containsIgnoringCase("\r\nX-Next: value\r\n");
                }
                assertThat(http2.send("GET", target).status()).as(target).isEqualTo(500);
            }
        }
    }

    @Test
    void theLogNamesTheHeader() throws Exception {
        try (RunningServer own = RunningServer.of(RestPlugin.withResources(Things.class));
                LogLines lines = LogLines.of("org.jzenith")) {
            assertThat(own.get("/response?name=X%20A").status()).isEqualTo(500);
            assertThat(lines.next(event -> event.getThrowableProxy() != null)
                            .getThrowableProxy()
                            .getMessage())
                    .startsWith("The response header name 'X A' contains the character U+0020.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-A", "x_a.1", "!#$%&'*+-.^_`|~", "A"})
    void aTokenIsSent(final String name) throws Exception {
        for (final String path :
                List.of("/response", "/error", "/filter", "/stream/filter", "/events/filter", "/mount")) {
            final RunningServer.Answer answer =
                    server.get(path + "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
            assertThat(answer.header(name)).as(path).isEqualTo("value");
        }
        assertThat(server.get("/cookie?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                        .header("Set-Cookie"))
                .isEqualTo(name + "=value");
    }
}
