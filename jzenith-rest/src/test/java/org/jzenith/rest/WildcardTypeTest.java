package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** A type with a wildcard stands for the types that it contains, and for no others (Jakarta REST 3.1, 3.8). */
final class WildcardTypeTest {

    private static final String PAGE = "<script>alert(1)</script>";

    private static RunningServer server;

    public record Picture(String content) {}

    @Produces("image/*")
    public static final class PictureWriter implements MessageBodyWriter<Picture> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == Picture.class;
        }

        @Override
        public void writeTo(
                final Picture picture,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream target)
                throws IOException {
            target.write(picture.content().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Path("/")
    public static final class UploadResource {

        @GET
        @Path("image/value")
        @Produces("image/*")
        public byte[] value() {
            return PAGE.getBytes(StandardCharsets.UTF_8);
        }

        @GET
        @Path("image/response")
        @Produces("image/*")
        public Response response() {
            return Response.ok(PAGE).build();
        }

        @GET
        @Path("image/later")
        @Produces("image/*")
        public Single<Buffer> later() {
            return Single.just(Buffer.buffer(PAGE));
        }

        @GET
        @Path("image/stream")
        @Produces("image/*")
        public Flowable<Buffer> stream() {
            return Flowable.just(Buffer.buffer(PAGE));
        }

        @GET
        @Path("image/both")
        @Produces({"image/*", "application/json"})
        public String both() {
            return "\"both\"";
        }

        @GET
        @Path("image/of/{type}")
        @Produces("image/*")
        public Response ofType(@PathParam("type") final String type) {
            return Response.ok(PAGE).type("image/" + type).build();
        }

        @GET
        @Path("image/error")
        @Produces("image/*")
        public byte[] error() {
            throw new ClientErrorException(
                    Response.status(Response.Status.CONFLICT).entity(PAGE).build());
        }

        @GET
        @Path("writer")
        public Picture byWriter() {
            return new Picture(PAGE);
        }

        @GET
        @Path("application")
        @Produces("application/*")
        public byte[] application() {
            return PAGE.getBytes(StandardCharsets.UTF_8);
        }

        @GET
        @Path("suffix")
        @Produces("application/*+json")
        public String suffix() {
            return "{}";
        }

        @GET
        @Path("suffix/response")
        @Produces("application/*+json")
        public Response suffixResponse() {
            return Response.ok(Map.of()).build();
        }

        @GET
        @Path("suffix/later")
        @Produces("application/*+json")
        public Single<Map<String, String>> suffixLater() {
            return Single.just(Map.of());
        }

        @GET
        @Path("prefix")
        @Produces("application/vnd.a+*")
        public String prefix() {
            return "{}";
        }

        @GET
        @Path("either")
        @Produces({"application/*", "application/*+json"})
        public Map<String, String> either() {
            return Map.of();
        }

        @GET
        @Path("written")
        public Map<String, String> written() {
            return Map.of();
        }

        @POST
        @Path("suffix")
        @Consumes("application/*+json")
        @Produces("text/plain")
        public String consumed(final Map<String, String> body) {
            return "suffix";
        }

        @POST
        @Path("narrower")
        @Consumes("application/*")
        @Produces("text/plain")
        public String wide(final byte[] body) {
            return "wide";
        }

        @POST
        @Path("narrower")
        @Consumes("application/*+json")
        @Produces("text/plain")
        public String narrow(final byte[] body) {
            return "suffix";
        }

        @POST
        @Path("narrower")
        @Consumes("application/merge-patch+json")
        @Produces("text/plain")
        public String one(final byte[] body) {
            return "one";
        }

        @GET
        @Path("any")
        @Produces("*/*")
        public byte[] any() {
            return PAGE.getBytes(StandardCharsets.UTF_8);
        }

        @GET
        @Path("unnamed")
        public byte[] unnamed() {
            return PAGE.getBytes(StandardCharsets.UTF_8);
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(UploadResource.class).withProviders(new PictureWriter()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/image/value", "/image/response", "/image/later", "/image/stream"})
    void aTypeOutsideTheWildcardIsNotSent(final String path) {
        for (final String accept : new String[] {
            "text/html, */*;q=0.1", "text/html,application/xhtml+xml,*/*;q=0.8", "*/*", "image/*", "text/html, image/*"
        }) {
            assertThat(server.get(path, "Accept", accept).status()).as(accept).isEqualTo(406);
        }
        assertThat(server.get(path, "Accept", "text/html").status()).isEqualTo(406);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/image/value", "/image/response", "/image/later", "/image/stream", "/writer"})
    void aTypeInsideTheWildcardIsSent(final String path) {
        for (final String accept : new String[] {
            "image/png", "text/html, image/png;q=0.5, */*;q=0.1", "image/png, image/jpeg;q=0.5", "image/png ; x=1, */*"
        }) {
            final Answer answer = server.get(path, "Accept", accept);
            assertThat(answer.status()).as(accept).isEqualTo(200);
            assertThat(answer.header("Content-Type")).as(accept).startsWith("image/png");
            assertThat(answer.body()).isEqualTo(PAGE);
        }
    }

    @Test
    void theTypesOfAWriterAreNoOthersEither() {
        assertThat(server.get("/writer", "Accept", "text/html, */*;q=0.1").header("Content-Type"))
                .isEqualTo("application/json");
        assertThat(server.get("/writer", "Accept", "text/html").status()).isEqualTo(406);
    }

    @Test
    void aTypeThatTheResponseNamesIsSent() {
        final Answer answer = server.get("/image/of/png", "Accept", "text/html, */*;q=0.1");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("image/png");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/html, */*;q=0.1", "image/png"})
    void anErrorIsToldThoughItHasNoTypeOfTheMethod(final String accept) {
        final Answer answer = server.get("/image/error", "Accept", accept);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.header("Content-Type")).doesNotContain("html");
        assertThat(answer.body()).isEqualTo(PAGE);
    }

    @Test
    void theRefusalNamesTheHeader() {
        assertThat(server.get("/image/value", "Accept", "text/html, */*;q=0.1")
                        .json()
                        .path("detail")
                        .asText())
                .startsWith("No response format matches the Accept header 'text/html, */*;q=0.1'");
    }

    @Test
    void aConcreteTypeIsBetterThanAWildcard() {
        for (final String accept : new String[] {"*/*", "text/html, */*;q=0.1", "image/*, */*;q=0.1"}) {
            assertThat(server.get("/image/both", "Accept", accept).header("Content-Type"))
                    .as(accept)
                    .isEqualTo("application/json");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/application|*/*|application/octet-stream",
                "/application|application/*|application/octet-stream",
                "/application|text/html, */*;q=0.1|application/octet-stream",
                "/application|application/pdf, */*;q=0.1|application/pdf",
                "/any|*/*|application/octet-stream",
                "/any|image/png, */*;q=0.1|image/png",
                "/unnamed|*/*|application/octet-stream",
                "/unnamed|image/png, */*;q=0.1|image/png"
            })
    void bytesOfNoTypeAreOctets(final String path, final String accept, final String type) {
        assertThat(server.get(path, "Accept", accept).header("Content-Type")).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/any", "/unnamed"})
    void aRefusedTypeIsNotSent(final String path) {
        assertThat(server.get(path, "Accept", "text/html;q=0, */*").header("Content-Type"))
                .isEqualTo("application/octet-stream");
        assertThat(server.get(path, "Accept", "application/octet-stream;q=0, */*")
                        .status())
                .isEqualTo(406);
        assertThat(server.get(path, "Accept", "text/*;q=0, text/html").header("Content-Type"))
                .startsWith("text/html");
    }

    /** RESTEasy's wildcards with a suffix or prefix. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/suffix|application/hal+json|application/hal+json",
                "/suffix/response|application/hal+json|application/hal+json",
                "/suffix/later|application/hal+json|application/hal+json",
                "/suffix|application/json|application/json",
                "/suffix|text/html, application/hal+json;q=0.5, */*;q=0.1|application/hal+json",
                "/prefix|application/vnd.a+xml|application/vnd.a+xml",
                "/either|application/hal+json|application/hal+json",
                "/written|application/hal+json|application/hal+json",
                "/written|*/*|application/json"
            })
    void aSuffixStandsForTheTypesThatHaveIt(final String path, final String accept, final String type) {
        final Answer answer = server.get(path, "Accept", accept);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/suffix", "/suffix/response", "/suffix/later"})
    void aSuffixThatTheClientDoesNotCompleteIsNotSent(final String path) {
        for (final String accept : new String[] {
            "*/*",
            "application/*",
            "application/*+json",
            "application/hal+xml",
            "application/pdf",
            "text/x+json",
            "application/hal+json;q=0"
        }) {
            assertThat(server.get(path, "Accept", accept).status()).as(accept).isEqualTo(406);
        }
    }

    @Test
    void aConsumedSuffixTakesTheTypesThatHaveIt() {
        assertThat(post("/suffix", "application/merge-patch+json")).isEqualTo("200 suffix");
        assertThat(post("/suffix", "application/HAL+JSON;charset=utf-8")).isEqualTo("200 suffix");
        assertThat(post("/suffix", "application/json")).isEqualTo("200 suffix");
        assertThat(post("/suffix", "application/xml")).startsWith("415");
        assertThat(post("/suffix", "application/hal+xml")).startsWith("415");
        assertThat(post("/narrower", "application/merge-patch+json")).isEqualTo("200 one");
        assertThat(post("/narrower", "application/hal+json")).isEqualTo("200 suffix");
        assertThat(post("/narrower", "application/pdf")).isEqualTo("200 wide");
    }

    private static String post(final String path, final String contentType) {
        final Answer answer = server.send("POST", path, "{}", "Content-Type", contentType);
        return answer.status() + " " + answer.body();
    }
}
