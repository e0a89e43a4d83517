package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;

/** A body is read in the charset that its {@code Content-Type} declares, whatever it is read into. */
final class BodyCharsetTest {

    private static final Charset LATIN = StandardCharsets.ISO_8859_1;

    private static final String NAME = "Zoë Müller";

    public record Person(String name) {}

    @Path("/")
    @Produces("text/plain;charset=utf-8")
    public static final class Readers {

        @POST
        @Path("record")
        @Consumes("application/json")
        public String record(final Person person) {
            return person.name();
        }

        @POST
        @Path("single")
        @Consumes("application/vnd.people+json")
        public Single<String> single(final Single<Person> person) {
            return person.map(Person::name);
        }

        @POST
        @Path("object")
        @Consumes("application/json")
        public String object(final JsonObject person) {
            return person.getString("name");
        }

        @POST
        @Path("elements")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        public Single<String> elements(final Flowable<Person> people) {
            return people.map(Person::name).toList().map(names -> String.join(",", names));
        }

        @POST
        @Path("list")
        @Consumes("text/csv")
        public String list(final List<Person> people) {
            return people.get(0).name();
        }

        @PATCH
        @Path("merge")
        public String merge(final MergePatch patch) {
            return patch.applyTo(new Person("before"), Person.class).name();
        }

        @PATCH
        @Path("patch")
        public String patch(final JsonPatch patch) {
            return patch.applyTo(new Person("before"), Person.class).name();
        }

        @POST
        @Path("text")
        @Consumes({"text/plain", "application/json"})
        public String text(final String text) {
            return text;
        }

