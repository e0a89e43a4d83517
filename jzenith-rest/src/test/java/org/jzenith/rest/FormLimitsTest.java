package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** Forms of the type {@code application/x-www-form-urlencoded} with many fields, in each way in which a method takes them. */
final class FormLimitsTest {

    private static final int LIMIT = 20;

    private static RunningServer server;

    @Path("/")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Forms {

        @POST
        @Path("parameter")
        public String parameter(@FormParam("f1") final String first) {
            return first;
        }

        @POST
        @Path("map")
        public String map(final MultivaluedMap<String, String> form) {
            return form.getFirst("f1");
        }

        @POST
        @Path("form")
        public String form(final Form form) {
            return form.asMap().getFirst("f1");
        }

        /** The parameter and the entity are read from the same bytes. */
        @POST
        @Path("both")
        public String both(@FormParam("f1") final String first, final MultivaluedMap<String, String> form) {
            assertThat(form.getFirst("f1")).isEqualTo(first);
            return first;
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Forms.class), Map.of("rest.max-form-fields", LIMIT));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Answer post(final String path, final int fields) {
        final String form = IntStream.rangeClosed(1, fields)
                .mapToObj(i -> "f" + i + "=" + i)
                .collect(Collectors.joining("&"));
        return server.send("POST", path, form, "Content-Type", MediaType.APPLICATION_FORM_URLENCODED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/parameter", "/map", "/form", "/both"})
    void aFormWithAsManyFieldsAsTheLimitIsRead(final String path) {
        final Answer answer = post(path, LIMIT);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/parameter", "/map", "/form", "/both"})
    void aFormWithMoreFieldsIs413(final String path) {
        for (final int fields : new int[] {LIMIT + 1, 500_000}) {
            final Answer answer = post(path, fields);
            assertThat(answer.status()).as(answer.body()).isEqualTo(413);
            assertThat(answer.json().get("limit").asText()).isEqualTo("max-form-fields");
            assertThat(answer.json().get("detail").asText()).isEqualTo("The form has more than 20 fields.");
        }
    }

    /** The separator of fields is another byte in some charsets. */
    @ParameterizedTest
    @ValueSource(strings = {"/parameter", "/map", "/form", "/both"})
    void theCharsetDoesNotHideFields(final String path) throws Exception {
        for (final String charset : List.of("utf-16", "utf-16le", "utf-32be", "ibm037", "iso-8859-1")) {
            for (final int fields : new int[] {LIMIT, 10_000}) {
                final byte[] form = IntStream.rangeClosed(1, fields)
                        .mapToObj(i -> "f" + i + "=" + i)
                        .collect(Collectors.joining("&"))
                        .getBytes(Charset.forName(charset));
                final HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(server.application().uri() + path))
                                        .header(
                                                "Content-Type",
                                                MediaType.APPLICATION_FORM_URLENCODED + "; charset=" + charset)
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(form))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode())
                        .as("%s fields in %s: %s", fields, charset, answer.body())
                        .isEqualTo(fields > LIMIT ? 413 : 200);
            }
        }
    }
}
