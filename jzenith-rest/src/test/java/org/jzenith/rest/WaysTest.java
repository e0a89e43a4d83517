package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.resteasy.plugins.providers.FileProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** A resource method answers the same in whatever way it answers: at once or later, here or on another thread. */
final class WaysTest {

    private static final Pattern ERROR_ID = Pattern.compile("\"id\":\"[0-9a-f]{16}\"");

    /** An answer does not depend on those before it. */
    private static final int TIMES = 3;

    public static final class Person {

        private final String name;

        Person(final String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    @Path("/bean")
    public static final class OfBean extends Ways<Person> {

        @Override
        Person value() {
            return new Person("Ada");
        }
    }

    @Path("/list")
    public static final class OfList extends Ways<List<Person>> {

        @Override
        List<Person> value() {
            return List.of(new Person("Ada"), new Person("Bob"));
        }
    }

    @Path("/typed")
    @Produces("application/json")
    public static final class OfTyped extends Ways<Person> {

        @Override
        Person value() {
            return new Person("Ada");
        }
    }

    @Path("/string")
    public static final class OfString extends Ways<String> {

        @Override
        String value() {
            return "Ada";
        }
    }

    @Path("/number")
    public static final class OfNumber extends Ways<Integer> {

        @Override
        Integer value() {
            return 17;
        }
    }

    @Path("/response")
    public static final class OfResponse extends Ways<Response> {

        @Override
        Response value() {
            return Response.status(201)
                    .header("X-Own", "1")
                    .entity(new Person("Ada"))
                    .build();
        }
    }

    @Path("/generic")
    public static final class OfGenericEntity extends Ways<GenericEntity<List<Person>>> {

        @Override
        GenericEntity<List<Person>> value() {
            return new GenericEntity<>(List.of(new Person("Ada"))) {};
        }
    }

    @Path("/generic-response")
    public static final class OfGenericResponse extends Ways<Response> {

        @Override
        Response value() {
            return Response.accepted(new GenericEntity<>(List.of(new Marked("Ada"))) {})
                    .build();
        }
    }

    @Path("/subclass")
    public static final class OfResponseSubclass extends Ways<Response> {

        @Override
        Response value() {
            return new OwnResponse(
                    Response.accepted(new Person("Ada")).header("X-Own", "1").build());
        }
    }

    /** Its writer writes the annotations and the type that it is given. */
    record Marked(String name) {}

    @Path("/marked")
    public static final class OfMarked extends Ways<Marked> {

        @Override
        Marked value() {
            return new Marked("Ada");
        }
    }

    @Path("/marked-response")
    public static final class OfMarkedResponse extends Ways<Response> {

        @Override
        Response value() {
            return Response.ok(new Marked("Ada")).build();
        }

        /** Declares {@code Response} instead of the type variable. */
        @Override
        public Response plain() {
            return value();
        }
    }

    @Path("/marked-list")
    public static final class OfMarkedList extends Ways<GenericEntity<List<Marked>>> {

        @Override
        GenericEntity<List<Marked>> value() {
            return new GenericEntity<>(List.of(new Marked("Ada"))) {};
        }
    }

    @Path("/unwritten")
    public static final class OfUnwritten extends Ways<Unwritten> {

        @Override
        Unwritten value() {
            return new Unwritten();
        }
    }

    /** Its writer fails. */
    record Unwritten() {}

    static final class Mapped extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Path("/mapped")
    public static final class OfMapped extends Ways<Person> {

        @Override
        Person value() throws Mapped {
            throw new Mapped();
        }
    }

    static final class MappedBySubclass extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Path("/mapped-subclass")
    public static final class OfMappedBySubclass extends Ways<Person> {

        @Override
        Person value() throws MappedBySubclass {
            throw new MappedBySubclass();
        }
    }

    static final class Mismapped extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Path("/mismapped")
    public static final class OfMismapped extends Ways<Person> {

        @Override
        Person value() throws Mismapped {
            throw new Mismapped();
        }
    }

    @Path("/unknown")
    public static final class OfUnknown extends Ways<Person> {

        @Override
        Person value() {
            throw new IllegalStateException("secret");
        }
    }

    @Path("/web")
    public static final class OfWebApplicationException extends Ways<Person> {

        @Override
        Person value() {
            throw new WebApplicationException(
                    new OwnResponse(Response.status(418).entity("teapot").build()));
        }
    }

    public static final class MappedMapper implements ExceptionMapper<Mapped> {

        @Override
        public Response toResponse(final Mapped exception) {
            return Response.status(409).entity(new Marked("Mapped")).build();
        }
    }

    public static final class SubclassMapper implements ExceptionMapper<MappedBySubclass> {

        @Override
        public Response toResponse(final MappedBySubclass exception) {
            return new OwnResponse(
                    Response.status(409).entity("mapped").header("X-Own", "1").build());
        }
    }

    public static final class FailingMapper implements ExceptionMapper<Mismapped> {

        @Override
        public Response toResponse(final Mismapped exception) {
            throw new IllegalArgumentException("the mapper failed");
        }
    }

    @Produces("application/marked")
    public static final class MarkedWriter extends MarkingWriter<Marked> {}

    @Produces("application/marked")
    public static final class MarkedListWriter extends MarkingWriter<List<Marked>> {}

    abstract static class MarkingWriter<T> implements MessageBodyWriter<T> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return genericType.getTypeName().contains("Marked");
        }

