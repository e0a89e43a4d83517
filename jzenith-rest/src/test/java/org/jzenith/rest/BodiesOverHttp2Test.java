package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpVersion;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.Http2Client.Answer;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;

/** Bodies of every type, and what refuses them, over HTTP/2. The tests of each type have the cases. */
@InTheClearAndOverTls
final class BodiesOverHttp2Test {

    BodiesOverHttp2Test(final Transport transport) {
        transport.use();
    }

    private static RunningServer server;

    private Http2Client client;

    public record Book(@NotBlank String title, @Min(1) int pages) {}

    @Path("/")
    public static final class Bodies {

        private static final Book BOOK = new Book("The Trial", 255);

        @POST
        @Path("books")
        @Consumes("text/csv")
        @Produces("text/csv")
        public Flowable<Book> stream(final Flowable<@Valid Book> books) {
            return books;
        }

        @POST
        @Path("list")
        @Consumes("text/csv")
        @Produces("text/csv")
        public List<Book> list(final List<@Valid Book> books) {
            return books;
        }

        @PATCH
        @Path("book")
        @Consumes(MergePatch.MEDIA_TYPE)
        public Book merge(final MergePatch patch) {
            return patch.applyTo(BOOK, Book.class);
        }

        @PATCH
        @Path("book")
        @Consumes(JsonPatch.MEDIA_TYPE)
        public Single<Book> patch(final Single<JsonPatch> patch) {
            return patch.map(received -> received.applyTo(BOOK, Book.class));
        }

        @POST
        @Path("form")
        @Consumes(MediaType.MULTIPART_FORM_DATA)
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> form(@FormParam("title") final String title, @FormParam("file") final Part file) {
            return file.content()
                    .map(Buffer::length)
                    .reduce(0, Integer::sum)
                    .map(length -> title + ' ' + file.fileName().orElse("") + ' ' + length);
        }

        @GET
        @Path("other-protocol")
        public Response otherProtocol() {
            return Response.status(426)
                    .header("Upgrade", "example/2")
                    .header("Reason", "old")
                    .build();
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Bodies.class), Map.of("rest.max-body-size", "2M"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        client = Http2Client.to(server);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private Answer send(final String method, final String path, final String type, final String body) throws Exception {
        return send(method, path, type, Buffer.buffer(body));
    }

    private Answer send(final String method, final String path, final String type, final Buffer body) throws Exception {
        final Answer answer = client.send(method, path, body, "content-type", type);
        assertThat(answer.version()).isEqualTo(HttpVersion.HTTP_2);
        return answer;
    }

    @ParameterizedTest
    @CsvSource({"/books", "/list"})
    void csvIsReadAndWritten(final String path) throws Exception {
        final String few = "title,pages\r\n\"Either, Or\",838\r\nKo\u010di\u010dka,7\r\n";
        final Answer answer = send("POST", path, "text/csv", few);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        assertThat(answer.body()).hasToString(few);
        final String invalid =
                send("POST", path, "text/csv", "title,pages\na,1\nb,0\n").body().toString();
        assertThat(invalid).contains("\"status\":400", "[1].pages");
        final String malformed =
                send("POST", path, "text/csv", "title,pages\na,x\n").body().toString();
        assertThat(malformed).contains("\"status\":400", "Line 2 of the body: 'pages' must be a whole number.");
        assertThat(send("POST", path, "text/html", few).status()).isEqualTo(415);
    }

    /** Longer than the window of a stream, so it comes in many pieces. */
    @ParameterizedTest
    @CsvSource({"/books", "/list"})
    void longCsvIsReadWhileItArrives(final String path) throws Exception {
        final String many = IntStream.rangeClosed(1, 40_000)
                .mapToObj(i -> "title " + i + ',' + i + "\r\n")
                .collect(Collectors.joining("", "title,pages\r\n", ""));
        assertThat(send("POST", path, "text/csv", many).body().toString()).isEqualTo(many);
        final Answer tooLong = send("POST", path, "text/csv", "title,pages\r\n" + ("a,1\r\n".repeat(500_000)));
        assertThat(tooLong.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "merge | {\"pages\":9}                                         | 200 | {\"title\":\"The Trial\",\"pages\":9}",
                "merge | {\"pages\":0}                                         | 400 | \"path\":\"pages\"",
                "merge | {\"nope\":0}                                          | 400 | 'nope'",
                "merge | {                                                     | 400 | \"status\":400",
                "json  | [{\"op\":\"replace\",\"path\":\"/pages\",\"value\":9}] | 200 | {\"title\":\"The Trial\",\"pages\":9}",
                "json  | [{\"op\":\"replace\",\"path\":\"/pages\",\"value\":0}] | 400 | \"path\":\"pages\"",
                "json  | [{\"op\":\"test\",\"path\":\"/pages\",\"value\":9}]    | 409 | \"operation\":0",
                "json  | [{\"op\":\"remove\",\"path\":\"/nope\"}]               | 422 | \"operation\":0",
                "json  | {}                                                    | 400 | \"status\":400",
            })
    void patchesAreApplied(final String kind, final String patch, final int status, final String part)
            throws Exception {
        final String type = kind.equals("merge") ? MergePatch.MEDIA_TYPE : JsonPatch.MEDIA_TYPE;
        final Answer answer = send("PATCH", "/book", type, patch);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
        assertThat(answer.body().toString()).contains(part);
    }

    @Test
    void aPatchOfAnotherTypeIs415WithTheTypesThatAreTaken() throws Exception {
        final Answer answer = send("PATCH", "/book", "application/json", "{}");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.headers().get("accept-patch")).contains(MergePatch.MEDIA_TYPE, JsonPatch.MEDIA_TYPE);
    }

    @Test
    void formsAreReadInParts() throws Exception {
        final byte[] content = FormBody.content(500_000);
        final Answer answer = send(
                "POST",
                "/form",
                FormBody.TYPE,
                Buffer.buffer(new FormBody()
                        .field("title", "a")
                        .file("file", "b.bin", "application/octet-stream", content)
                        .bytes()));
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        assertThat(answer.body()).hasToString("a b.bin 500000");
        final Answer cut = send(
                "POST",
                "/form",
                FormBody.TYPE,
                Buffer.buffer(new FormBody().field("title", "a").begun()));
        assertThat(cut.status()).isEqualTo(400);
    }

    /** HTTP/2 has no fields of a connection (RFC 9113, 8.2.2). */
    @Test
    void a426NamesNoProtocol() throws Exception {
        final Answer answer = client.send("GET", "/other-protocol");
        assertThat(answer.status()).isEqualTo(426);
        assertThat(answer.headers().get("reason")).isEqualTo("old");
        assertThat(answer.headers().names()).doesNotContain("upgrade", "connection");
        assertThat(client.send("GET", "/other-protocol").status())
                .as("the connection goes on")
                .isEqualTo(426);
    }
}
