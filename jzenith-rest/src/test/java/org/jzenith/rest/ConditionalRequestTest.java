package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** Preconditions of requests (RFC 9110, 13) as {@code Request.evaluatePreconditions} answers them, HEAD and OPTIONS. */
final class ConditionalRequestTest {

    private static final Date CHANGED = Date.from(Instant.parse("2026-03-01T12:00:00Z"));

    private static RunningServer server;

    /** Has a strong tag, a weak tag, a date, or nothing yet. */
    @Path("/thing")
    @Produces("text/plain")
    public static final class Thing {

        private static Response answer(final Response.ResponseBuilder met, final EntityTag tag) {
            return (met == null ? Response.ok("content") : met).tag(tag).build();
        }

        @GET
        @Path("strong")
        public Response strong(@Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            return answer(request.evaluatePreconditions(tag), tag);
        }

        @PUT
        @Path("strong")
        public Single<Response> change(final String body, @Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            return Single.just(answer(request.evaluatePreconditions(tag), tag));
        }

        @GET
        @Path("weak")
        public Response weak(@Context final Request request) {
            final EntityTag tag = new EntityTag("1", true);
            return answer(request.evaluatePreconditions(tag), tag);
        }

        @PUT
        @Path("weak")
        public Response changeWeak(final String body, @Context final Request request) {
            final EntityTag tag = new EntityTag("1", true);
            return answer(request.evaluatePreconditions(tag), tag);
        }

        @GET
        @Path("dated")
        public Response dated(@Context final Request request) {
            final Response.ResponseBuilder met = request.evaluatePreconditions(CHANGED);
            return (met == null ? Response.ok("content") : met)
                    .lastModified(CHANGED)
                    .build();
        }

        @PUT
        @Path("dated")
        public Response changeDated(final String body, @Context final Request request) {
            final Response.ResponseBuilder met = request.evaluatePreconditions(CHANGED);
            return met == null ? Response.noContent().build() : met.build();
        }

        @GET
        @Path("both")
        public Response both(@Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            return answer(request.evaluatePreconditions(CHANGED, tag), tag);
        }

        @PUT
        @Path("new")
        public Response create(final String body, @Context final Request request) {
            final Response.ResponseBuilder met = request.evaluatePreconditions();
            return met == null ? Response.noContent().build() : met.build();
        }

        @GET
        @Path("untagged/{length}")
        public String untagged(@PathParam("length") final int length) {
            return "x".repeat(length);
        }

        @GET
        @Path("secret")
        public Response secret() {
            return Response.ok("secret")
                    .header("Cache-Control", "private, No-Store")
                    .build();
        }

        @POST
        @Path("posted")
        public String posted(final String body) {
            return body;
        }

        @DELETE
        @Path("dated")
        public void delete() {}

        @GET
        @Path("stream")
        public Flowable<String> stream() {
            return Flowable.just("a", "b");
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Thing.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "GET | strong | If-None-Match | \"1\" | 304",
                "GET | strong | If-None-Match | W/\"1\" | 304",
                "GET | strong | If-None-Match | \"0\", \"1\" | 304",
                "GET | strong | If-None-Match | \"0\",W/\"1\" | 304",
                "GET | strong | If-None-Match | * | 304",
                "GET | strong | If-None-Match | \"2\" | 200",
                "GET | weak | If-None-Match | W/\"1\" | 304",
                "GET | weak | If-None-Match | \"1\" | 304",
                "HEAD | strong | If-None-Match | \"1\" | 304",
                "PUT | strong | If-None-Match | \"1\" | 412",
                "PUT | strong | If-None-Match | W/\"1\" | 412",
                "PUT | strong | If-None-Match | * | 412",
                "PUT | strong | If-None-Match | \"2\" | 200",
                "PUT | strong | If-Match | \"1\" | 200",
                "PUT | strong | If-Match | \"0\", \"1\" | 200",
                "PUT | strong | If-Match | * | 200",
                "PUT | strong | If-Match | W/\"1\" | 412",
                "PUT | strong | If-Match | \"2\" | 412",
                "PUT | weak | If-Match | W/\"1\" | 412",
                "PUT | weak | If-Match | \"1\" | 412",
                "PUT | weak | If-Match | * | 200",
                "GET | strong | If-Match | \"2\" | 412",
                "PUT | new | If-Match | * | 412",
                "PUT | new | If-Match | \"1\" | 412",
                "PUT | new | If-None-Match | * | 204",
                "GET | dated | If-Modified-Since | Sun, 01 Mar 2026 12:00:00 GMT | 304",
                "GET | dated | If-Modified-Since | Sun, 01 Mar 2026 12:00:01 GMT | 304",
                "GET | dated | If-Modified-Since | Sun, 01 Mar 2026 11:59:59 GMT | 200",
                "GET | dated | If-Modified-Since | yesterday | 200",
                "PUT | dated | If-Modified-Since | Sun, 01 Mar 2026 12:00:00 GMT | 204",
                "PUT | dated | If-Unmodified-Since | Sun, 01 Mar 2026 12:00:00 GMT | 204",
                "PUT | dated | If-Unmodified-Since | Sun, 01 Mar 2026 11:59:59 GMT | 412",
                "PUT | dated | If-Unmodified-Since | yesterday | 204",
            })
    void preconditionsAreThoseOfTheStandard(
            final String method, final String path, final String header, final String value, final int status) {
        final Answer answer = server.send(method, "/thing/" + path, method.equals("PUT") ? "x" : null, header, value);
        assertThat(answer.status()).isEqualTo(status);
        if (status == 304) {
            assertThat(answer.body()).isEmpty();
            if (!path.equals("dated")) {
                assertThat(answer.header("ETag")).isEqualTo(path.equals("weak") ? "W/\"1\"" : "\"1\"");
            }
        }
    }