        @Override
        public void writeTo(
                final T value,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            final long marks = Arrays.stream(annotations)
                    .filter(each -> each.annotationType() == Ways.Mark.class)
                    .count();
            final String written = marks + " " + genericType.getTypeName().replace(WaysTest.class.getName() + "$", "");
            output.write(written.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Produces("application/json")
    public static final class FailingWriter implements MessageBodyWriter<Unwritten> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == Unwritten.class;
        }

        @Override
        public void writeTo(
                final Unwritten value,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write("half".getBytes(StandardCharsets.UTF_8));
            throw new IllegalStateException("secret");
        }
    }

    /** RESTEasy's own, which is not among the built-ins, for reading only. */
    @Consumes("*/*")
    static final class FileBody implements MessageBodyReader<File> {

        private final FileProvider provider = new FileProvider();

        @Override
        public boolean isReadable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == File.class;
        }

        @Override
        public File readFrom(
                final Class<File> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            return provider.readFrom(type, genericType, annotations, mediaType, headers, body);
        }
    }

    private static LogLines log;
    private static RunningServer server;

    @BeforeAll
    static void start() {
        log = LogLines.of("org.jzenith.rest");
        server = RunningServer.of(RestPlugin.withResources(
                        OfBean.class,
                        OfList.class,
                        OfTyped.class,
                        OfString.class,
                        OfNumber.class,
                        OfResponse.class,
                        OfGenericEntity.class,
                        OfGenericResponse.class,
                        OfResponseSubclass.class,
                        OfMarked.class,
                        OfMarkedResponse.class,
                        OfMarkedList.class,
                        OfUnwritten.class,
                        OfMapped.class,
                        OfMappedBySubclass.class,
                        OfMismapped.class,
                        OfUnknown.class,
                        OfWebApplicationException.class,
                        Texts.class,
                        Bodies.class)
                .withProviders(
                        MappedMapper.class,
                        SubclassMapper.class,
                        FailingMapper.class,
                        MarkedWriter.class,
                        MarkedListWriter.class,
                        FailingWriter.class,
                        new FileBody()));
    }

    @AfterAll
    static void stop() {
        log.close();
        server.close();
    }

    private static final String FAILED = "500 application/problem+json null {\"type\":\"about:blank\",\"title\":"
            + "\"Internal Server Error\",\"status\":500,\"detail\":\"The server failed to handle the request. Quote the"
            + " id when you report it; the server's log has the cause.\",\"instance\":\"its path\",an id}";

    static Stream<Arguments> whatIsAnswered() {
        return Stream.of(
                Arguments.of("bean", "200 application/json null {\"name\":\"Ada\"}"),
                Arguments.of("list", "200 application/json null [{\"name\":\"Ada\"},{\"name\":\"Bob\"}]"),
                Arguments.of("typed", "200 application/json null {\"name\":\"Ada\"}"),
                Arguments.of("string", "200 application/octet-stream null Ada"),
                Arguments.of("number", "200 text/plain;charset=UTF-8 null 17"),
                Arguments.of("response", "201 application/json 1 {\"name\":\"Ada\"}"),
                Arguments.of("generic", "200 application/json null [{\"name\":\"Ada\"}]"),
                Arguments.of("generic-response", "202 application/marked null 1 java.util.List<Marked>"),
                Arguments.of("subclass", "202 application/json 1 {\"name\":\"Ada\"}"),
                Arguments.of("marked", "200 application/marked null 1 Marked"),
                Arguments.of("marked-response", "200 application/marked null 1 Marked"),
                Arguments.of("marked-list", "200 application/marked null 1 java.util.List<Marked>"),
                Arguments.of("unwritten", FAILED),
                Arguments.of("mapped", "409 application/marked null 0 Marked"),
                Arguments.of("mapped-subclass", "409 application/octet-stream 1 mapped"),
                Arguments.of("mismapped", FAILED),
                Arguments.of("unknown", FAILED),
                Arguments.of("web", "418 application/octet-stream null teapot"));
    }

    @ParameterizedTest
    @MethodSource("whatIsAnswered")
    void allWaysAnswerAlike(final String what, final String expected) {
        final List<String> answers = new ArrayList<>();
        final List<String> same = new ArrayList<>();
        for (final String way : Ways.ALL) {
            for (int time = 1; time <= TIMES; time++) {
                answers.add(way + " " + answer("/" + what + "/" + way));
                same.add(way + " " + expected);
            }
        }
        assertThat(answers).isEqualTo(same);
    }

