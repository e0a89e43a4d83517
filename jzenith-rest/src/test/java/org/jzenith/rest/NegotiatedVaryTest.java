package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** Caches learn from {@code Vary} which answers the header {@code Accept} has chosen (RFC 9110, 12.5.5). */
final class NegotiatedVaryTest {

    public record Book(String title) {}

    private static final Book BOOK = new Book("The Trial");

    @Path("/books")
    @Produces("application/json")
    public static final class BookResource {

        @GET
        @Path("many")
        @Produces({"application/json", "application/x-ndjson;qs=0.9", "text/event-stream;qs=0.8", "text/csv;qs=0.7"})
        public Flowable<Book> many() {
            return Flowable.just(BOOK);
        }

        @GET
        @Path("two")
        @Produces({"application/json", "text/plain;qs=0.5"})
        public String two() {
            return "\"two\"";
        }

        @GET
        @Path("later")
        @Produces({"application/json", "application/x-ndjson"})
        public Single<Book> later() {
            return Single.just(BOOK);
        }

        @GET
        @Path("blocking")
        @Blocking
        @Produces({"application/json", "application/x-ndjson"})
        public Book blocking() {
            return BOOK;
        }

        @GET
        @Path("methods")
        public Book asJson() {
            return BOOK;
        }

        @GET
        @Path("methods")
        @Produces("text/plain")
        public String asText() {
            return BOOK.title();
        }

        @GET
        @Path("ranges")
        @Produces("text/*")
        public String ranges() {
            return "ranges";
        }

        @GET
        @Path("tagged")
        @Produces({"application/json", "text/plain"})
        public Response tagged(@Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            final Response.ResponseBuilder met = request.evaluatePreconditions(tag);
            return (met == null ? Response.ok("\"tagged\"").tag(tag) : met).build();
        }

        @GET
        @Path("failing")
        @Produces({"application/json", "text/plain"})
        public String failing() {
            throw new NotFoundException("There is no such book.");
        }

        @GET
        @Path("varied")
        @Produces({"application/json", "text/plain"})
        public Response varied() {
            return Response.ok("\"varied\"")
                    .header("Vary", "accept, X-Tenant")
                    .header("Vary", "Accept-Language")
                    .build();
        }

        @GET
        @Path("large")
        @Produces({"application/json", "text/plain"})
        public String large() {
            return "\"" + "x".repeat(10_000) + "\"";
        }

        @GET
        @Path("one")
        public Book one() {
            return BOOK;
        }

        @GET
        @Path("one/stream")
        public Flowable<Book> oneStream() {
            return Flowable.just(BOOK);
        }

        @GET
        @Path("one/weighted")
        @Produces({"application/json;qs=0.5", "application/json;qs=0.7"})
        public Book oneWeighted() {
            return BOOK;
        }

        @GET
        @Path("one/valid")
        public Book oneValid(@QueryParam("page") @Min(1) final int page) {
            return BOOK;
        }
    }

    @Path("/unnamed")
    public static final class UnnamedResource {

        @GET
        public String unnamed() {
            return "unnamed";
        }

        @PUT
        @Path("completable")
        public Completable completable() {
            return Completable.complete();
        }

        @DELETE
        public void nothing() {}

        @GET
        @Path("sink")
        @Produces("text/event-stream")
        public void sink(@Context final SseEventSink sink, @Context final Sse sse) {
            sink.send(sse.newEvent("one")).thenRun(sink::close);
        }
    }

    private static RunningServer server(final Map<String, Object> configuration) {
        return RunningServer.of(RestPlugin.withResources(BookResource.class, UnnamedResource.class), configuration);
    }

