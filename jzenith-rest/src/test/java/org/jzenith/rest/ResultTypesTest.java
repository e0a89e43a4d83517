package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of the tables of types in docs/resources.md and docs/bodies.md. */
final class ResultTypesTest {

    record User(@JsonProperty("name") String name) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Nickname.class, name = "nick"))
    interface Named {}

    record Nickname(@JsonProperty("name") String name) implements Named {}

    @Path("/results")
    @Produces("application/json")
    public static final class Results {

        @GET
        @Path("object")
        public User object() {
            return new User("a");
        }

        @GET
        @Path("void")
        public void nothing() {}

        @GET
        @Path("response")
        public Response response() {
            return Response.status(202)
                    .entity(new User("a"))
                    .header("X-Own", "1")
                    .build();
        }

        @GET
        @Path("single")
        public Single<User> single() {
            return Single.just(new User("a"));
        }

        @GET
        @Path("single-elsewhere")
        public Single<User> singleElsewhere() {
            return Single.fromCallable(() -> new User("a")).subscribeOn(Schedulers.io());
        }

        @GET
        @Path("single-list")
        public Single<List<User>> singleList() {
            return Single.just(List.of(new User("a"), new User("b")));
        }

        @GET
        @Path("single-response")
        public Single<Response> singleResponse() {
            return Single.just(Response.status(202).entity(new User("a")).build());
        }

        @GET
        @Path("single-error")
        public Single<User> singleError() {
            return Single.error(new jakarta.ws.rs.ForbiddenException());
        }

        @GET
        @Path("single-null")
        public Single<User> singleNull() {
            return null;
        }

        @GET
        @Path("maybe")
        public Maybe<User> maybe() {
            return Maybe.just(new User("a"));
        }

        @GET
        @Path("maybe-empty")
        public Maybe<User> maybeEmpty() {
            return Maybe.empty();
        }

        @GET
        @Path("completable")
        public Completable completable() {
            return Completable.complete();
        }

        @GET
        @Path("completable-error")
        public Completable completableError() {
            return Completable.error(new jakarta.ws.rs.ForbiddenException());
        }

        @GET
        @Path("stage")
        public CompletionStage<User> stage() {
            return CompletableFuture.supplyAsync(() -> new User("a"));
        }

        @GET
        @Path("stage-error")
        public CompletionStage<User> stageError() {
            return CompletableFuture.supplyAsync(() -> {
                throw new jakarta.ws.rs.ForbiddenException();
            });
        }

        @GET
        @Path("future")
        public Future<User> future() {
            return Future.succeededFuture(new User("a"));
        }

        @GET
        @Path("future-error")
        public Future<User> futureError() {
            return Future.failedFuture(new jakarta.ws.rs.ForbiddenException());
        }

        @GET
        @Path("flowable")
        public Flowable<User> flowable() {
            return Flowable.just(new User("a"), new User("b"));
        }

        @GET
        @Path("flowable-elsewhere")
        public Flowable<User> flowableElsewhere() {
            return Flowable.just(new User("a"), new User("b")).observeOn(Schedulers.computation());
        }

        @GET
        @Path("flowable-strings")
        public Flowable<String> strings() {
            return Flowable.just("a", "\"b\"");
        }

        @GET
        @Path("flowable-typed")
        public Flowable<List<Named>> flowableTyped() {
            return Flowable.just(List.of(new Nickname("a")));
        }

        @GET
        @Path("flowable-mixed")
        public Flowable<Object> flowableMixed() {
            return Flowable.fromArray(
                    Buffer.buffer("{}"), 1, new User("a"), new User("b"), Buffer.buffer("[2]"), "c", List.of(3), true);
        }

        @GET
        @Path("flowable-mixed-lines")
        @Produces("application/x-ndjson")
        public Flowable<Object> flowableMixedLines() {
            return flowableMixed();
        }

        @GET
        @Path("flowable-empty")
        public Flowable<User> flowableEmpty() {
            return Flowable.empty();
        }

        @GET
        @Path("flowable-error")
        public Flowable<User> flowableError() {
            return Flowable.just(new User("a")).concatWith(Flowable.error(new jakarta.ws.rs.ForbiddenException()));
        }

        @GET
        @Path("flowable-lines")
        @Produces("application/x-ndjson")
        public Flowable<User> lines() {
            return Flowable.just(new User("a"), new User("b"));
        }

        @GET
        @Path("flowable-raw")
        @Produces("application/octet-stream")
        public Flowable<Buffer> raw() {
            return Flowable.just(Buffer.buffer("a"), Buffer.buffer("b"));
        }

        @GET
        @Path("flowable-text")
        @Produces("text/plain")
        public Flowable<String> text() {
            return Flowable.just("a", "b");
        }

        @GET
        @Path("observable")
        public Observable<User> observable() {
            return Observable.just(new User("a"), new User("b"));
        }

        @GET
        @Path("buffer")
        public Single<Buffer> buffer() {
            return Single.just(Buffer.buffer("{\"name\":\"a\"}"));
        }

        @GET
        @Path("json-object")
        public JsonObject jsonObject() {
            return new JsonObject().put("name", "a");
        }

        @GET
        @Path("json-array")
        public JsonArray jsonArray() {
            return new JsonArray().add(1).add("a");
        }

        @GET
        @Path("bytes")
        @Produces("application/octet-stream")
        public byte[] bytes() {
            return new byte[] {'a', 'b'};
        }

        @GET
        @Path("stream")
        @Produces("application/octet-stream")
        public InputStream stream() {
            return new ByteArrayInputStream(new byte[] {'a', 'b'});
        }

        @GET
        @Path("output")
        @Produces("application/octet-stream")
        public StreamingOutput output() {
            return out -> out.write("ab".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Path("/bodies")
    @Produces("text/plain")
    public static final class Bodies {

        @POST
        @Path("object")
        public String object(final User user) {
            return user.name();
        }

        @POST
        @Path("single")
        public Single<String> single(final Single<User> user) {
            return user.map(User::name);
        }

        @POST
        @Path("single-rescued")
        public Single<String> singleRescued(final Single<User> user) {
            return user.map(User::name).onErrorReturnItem("rescued");
        }

        @POST
        @Path("buffer")
        public String buffer(final Buffer body) {
            return body.toString();
        }

        @POST
        @Path("json-object")
        public String jsonObject(final JsonObject body) {
            return body.getString("name");
        }

        @POST
        @Path("json-array")
        public String jsonArray(final JsonArray body) {
            return body.getString(0);
        }

        @POST
        @Path("string")
        public String string(final String body) {
            return body;
        }

        @POST
        @Path("bytes")
        public String bytes(final byte[] body) {
            return new String(body, StandardCharsets.UTF_8);
        }

        @POST
        @Path("stream")
        public String stream(final InputStream body) throws java.io.IOException {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }

        @POST
        @Path("reader")
        public String reader(final Reader body) throws java.io.IOException {
            return String.valueOf((char) body.read());
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(final MultivaluedMap<String, String> form) {
            return form.getFirst("a");
        }

        @POST
        @Path("xml")
        public String xml(final javax.xml.transform.Source source) {
            return "read";
        }

        @POST
        @Path("document")
        public String document(final org.w3c.dom.Document document) {
            return document.getDocumentElement().getTextContent();
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Results.class, Bodies.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> results() {
        final String user = "{\"name\":\"a\"}";
        final String users = "[{\"name\":\"a\"},{\"name\":\"b\"}]";
        return Stream.of(
                Arguments.of("object", 200, user),
                Arguments.of("void", 204, ""),
                Arguments.of("response", 202, user),
                Arguments.of("single", 200, user),
                Arguments.of("single-elsewhere", 200, user),
                Arguments.of("single-list", 200, users),
                Arguments.of("single-response", 202, user),
                Arguments.of("single-error", 403, null),
                Arguments.of("single-null", 500, null),
                Arguments.of("maybe", 200, user),
                Arguments.of("maybe-empty", 404, null),
                Arguments.of("completable", 204, ""),
                Arguments.of("completable-error", 403, null),
                Arguments.of("stage", 200, user),
                Arguments.of("stage-error", 403, null),
                Arguments.of("future", 200, user),
                Arguments.of("future-error", 403, null),
                Arguments.of("flowable", 200, users),
                Arguments.of("flowable-elsewhere", 200, users),
                Arguments.of("flowable-strings", 200, "[\"a\",\"\\\"b\\\"\"]"),
                Arguments.of("flowable-mixed", 200, "[{},1,{\"name\":\"a\"},{\"name\":\"b\"},[2],\"c\",[3],true]"),
                Arguments.of(
                        "flowable-mixed-lines",
                        200,
                        "{}\n1\n{\"name\":\"a\"}\n{\"name\":\"b\"}\n[2]\n\"c\"\n[3]\ntrue\n"),
                Arguments.of("flowable-typed", 200, "[[{\"kind\":\"nick\",\"name\":\"a\"}]]"),
                Arguments.of("flowable-empty", 200, "[]"),
                Arguments.of("flowable-error", 403, null),
                Arguments.of("flowable-lines", 200, "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"),
                Arguments.of("flowable-raw", 200, "ab"),
                Arguments.of("flowable-text", 200, "ab"),
                Arguments.of("observable", 200, users),
                Arguments.of("buffer", 200, user),
                Arguments.of("json-object", 200, user),
                Arguments.of("json-array", 200, "[1,\"a\"]"),
                Arguments.of("bytes", 200, "ab"),
                Arguments.of("stream", 200, "ab"),
                Arguments.of("output", 200, "ab"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("results")
    void aResultIsAnswered(final String path, final int status, final String body) {
        final RunningServer.Answer answer = server.get("/results/" + path);
        assertThat(answer.status()).isEqualTo(status);
        if (body != null) {
            assertThat(answer.body()).isEqualTo(body);
        } else {
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        }
        if (path.equals("flowable-elsewhere") && "chunked".equals(answer.header("Transfer-Encoding"))) {
            return; // its source has paused on its thread, so what it had emitted was sent then
        }
        assertThat(answer.header("Transfer-Encoding")).isNull();
        if (status == 204) {
            assertThat(answer.header("Content-Length")).isNull();
        } else {
            assertThat(answer.header("Content-Length"))
                    .isEqualTo(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
        }
    }

    static Stream<Arguments> bodies() {
        final String user = "{\"name\":\"a\"}";
        return Stream.of(
                Arguments.of("object", user, "application/json", 200, "a"),
                Arguments.of("object", "{", "application/json", 400, null),
                Arguments.of("single", user, "application/json", 200, "a"),
                Arguments.of("single", "{", "application/json", 400, null),
                Arguments.of("single", "{\"nam\":1}", "application/json", 400, null),
                Arguments.of("single-rescued", "{", "application/json", 200, "rescued"),
                Arguments.of("buffer", "x", "application/octet-stream", 200, "x"),
                Arguments.of("json-object", user, "application/json", 200, "a"),
                Arguments.of("json-array", "[\"a\"]", "application/json", 200, "a"),
                Arguments.of("string", "x", "text/plain", 200, "x"),
                Arguments.of("bytes", "x", "application/octet-stream", 200, "x"),
                Arguments.of("stream", "x", "application/octet-stream", 200, "x"),
                Arguments.of("reader", "x", "text/plain", 200, "x"),
                Arguments.of("form", "a=x&b=y", "application/x-www-form-urlencoded", 200, "x"),
                Arguments.of("xml", "<a/>", "application/xml", 415, null),
                Arguments.of("document", "<a/>", "text/xml", 415, null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void aBodyIsRead(final String path, final String body, final String type, final int status, final String expected) {
        final RunningServer.Answer answer = server.send("POST", "/bodies/" + path, body, "Content-Type", type);
        assertThat(answer.status()).isEqualTo(status);
        if (expected != null) {
            assertThat(answer.body()).isEqualTo(expected);
        } else {
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @Test
    void anXmlEntityIsNotResolved() {
        final String attack = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>";
        assertThat(server.send("POST", "/bodies/document", attack, "Content-Type", "application/xml")
                        .status())
                .isEqualTo(415);
    }

    @Test
    void aHeadHasALengthAndNoBody() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("HEAD /results/object HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("content-length: 12")
                    .endsWith("\r\n\r\n");
        }
    }
}