    @ParameterizedTest
    @FieldSource("org.jzenith.rest.Ways#ALL")
    void whatOnlyMappersOrWritersFailAtIsInTheLogUnderTheIdOfTheAnswer(final String way) {
        for (final String what : List.of("mismapped", "unwritten", "unknown")) {
            final String id =
                    server.get("/" + what + "/" + way).json().get("id").asText();

            assertThat(log.events())
                    .filteredOn(event -> event.getFormattedMessage().contains(id))
                    .as("%s/%s", what, way)
                    .singleElement()
                    .satisfies(event -> assertThat(event.getThrowableProxy()).isNotNull());
        }
    }

    @ParameterizedTest
    @FieldSource("org.jzenith.rest.Ways#ALL")
    void beansAreNotText(final String way) {
        for (int time = 1; time <= TIMES; time++) {
            assertThat(server.get("/bean/" + way, "Accept", "text/plain").status())
                    .isEqualTo(406);
            assertThat(answer("/bean/" + way, "Accept", "text/plain, application/json;q=0.5"))
                    .isEqualTo("200 application/json null {\"name\":\"Ada\"}");
            assertThat(answer("/string/" + way, "Accept", "text/plain"))
                    .isEqualTo("200 text/plain;charset=UTF-8 null Ada");
            assertThat(answer("/number/" + way, "Accept", "text/plain"))
                    .isEqualTo("200 text/plain;charset=UTF-8 null 17");
        }
    }

    /** Its content is sent, never its name. */
    private static final File FILE = new File("pom.xml");

    @Test
    void valuesOfTheJdkAreTextIfTheyAreAsked() throws IOException {
        assertThat(server.get("/text/uuid").body()).isEqualTo("00000000-0000-0001-0000-000000000002");
        assertThat(server.get("/text/instant").body()).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(server.get("/text/enum").body()).isEqualTo("SECONDS");
        assertThat(server.get("/text/bean").status()).isEqualTo(500);
        assertThat(server.get("/text/file").body()).isEqualTo(Files.readString(FILE.toPath()));
    }

    @Path("/text")
    @Produces("text/plain")
    public static final class Texts {

        @GET
        @Path("uuid")
        public UUID uuid() {
            return new UUID(1, 2);
        }

        @GET
        @Path("instant")
        public Instant instant() {
            return Instant.EPOCH;
        }

        @GET
        @Path("enum")
        public TimeUnit unit() {
            return TimeUnit.SECONDS;
        }

        @GET
        @Path("bean")
        public Object bean() {
            return new Person("Ada");
        }

        @GET
        @Path("file")
        public File file() {
            return FILE;
        }
    }

    /** The file of a body is there until the answer is; then it is not. */
    @Path("/bodies")
    public static final class Bodies {

        static final Queue<File> FILES = new ConcurrentLinkedQueue<>();

        @Inject
        private Vertx vertx;

        @POST
        @Path("plain")
        public String plain(final File body) throws IOException {
            return text(body);
        }

        @POST
        @Path("later")
        public Single<String> later(final File body) {
            return Single.create(emitter -> vertx.setTimer(
                    20,
                    fired -> emitter.setDisposable(
                            Single.fromCallable(() -> text(body)).subscribe(emitter::onSuccess, emitter::onError))));
        }

        @POST
        @Path("stream")
        public Single<String> stream(final InputStream body) {
            return Single.create(emitter -> vertx.setTimer(
                    20,
                    fired -> emitter.setDisposable(
                            Single.fromCallable(() -> new String(body.readAllBytes(), StandardCharsets.UTF_8))
                                    .subscribe(emitter::onSuccess, emitter::onError))));
        }

        @POST
        @Path("blocking")
        @Blocking
        public String blocking(final File body) throws IOException {
            return text(body);
        }

        @POST
        @Path("suspended")
        public void suspended(final File body, @Suspended final AsyncResponse answer) {
            vertx.setTimer(20, fired -> {
                try {
                    answer.resume(text(body));
                } catch (final IOException e) {
                    answer.resume(e);
                }
            });
        }

        private static String text(final File body) throws IOException {
            FILES.add(body);
            return Files.readString(body.toPath());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "later", "stream", "blocking", "suspended"})
    void bodiesAreThereUntilTheAnswerIs(final String way) {
        Bodies.FILES.clear();

        final RunningServer.Answer answer =
                server.send("POST", "/bodies/" + way, "the body", "Content-Type", "text/plain");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("the body");
        server.get("/bean/plain"); // the same event loop: what followed the answer is done
        assertThat(Bodies.FILES).hasSize(way.equals("stream") ? 0 : 1).noneMatch(File::exists);
    }

    private static String answer(final String path, final String... headers) {
        final RunningServer.Answer answer = server.get(path, headers);
        return answer.status() + " " + answer.header("Content-Type") + " " + answer.header("X-Own") + " "
                + ERROR_ID.matcher(answer.body()).replaceAll("an id").replace(path, "its path");
    }
}