    private static List<String> vary(final Answer answer) {
        return answer.response().headers().allValues("Vary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/books/many",
                "/books/two",
                "/books/later",
                "/books/blocking",
                "/books/methods",
                "/books/ranges",
                "/books/tagged",
                "/books/failing",
                "/books/large",
                "/unnamed"
            })
    void anAnswerThatAcceptChoosesSaysSo(final String path) {
        try (RunningServer server = server(Map.of())) {
            for (int time = 0; time < 3; time++) { // the second time the decisions are known
                for (final String method : List.of("GET", "HEAD")) {
                    assertThat(vary(server.send(method, path, null))).containsExactly("Accept");
                    assertThat(vary(server.send(method, path, null, "Accept", "application/json, text/*;q=0.3")))
                            .containsExactly("Accept");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, application/json",
        "application/x-ndjson, application/x-ndjson",
        "text/event-stream, text/event-stream",
        "text/csv, text/csv"
    })
    void eachRepresentationOfAStreamSaysIt(final String accept, final String type) {
        try (RunningServer server = server(Map.of())) {
            final Answer answer = server.get("/books/many", "Accept", accept);
            assertThat(answer.header("Content-Type")).startsWith(type);
            assertThat(vary(answer)).containsExactly("Accept");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /books/one, 200",
        "HEAD, /books/one, 200",
        "GET, /books/one/stream, 200",
        "GET, /books/one/weighted, 200",
        "PUT, /unnamed/completable, 204",
        "DELETE, /unnamed, 204",
        "GET, /unnamed/sink, 200",
        "OPTIONS, /books/one, 200",
        "POST, /books/one, 405",
        "GET, /nothing, 404"
    })
    void anAnswerOfOneTypeDoesNot(final String method, final String path, final int status) {
        try (RunningServer server = server(Map.of())) {
            final Answer answer = server.send(method, path, null);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(vary(answer)).isEmpty();
        }
    }

    @Test
    void a304SaysItAsThe200Does() {
        try (RunningServer server = server(Map.of())) {
            final Answer unchanged = server.get("/books/tagged", "If-None-Match", "\"1\"");
            assertThat(unchanged.status()).isEqualTo(304);
            assertThat(vary(unchanged)).containsExactly("Accept");
        }
        try (RunningServer server = server(Map.of("rest.automatic-entity-tags", true))) {
            final Answer first = server.get("/books/two");
            final Answer unchanged = server.get("/books/two", "If-None-Match", first.header("ETag"));
            assertThat(unchanged.status()).isEqualTo(304);
            assertThat(vary(unchanged)).containsExactly("Accept");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/books/one", "/books/two", "/books/methods", "/unnamed"})
    void a406SaysIt(final String path) {
        try (RunningServer server = server(Map.of())) {
            final Answer refused = server.get(path, "Accept", "image/png;q=1, text/html;q=0, text/plain;q=0");
            if (refused.status() == 200) {
                assertThat(path).isEqualTo("/unnamed"); // a string has the type that the client asks for
            } else {
                assertThat(refused.status()).isEqualTo(406);
                assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            }
            assertThat(vary(refused)).containsExactly("Accept");
        }
    }

    @Test
    void itIsOneFieldWithThoseOfTheApplicationOfCorsAndOfCompression() {
        try (RunningServer server =
                server(Map.of("rest.cors.origins", "https://shop.example.org", "rest.compression.enabled", true))) {
            assertThat(vary(server.get("/books/varied"))).containsExactly("accept, X-Tenant, Accept-Language, Origin");
            assertThat(vary(server.get("/books/large", "Accept-Encoding", "gzip")))
                    .containsExactly("Accept, Origin, Accept-Encoding");
            assertThat(vary(server.get("/books/one"))).containsExactly("Origin");
            assertThat(vary(server.get("/books/one", "Accept", "image/png"))).containsExactly("Accept, Origin");
        }
    }

    /** A problem keeps its type, even if the method produces what the client accepts. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html", "text/plain", "application/json", "*/*", "text/html, */*;q=0.1"})
    void aProblemIsAProblemWhateverTheClientAccepts(final String accept) {
        try (RunningServer server = server(Map.of())) {
            for (final String path : List.of("/nothing", "/books/failing")) {
                final Answer answer = server.get(path, "Accept", accept);
                final boolean isRefused = path.endsWith("failing") && accept.equals("text/html");
                assertThat(answer.status()).isEqualTo(isRefused ? 406 : 404);
                assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.json().get("status").asInt()).isEqualTo(answer.status());
            }
        }
    }

    @Test
    void violationsVaryByTheirLanguage() {
        try (RunningServer server = server(Map.of())) {
            final Answer german = server.get("/books/one/valid?page=0", "Accept-Language", "de");
            assertThat(german.status()).isEqualTo(400);
            assertThat(german.body()).contains("muss");
            assertThat(vary(german)).containsExactly("Accept-Language");
            assertThat(vary(server.get("/books/one/valid?page=1"))).isEmpty();
        }
    }
}