    /** A client that forgets the quotes learns that, and not that the thing has changed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "PUT | If-Match | 1",
                "PUT | If-Match | \"0\", 1",
                "PUT | If-Match | \"1",
                "PUT | If-Match | \"1\" \"2\"",
                "PUT | If-Match | \"1\", *",
                "PUT | If-Match | w/\"1\"",
                "GET | If-None-Match | 1",
                "GET | If-None-Match | \"1\", 2",
            })
    void aMalformedTagIs400(final String method, final String header, final String value) {
        final Answer answer = server.send(method, "/thing/strong", method.equals("PUT") ? "x" : null, header, value);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asText())
                .isEqualTo("The header " + header + " has a malformed entity tag; send tags in quotes, such as"
                        + " \"v1\", with commas between them.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\",", ", \"1\"", "\"0\" ,\t\"1\"", "\"0,\",,\"1\""})
    void aListOfTagsMayHaveEmptyElements(final String tags) {
        assertThat(server.send("PUT", "/thing/strong", "x", "If-Match", tags).status())
                .isEqualTo(200);
    }

    /** RFC 9110, 13.2.2: a tag says more than a date. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"1\" | Sun, 01 Mar 2026 11:00:00 GMT | 304",
                "\"2\" | Sun, 01 Mar 2026 13:00:00 GMT | 200",
            })
    void aTagWinsOverADate(final String tag, final String date, final int status) {
        assertThat(server.get("/thing/both", "If-None-Match", tag, "If-Modified-Since", date)
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/thing/dated", "/thing/stream", "/health", "/nothing-here"})
    void aHeadHasTheHeadersOfTheGet(final String path) {
        final Answer get = server.get(path);
        final Answer head = server.send("HEAD", path, null);
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.body()).isEmpty();
        for (final String name : new String[] {"Content-Length", "Content-Type", "Last-Modified", "Vary"}) {
            assertThat(head.header(name)).as(name).isEqualTo(get.header(name));
        }
    }

    @Test
    void tagsAreMadeOfTheContentIfTheApplicationWantsIt() throws Exception {
        try (RunningServer tagging = RunningServer.of(
                        RestPlugin.withResources(Thing.class),
                        Map.of("rest.automatic-entity-tags", true, "rest.compression.enabled", true));
                Http2Client second = Http2Client.to(tagging)) {
            final Answer first = tagging.get("/thing/untagged/5000");
            final String tag = first.header("ETag");
            assertThat(tag).matches("\"[0-9a-f]{32}\"");
            assertThat(tagging.send("HEAD", "/thing/untagged/5000", null).header("ETag"))
                    .isEqualTo(tag);
            assertThat(tagging.get("/thing/untagged/5001").header("ETag")).isNotEqualTo(tag);
            for (final String known : new String[] {tag, "W/" + tag, "\"0\", " + tag, "*"}) {
                final Answer same = tagging.get("/thing/untagged/5000", "If-None-Match", known);
                assertThat(same.status()).isEqualTo(304);
                assertThat(same.header("ETag")).isEqualTo(tag);
                assertThat(same.header("Content-Type")).isNull();
                assertThat(same.body()).isEmpty();
                assertThat(second.send("GET", "/thing/untagged/5000", "If-None-Match", known)
                                .status())
                        .isEqualTo(304);
            }
            assertThat(tagging.get("/thing/untagged/5000", "If-None-Match", "\"0\"", "If-None-Match", tag)
                            .status())
                    .isEqualTo(304);
            final Answer encoded = tagging.get("/thing/untagged/5000", "Accept-Encoding", "gzip");
            assertThat(encoded.header("ETag")).isEqualTo(tag.replaceAll("\"$", "--gzip\""));
            final Answer same = tagging.get(
                    "/thing/untagged/5000", "Accept-Encoding", "gzip", "If-None-Match", encoded.header("ETag"));
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.header("ETag")).isEqualTo(encoded.header("ETag"));
            assertThat(tagging.get(
                                    "/thing/untagged/5000",
                                    "Accept-Encoding",
                                    "gzip",
                                    "If-None-Match",
                                    "\"0\"",
                                    "If-None-Match",
                                    encoded.header("ETag"))
                            .status())
                    .isEqualTo(304);
            assertThat(tagging.get("/thing/untagged/2000000").header("ETag")).isNull();
            assertThat(tagging.get("/thing/secret").header("ETag")).isNull();
            assertThat(tagging.get("/thing/strong").header("ETag")).isEqualTo("\"1\"");
            assertThat(tagging.get("/nothing-here").header("ETag")).isNull();
            assertThat(tagging.post("/thing/posted", "{}", "If-None-Match", "*").status())
                    .isEqualTo(200);
        }
        assertThat(server.get("/thing/untagged/5000").header("ETag")).isNull();
    }

    @Test
    void optionsNameTheMethods() {
        final Answer answer = server.send("OPTIONS", "/thing/dated", null);
        assertThat(answer.status()).isBetween(200, 204);
        assertThat(Arrays.stream(answer.header("Allow").split(", *")).sorted())
                .containsExactly("DELETE", "GET", "HEAD", "OPTIONS", "PUT");
        assertThat(server.send("OPTIONS", "/nothing-here", null).status()).isEqualTo(404);
        final Answer notAllowed = server.post("/thing/dated", "{}");
        assertThat(notAllowed.status()).isEqualTo(405);
        assertThat(Arrays.stream(notAllowed.header("Allow").split(", *")).sorted())
                .containsExactly("DELETE", "GET", "HEAD", "OPTIONS", "PUT");
    }
}