        @POST
        @Path("reader")
        @Consumes("text/plain")
        public String reader(final Reader text) throws IOException {
            final StringWriter all = new StringWriter();
            text.transferTo(all);
            return all.toString();
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(@FormParam("name") final String name, @FormParam("name") final List<String> all) {
            return all.equals(List.of(name)) ? name : "different";
        }

        @POST
        @Path("map")
        @Consumes("application/x-www-form-urlencoded")
        public String map(final MultivaluedMap<String, String> form) {
            return form.getFirst("name");
        }

        /** The parameter and the entity are read from the same bytes. */
        @POST
        @Path("both")
        @Consumes("application/x-www-form-urlencoded")
        public String both(@FormParam("name") final String name, final MultivaluedMap<String, String> form) {
            return name.equals(form.getFirst("name")) ? name : name + " and " + form.getFirst("name");
        }

        @POST
        @Path("entity")
        @Consumes("application/x-www-form-urlencoded")
        public String entity(final Form form) {
            return form.asMap().getFirst("name");
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Readers.class), Map.of("rest.json.max-size-on-event-loop", "64K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> send(
            final String method, final String path, final String type, final byte[] body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.application().uri() + path))
                                .version(HttpClient.Version.HTTP_1_1)
                                .header("Content-Type", type)
                                .method(method, BodyPublishers.ofByteArray(body))
                                .build(),
                        BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /record | application/json | {\"name\":\"NAME\"}",
                "POST | /single | application/vnd.people+json | {\"name\":\"NAME\"}",
                "POST | /object | application/json | {\"name\":\"NAME\"}",
                "POST | /elements | application/json | [{\"name\":\"NAME\"}]",
                "POST | /elements | application/x-ndjson | {\"name\":\"NAME\"}",
                "POST | /elements | text/csv | name%nNAME%n",
                "POST | /list | text/csv | name%nNAME%n",
                "PATCH | /merge | application/merge-patch+json | {\"name\":\"NAME\"}",
                "PATCH | /patch | application/json-patch+json |"
                        + " [{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"NAME\"}]",
                "POST | /text | text/plain | NAME",
                "POST | /text | application/json | NAME",
                "POST | /reader | text/plain | NAME"
            })
    void itIsReadAsItIsDeclared(final String method, final String path, final String type, final String body)
            throws Exception {
        final String text = body.replace("%n", "\r\n").replace("NAME", NAME);
        for (final String charset : List.of(
                "iso-8859-1", "windows-1252", "UTF-16", "utf-16le", "UTF-16BE", "utf-32", "UTF-8", "\"ISO-8859-15\"")) {
            final HttpResponse<String> answer = send(
                    method,
                    path,
                    type + "; charset=" + charset,
                    text.getBytes(Charset.forName(charset.replace("\"", ""))));
            assertThat(answer.body()).as(charset).isEqualTo(NAME);
        }
        assertThat(send(method, path, type, text.getBytes(StandardCharsets.UTF_8))
                        .body())
                .as("without a charset")
                .isEqualTo(NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/form", "/map", "/both", "/entity"})
    void aFormIsReadAsItIsDeclared(final String path) throws Exception {
        for (final String charset : List.of("ISO-8859-1", "windows-1252", "UTF-8")) {
            final String body = "name=" + URLEncoder.encode(NAME, Charset.forName(charset));
            assertThat(send(
                                    "POST",
                                    path,
                                    "application/x-www-form-urlencoded;charset=" + charset,
                                    body.getBytes(StandardCharsets.US_ASCII))
                            .body())
                    .as(charset)
                    .isEqualTo(NAME);
        }
    }

    /** Characters lie across the pieces in which the body arrives and is converted; each is twice two bytes, or four. */
    @ParameterizedTest
    @ValueSource(strings = {"/record", "/object", "/elements"})
    void aLongBodyIsConvertedInPieces(final String path) throws Exception {
        final String name = "x" + "\uD83D\uDE00é€".repeat(30_000);
        for (final String charset : List.of("UTF-16LE", "GB18030")) {
            final HttpResponse<String> answer = send(
                    "POST",
                    path,
                    "application/json;charset=" + charset,
                    (path.equals("/elements") ? "[{\"name\":\"" + name + "\"}]" : "{\"name\":\"" + name + "\"}")
                            .getBytes(Charset.forName(charset)));
            assertThat(answer.body().equals(name)).as(charset).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"/record, application/json", "/elements, application/x-ndjson", "/elements, text/csv", "/list, text/csv"
    })
    void aBodyThatIsNoTextInItsCharsetIs400(final String path, final String type) throws Exception {
        final byte[] broken = {'{', '"', (byte) 0x81}; // half a character of Shift_JIS
        final HttpResponse<String> answer = send("POST", path, type + ";charset=Shift_JIS", broken);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"The body is not valid Shift_JIS, the charset of its Content-Type.\"");
    }

    /** Overlong sequences, a surrogate, and what is beyond U+10FFFF or begins no sequence (RFC 3629, 4). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /record | application/json | {\"name\":\"NAME\"}",
                "POST | /record | application/json | {\"name\":\"x\",\"NAME\":1}",
                "POST | /single | application/vnd.people+json | {\"name\":\"NAME\"}",
                "POST | /object | application/json | {\"name\":\"NAME\"}",
                "POST | /elements | application/json | [{\"name\":\"NAME\"}]",
                "POST | /elements | application/x-ndjson | {\"name\":\"NAME\"}",
                "POST | /elements | text/csv | name%nNAME%n",
                "POST | /list | text/csv | name%nNAME%n",
                "PATCH | /merge | application/merge-patch+json | {\"name\":\"NAME\"}",
                "PATCH | /patch | application/json-patch+json |"
                        + " [{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"NAME\"}]",
            })
    void whatIsNotUtf8Is400(final String method, final String path, final String type, final String body)
            throws Exception {
        for (final String sequence : List.of(
                "C0AF",
                "C1BF",
                "E080AF",
                "E09FBF",
                "EDA080",
                "EDBFBF",
                "F08080AF",
                "F08FBFBF",
                "F4908080",
                "F5808080",
                "80",
                "FF",
                "C3",
                "E282",
                "C328")) {
            for (final int before : new int[] {0, 7_985, 70_000}) {
                final byte[] sent = body.replace("%n", "\r\n")
                        .replace(
                                "NAME",
                                "x".repeat(before) + new String(HexFormat.of().parseHex(sequence), LATIN))
                        .getBytes(LATIN);
                final HttpResponse<String> answer = send(method, path, type, sent);
                assertThat(answer.statusCode()).as(sequence + answer.body()).isEqualTo(400);
            }
        }
        for (final int before : new int[] {0, 1, 2, 3, 7_980, 7_981, 7_982, 7_983, 70_000}) {
            final String name =
                    "x".repeat(before) + "\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff";
            if (body.contains(":\"NAME")) {
                assertThat(send(method, path, type, body.replace("NAME", name).getBytes(StandardCharsets.UTF_8))
                                .body())
                        .isEqualTo(name);
            }
        }
    }

    @Test
    void aCharsetThatIsNotKnownIs415() throws Exception {
        final HttpResponse<String> answer =
                send("POST", "/record", "application/json;charset=klingon", "{}".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body())
                .contains("The charset 'klingon' of the Content-Type is not supported; send the body in UTF-8.");
    }
}
