package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Date;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Malicious or careless clients, proxies and resources. */
@InTheClearAndOverTls
final class HostileTest {

    HostileTest(final Transport transport) {
        transport.use();
    }

    private static final String GET = "GET %s HTTP/1.1\r\nHost: real.example\r\n%s\r\n";

    private static RunningServer server(final Object... settings) {
        return settings.length == 0
                ? RunningServer.of(RestPlugin.withResources(Careless.class))
                : RunningServer.of(RestPlugin.withResources(Careless.class), Map.of((String) settings[0], settings[1]));
    }

    private static String ask(final RunningServer server, final String path, final String headers) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            return client.send(GET.formatted(path, headers)).answer();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 103, 199})
    void anInterimStatusIsNoAnswer(final int status) throws Exception {
        try (RunningServer server = server()) {
            assertThat(ask(server, "/careless/status/" + status, "")).startsWith("HTTP/1.1 500 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-Modified-Since: garbage\r\n", "If-Unmodified-Since: garbage\r\n", "Date: nonsense\r\n"})
    void aDateThatCannotBeReadIsIgnored(final String header) throws Exception {
        try (RunningServer server = server()) {
            assertThat(ask(server, "/careless/dates", header)).startsWith("HTTP/1.1 200 ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-Host: evil.example;X-Forwarded-Host: good.example | good.example",
                "X-Forwarded-Host: evil.example, good.example | good.example",
                "Forwarded: host=evil.example;Forwarded: host=good.example | good.example",
                "Forwarded: host=evil.example;X-Forwarded-Host: good.example | real.example",
                "Forwarded: host=evil.example;X-Forwarded-For: 1.2.3.4 | real.example"
            })
    void onlyTheLastWordOfTheTrustedProxyCounts(final String lines, final String host) throws Exception {
        try (RunningServer server = server("rest.trusted-proxies", "127.0.0.0/8,::1")) {
            assertThat(ask(server, "/careless/uri", lines.replace(";", "\r\n") + "\r\n"))
                    .endsWith(server.application().uri().getScheme() + "://" + host + "/careless/uri");
        }
    }

    @Test
    void aWildcardIsNoContentType() throws Exception {
        try (RunningServer server = server()) {
            assertThat(ask(server, "/careless/later", "").toLowerCase(java.util.Locale.ROOT))
                    .startsWith("http/1.1 200 ")
                    .doesNotContain("content-type: */*");
        }
    }

    @Test
    void aRefusalBeforeTheBodyClosesTheConnection() throws Exception {
        try (RunningServer server = server("rest.context-path", "/api");
                RawClient client = RawClient.to(server)) {
            client.send("POST /elsewhere HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
            assertThat(client.untilClose().toLowerCase(java.util.Locale.ROOT))
                    .startsWith("http/1.1 404 ")
                    .contains("connection: close");
        }
    }

    @Test
    void aStreamThatBreaksOffIsLoggedOnce() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith.rest")) {
            try (RunningServer server = server();
                    RawClient client = RawClient.to(server)) {
                client.send(GET.formatted("/careless/stream", ""));
                assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ");
                assertThat(log.next(event -> event.getLevel() == Level.ERROR)
                                .getThrowableProxy()
                                .getMessage())
                        .isEqualTo("row 20000 is broken");
            }
            assertThat(log.events()).noneMatch(event -> event.getLevel() == Level.ERROR);
        }
    }

    @Test
    void aSplitHeaderOnAStreamIs500() throws Exception {
        try (RunningServer server = server()) {
            assertThat(ask(server, "/careless/split", ""))
                    .startsWith("HTTP/1.1 500 ")
                    .doesNotContain("Injected");
        }
    }

    /** Does what it should not. */
    @Path("/careless")
    public static final class Careless {

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status) {
            return Response.status(status).build();
        }

        @GET
        @Path("dates")
        public Response dates(@Context final Request request, @Context final HttpHeaders headers) {
            final Response.ResponseBuilder unchanged = request.evaluatePreconditions(new Date(0));
            return unchanged != null
                    ? unchanged.build()
                    : Response.ok("date " + headers.getDate()).build();
        }

        @GET
        @Path("uri")
        public Single<String> uri(@Context final UriInfo uri) {
            return Single.just(uri.getAbsolutePath().toString());
        }

        @GET
        @Path("later")
        public void later(@Suspended final AsyncResponse answer) {
            answer.resume("later");
        }

        @GET
        @Path("stream")
        @Produces(MediaType.APPLICATION_JSON)
        public Flowable<String> stream() {
            return Flowable.range(0, 20_001).map(row -> {
                if (row == 20_000) {
                    throw new IllegalStateException("row 20000 is broken");
                }
                return "row " + row;
            });
        }

        @GET
        @Path("split")
        @Produces(MediaType.APPLICATION_JSON)
        public Flowable<String> split(@Context final org.jboss.resteasy.spi.HttpResponse response) {
            response.getOutputHeaders().putSingle("X-Split", "a\r\nInjected: b");
            return Flowable.range(0, 20_000).map(row -> "row " + row);
        }
    }
}
