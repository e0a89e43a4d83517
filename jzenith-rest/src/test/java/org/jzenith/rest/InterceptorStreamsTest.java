package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** The streams that filters and interceptors set are closed, and the headers that they set late are sent or reported. */
final class InterceptorStreamsTest {

    /** More than a worker thread writes before it is sent. */
    private static final int LONG = 100_000;

    /** The streams of filters and interceptors that are not closed. */
    private static final AtomicInteger OPEN = new AtomicInteger();

    private static RunningServer server;

    record Note(String text) {}

    /** Its writer fails after the first byte. */
    record Unwritten() {}

    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** Methods for each kind of content. */
    @Path("/")
    @Produces("text/plain")
    public static final class Bodies {

        @GET
        @Path("text")
        public String text() {
            return "content";
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.just("content").delay(1, java.util.concurrent.TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("stage")
        public CompletionStage<String> stage() {
            final CompletableFuture<String> stage = new CompletableFuture<>();
            new Thread(() -> stage.complete("content")).start();
            return stage;
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return "content";
        }

        @GET
        @Path("json")
        @Produces("application/json")
        public Note json() {
            return new Note("content");
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.accepted("content").header("X-Own", "1").build();
        }

        @GET
        @Path("mapped")
        public String mapped() throws Refused {
            throw new Refused();
        }

        @GET
        @Path("file")
        public java.nio.file.Path file() throws IOException {
            final java.nio.file.Path file = Files.createTempFile("interceptor", ".txt");
            file.toFile().deleteOnExit();
            return Files.writeString(file, "content");
        }

        @GET
        @Path("output")
        public StreamingOutput output() {
            return output -> output.write("content".getBytes(StandardCharsets.UTF_8));
        }

        @GET
        @Path("long")
        public StreamingOutput longOutput() {
            return output -> {
                for (int i = 0; i < LONG; i++) {
                    output.write('a' + i % 26);
                }
            };
        }

        @GET
        @Path("input")
        public InputStream input() {
            return new ByteArrayInputStream("content".getBytes(StandardCharsets.UTF_8));
        }

        @GET
        @Path("nothing")
        public void nothing() {}

        @GET
        @Path("unwritten")
        public Response unwritten() {
            return Response.ok(new Unwritten()).header("X-Own", "1").build();
        }

        @POST
        @Path("text")
        public String echo(final String text) {
            return text;
        }

        @POST
        @Path("input")
        public String input(final InputStream body) throws IOException {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }

        @POST
        @Path("json")
        public String json(final Note note) {
            return note.text();
        }

        @POST
        @Path("later")
        @Blocking
        public String later(final InputStream body) throws IOException {
            return input(body);
        }
    }

    public static final class RefusedMapper implements ExceptionMapper<Refused> {

        @Override
        public Response toResponse(final Refused exception) {
            return Response.status(409).entity("content").type("text/plain").build();
        }
    }

    public static final class UnwrittenWriter implements MessageBodyWriter<Unwritten> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == Unwritten.class;
        }

        @Override
        public void writeTo(
                final Unwritten value,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write('x');
            throw new IOException("on purpose");
        }
    }

    private static OutputStream replaced(final String kind, final OutputStream output) throws IOException {
        OPEN.incrementAndGet();
        final OutputStream counted = new CountedOutput(output);
        return switch (kind) {
            case "gzip" -> new GZIPOutputStream(counted);
            case "plain" -> counted;
            default -> new BufferedOutputStream(counted, 2 * LONG);
        };
    }

    private static final class CountedOutput extends java.io.FilterOutputStream {

        CountedOutput(final OutputStream output) {
            super(output);
        }

        @Override
        public void close() throws IOException {
            OPEN.decrementAndGet();
            super.close();
        }
    }

    private static final class CountedInput extends FilterInputStream {

        private boolean closed;

        CountedInput(final InputStream input) {
            super(input);
            OPEN.incrementAndGet();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
            super.close();
        }
    }

    /** Does what the request asks for. */
    public static final class Interceptor implements WriterInterceptor, ReaderInterceptor {

