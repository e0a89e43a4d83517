package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** The status and the header fields of answers, as RFC 9110 wants them whatever a resource says. */
final class AnswerHeadTest {

    private static RunningServer server;

    /** A writer says all of it in a header. */
    public record Stamp(String text) {}

    static final class StampWriter implements MessageBodyWriter<Stamp> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == Stamp.class;
        }

        @Override
        public void writeTo(
                final Stamp stamp,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream body) {
            headers.add("X-Stamp", stamp.text());
        }
    }

    /** Converts parameters of any type. */
    public static final class Converters implements ParamConverterProvider {

        @Override
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return new ParamConverter<>() {

                @Override
                public T fromString(final String text) {
                    throw new IllegalArgumentException();
                }

                @Override
                public String toString(final T value) {
                    return "converted";
                }
            };
        }
    }

    @Path("/")
    public static final class Headers {

        @GET
        public Response get() {
            final CacheControl cacheControl = new CacheControl();
            cacheControl.setNoStore(true);
            return Response.created(URI.create("/here"))
                    .entity("text")
                    .type(MediaType.TEXT_PLAIN_TYPE)
                    .language(Locale.GERMAN)
                    .lastModified(new Date(0))
                    .expires(new Date(0))
                    .tag(new EntityTag("1"))
                    .cacheControl(cacheControl)
                    .cookie(new NewCookie.Builder("a").value("b").build())
                    .link(URI.create("/next"), "next")
                    .header("X-Number", 1)
                    .header("X-Enum", Response.Status.OK)
                    .build();
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Answers {

        private static Response described(final int status, final Object entity) {
            return Response.status(status)
                    .entity(entity)
                    .type(MediaType.TEXT_PLAIN_TYPE)
                    .language(Locale.ENGLISH)
                    .encoding("identity")
                    .header("Content-Length", 7)
                    .tag("1")
                    .build();
        }

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status) {
            return Response.status(status).entity("text").build();
        }

        @GET
        @Path("status-of-stream/{status}")
        public Response statusOfStream(@PathParam("status") final int status) {
            return Response.status(status)
                    .entity((StreamingOutput) out -> out.write('x'))
                    .build();
        }

        @GET
        @Path("described/{status}")
        public Response plain(@PathParam("status") final int status) {
            return described(status, "content");
        }

        @GET
        @Path("described-single/{status}")
        public Single<Response> single(@PathParam("status") final int status) {
            return Single.just(described(status, "content"));
        }

        @GET
        @Path("described-blocking/{status}")
        @Blocking
        public Response blocking(@PathParam("status") final int status) {
            return described(status, "content");
        }

        @GET
        @Path("described-output/{status}")
        public Response output(@PathParam("status") final int status) {
            final byte[] content = "content".getBytes(StandardCharsets.UTF_8);
            return described(status, (StreamingOutput) out -> {
                out.write(content);
                out.flush();
            });
        }

        @GET
        @Path("vary")
        public Response vary() {
            return Response.ok("varied")
                    .header("Vary", "")
                    .header("Vary", "Origin")
                    .header("Vary", " ")
                    .build();
        }

        @GET
        @Path("vary/nothing")
        public Response varyNothing() {
            return Response.ok("fixed").header("Vary", "").build();
        }

        @GET
        @Path("stamp/plain")
        public Stamp stamp() {
            return new Stamp("a");
        }

        @GET
        @Path("stamp/single")
        public Single<Stamp> stampSingle() {
            return Single.just(new Stamp("a"));
        }

        @GET
        @Path("stamp/blocking")
        @Blocking
        public Response stampBlocking() {
            return Response.ok(new Stamp("a")).build();
        }

        @GET
        @Path("stamp/suspended")
        public void stampSuspended(@Suspended final AsyncResponse answer) {
            answer.resume(new Stamp("a"));
        }

        @GET
        @Path("stamp/thrown")
        @Blocking
        public Stamp stampThrown() {
            throw new jakarta.ws.rs.WebApplicationException(
                    Response.status(409).entity(new Stamp("a")).build());
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Answers.class).withProviders(new StampWriter()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** By their HeaderDelegate, or else by toString (Response.getHeaderString). */
    @Test
    void convertersOfParametersDoNotWriteHeaders() {
        try (RunningServer converting =
                RunningServer.of(RestPlugin.withResources(Headers.class).withProviders(Converters.class))) {
            final RunningServer.Answer answer = converting.get("/");
            assertThat(answer.header("Location")).endsWith("/here");
            assertThat(answer.header("Content-Type")).startsWith("text/plain");
            assertThat(answer.header("Content-Language")).isEqualTo("de");
            assertThat(answer.header("Last-Modified")).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
            assertThat(answer.header("Expires")).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
            assertThat(answer.header("ETag")).isEqualTo("\"1\"");
            assertThat(answer.header("Cache-Control")).contains("no-store");
            assertThat(answer.header("Set-Cookie")).startsWith("a=b");
            assertThat(answer.header("Link")).contains("next");
            assertThat(answer.header("X-Number")).isEqualTo("1");
            assertThat(answer.header("X-Enum")).isEqualTo("OK");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 0, 1, 99, 199, 1000, 2000, 65_736, Integer.MAX_VALUE})
    void aStatusWithoutThreeDigitsIsAnErrorOfTheServer(final int status) throws Exception {
        for (final String path : List.of("/status/", "/status-of-stream/")) {
            try (LogLines log = LogLines.of("org.jzenith");
                    RawClient client = RawClient.to(server)) {
                client.send("GET " + path + status + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                assertThat(client.untilClose()).startsWith("HTTP/1.1 500 ");
                assertThat(log.next("path " + path + status + ",")
                                .getThrowableProxy()
                                .getMessage())
                        .contains("the status " + status);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "described, 204", "described, 205", "described, 304",
        "described-single, 204", "described-single, 205", "described-single, 304",
        "described-blocking, 204", "described-blocking, 205", "described-blocking, 304",
        "described-output, 204", "described-output, 205", "described-output, 304"
    })
    void anAnswerWithoutContentDoesNotDescribeIt(final String path, final int status) throws Exception {
        for (final String method : List.of("GET", "HEAD")) {
            try (RawClient client = RawClient.to(server)) {
                client.send(method + " /" + path + "/" + status + " HTTP/1.1\r\nHost: a\r\n\r\n");
                final String head = client.headOnly().toLowerCase(Locale.ROOT);
                assertThat(head)
                        .startsWith("http/1.1 " + status + " ")
                        .contains("\r\netag: \"1\"\r\n")
                        .doesNotContain(
                                "\ncontent-type",
                                "content-language",
                                "content-encoding",
                                "transfer-encoding",
                                ": 7\r\n");
                assertThat(head.contains("content-length: 0\r\n"))
                        .as(head)
                        .isEqualTo(status == 205); // RFC 9112, 6.3: only the others end with their head
                client.send("GET /vary HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").endsWith("varied");
            }
        }
    }

    @Test
    void anEmptyVaryIsNotWritten() {
        for (final String path : List.of("/vary", "/vary/nothing")) {
            assertThat(server.get(path).response().headers().allValues("Vary"))
                    .isEqualTo(path.equals("/vary") ? List.of("Origin") : List.of());
        }
    }

    @ParameterizedTest
    @CsvSource({"plain, 200", "single, 200", "blocking, 200", "suspended, 200", "thrown, 409"})
    void theHeadersOfAWriterThatWritesNothingElseAreSent(final String way, final int status) {
        final RunningServer.Answer answer = server.get("/stamp/" + way);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("X-Stamp")).isEqualTo("a");
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
    }
}