        @Context
        private HttpHeaders headers;

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            final String kind = headers.getHeaderString("X-Interceptor");
            if (kind != null && !kind.equals("late")) {
                context.setOutputStream(replaced(kind, context.getOutputStream()));
            }
            context.proceed();
            if ("late".equals(kind)) {
                context.getHeaders().putSingle("X-Late", "yes");
            }
        }

        @Override
        public Object aroundReadFrom(final ReaderInterceptorContext context) throws IOException {
            if (headers.getHeaderString("X-Interceptor") != null) {
                context.setInputStream(new CountedInput(context.getInputStream()));
            }
            return context.proceed();
        }
    }

    public static final class Filter implements ContainerRequestFilter, ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("X-Filter") != null && request.hasEntity()) {
                request.setEntityStream(new CountedInput(request.getEntityStream()));
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response)
                throws IOException {
            final String kind = request.getHeaderString("X-Filter");
            if (kind != null) {
                response.setEntityStream(replaced(kind, response.getEntityStream()));
            }
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Bodies.class)
                        .withProviders(Interceptor.class, Filter.class, RefusedMapper.class, UnwrittenWriter.class),
                Map.of("rest.fail-on-warnings", false));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                        "text",
                        "later",
                        "stage",
                        "blocking",
                        "json",
                        "response",
                        "mapped",
                        "file",
                        "output",
                        "long",
                        "input")
                .flatMap(path -> Stream.of(
                        Arguments.of(path, List.of("X-Interceptor", "buffered")),
                        Arguments.of(path, List.of("X-Interceptor", "gzip")),
                        Arguments.of(path, List.of("X-Filter", "plain")),
                        Arguments.of(path, List.of("X-Filter", "buffered")),
                        Arguments.of(path, List.of("X-Filter", "gzip")),
                        Arguments.of(path, List.of("X-Filter", "buffered", "X-Interceptor", "gzip"))));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyIsWholeThroughEveryStream(final String path, final List<String> headers) throws Exception {
        final RunningServer.Answer plain = server.get("/" + path);
        final HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.application().uri() + "/" + path))
                .headers(headers.toArray(String[]::new))
                .build();
        final HttpResponse<byte[]> sent =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        final byte[] content = headers.contains("gzip")
                ? new GZIPInputStream(new ByteArrayInputStream(sent.body())).readAllBytes()
                : sent.body();
        assertThat(new String(content, StandardCharsets.UTF_8)).isEqualTo(plain.body());
        assertThat(sent.statusCode()).isEqualTo(plain.status());
        assertThat(OPEN).hasValue(0);
    }

    @Test
    void aResponseWithoutContentHasNone() {
        final RunningServer.Answer answer = server.get("/nothing", "X-Filter", "gzip");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(OPEN).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Interceptor", "X-Filter"})
    void aFailedWriterLeavesNeitherStreamsNorHeaders(final String header) {
        final RunningServer.Answer answer = server.get("/unwritten", header, "buffered");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.json().get("status").asInt()).isEqualTo(500);
        assertThat(answer.header("X-Own")).isNull();
        assertThat(OPEN).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "later", "stage", "blocking", "json", "response", "mapped", "output", "input"})
    void headersSetAfterTheFirstByteAreSent(final String path) {
        assertThat(server.get("/" + path, "X-Interceptor", "late").header("X-Late"))
                .isEqualTo("yes");
    }

    @Test
    void headersSetAfterTheHeadIsSentAreReported() {
        try (LogLines log = LogLines.of("org.jzenith")) {
            final RunningServer.Answer answer = server.get("/long", "X-Interceptor", "late");
            assertThat(answer.body()).hasSize(LONG);
            assertThat(answer.header("X-Late")).isNull();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("Headers were set after the first bytes", "[X-Late] of GET /long");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "input", "json", "later"})
    void streamsOfRequestsAreClosed(final String path) {
        final String body = path.equals("json") ? "{\"text\":\"content\"}" : "content";
        final String type = path.equals("json") ? "application/json" : "text/plain";
        for (final String header : List.of("X-Interceptor", "X-Filter")) {
            final RunningServer.Answer answer =
                    server.send("POST", "/" + path, body, "Content-Type", type, header, "buffered");
            assertThat(answer.body()).isEqualTo("content");
            Await.until("the stream is closed", () -> OPEN.get() == 0);
        }
    }
}
