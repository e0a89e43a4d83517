package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.StreamingClient.Answer;

/** A form of the type {@code application/x-www-form-urlencoded} that a field and the entity are read from. */
@OverBothVersions
final class FormReadTwiceTest {

    private static final String FORM = "a=x%26admin%3Dtrue&b=%25+%2B&empty=&b=2";

    private static RunningServer server;
    private static RunningServer filtered;

    private final HttpVersion version;

    FormReadTwiceTest(final HttpVersion version) {
        this.version = version;
    }

    @Path("/")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Forms {

        @FormParam("a")
        private String ofResource;

        @POST
        @Path("map")
        public String map(@FormParam("a") final String a, final MultivaluedMap<String, String> form) {
            return a + " " + ofResource + " " + ordered(form);
        }

        @POST
        @Path("entity-first")
        public String entityFirst(final MultivaluedMap<String, String> form, @FormParam("a") final String a) {
            return a + " " + ofResource + " " + ordered(form);
        }

        @POST
        @Path("form")
        public String form(@FormParam("a") final String a, final Form form) {
            return a + " " + ofResource + " " + ordered(form.asMap());
        }

        @POST
        @Path("text")
        public String text(@FormParam("a") final String a, final String form) {
            return a + " " + ofResource + " " + form;
        }

        @POST
        @Path("bytes")
        public String bytes(@FormParam("a") final String a, final byte[] form) {
            return text(a, new String(form, StandardCharsets.US_ASCII));
        }

        private static String ordered(final MultivaluedMap<String, String> form) {
            return new TreeMap<>(form).toString();
        }
    }

    /** A resource without a field, which would be read before the parameters. */
    @Path("/parameters")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Parameters {

        @POST
        public String entityFirst(final String form, @FormParam("a") final String a) {
            return a + " " + a + " " + form;
        }
    }

    /** Reads the body as a check of a signature does. */
    public static final class Reading implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            if (request.getHeaderString("X-Replace") == null) {
                assertThat(request.getEntityStream().readAllBytes()).isNotEmpty();
            } else {
                request.setEntityStream(new BufferedInputStream(request.getEntityStream()));
            }
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Forms.class, Parameters.class));
        filtered = RunningServer.of(
                RestPlugin.withResources(Forms.class, Parameters.class).withProviders(Reading.class));
    }

    @AfterAll
    static void stop() {
        server.close();
        filtered.close();
    }

    private Answer post(final RunningServer to, final String path, final String... headers) throws Exception {
        return StreamingClient.send(to, version, "POST", path, FORM, headers);
    }

    private static String expected(final String path) {
        return "x&admin=true x&admin=true "
                + (path.equals("/text") || path.equals("/bytes") || path.equals("/parameters")
                        ? FORM
                        : "{a=[x&admin=true], b=[% +, 2], empty=[]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/map", "/entity-first", "/form", "/text", "/bytes", "/parameters"})
    void theEntityHasTheFieldsThatTheClientSent(final String path) throws Exception {
        for (final String charset : new String[] {"", ";charset=UTF-8", ";charset=ISO-8859-1", "; x=y"}) {
            final Answer answer = post(server, path, "Content-Type", MediaType.APPLICATION_FORM_URLENCODED + charset);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).as(charset).isEqualTo(expected(path));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/map", "/entity-first", "/form", "/text", "/bytes", "/parameters"})
    void aFilterThatReadsTheFormLeavesItToTheMethod(final String path) throws Exception {
        final String type = MediaType.APPLICATION_FORM_URLENCODED;
        assertThat(post(filtered, path, "Content-Type", type).body()).isEqualTo(expected(path));
        assertThat(post(filtered, path, "Content-Type", type, "X-Replace", "yes")
                        .body())
                .as("another stream")
                .isEqualTo(expected(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/map", "/entity-first", "/form", "/text", "/bytes", "/parameters"})
    void aLargeFormIsReadTwiceToo(final String path) throws Exception {
        final String value = "%26".repeat(30_000);
        final Answer answer = StreamingClient.send(
                server,
                version,
                "POST",
                path,
                FORM + "&large=" + value,
                "Content-Type",
                MediaType.APPLICATION_FORM_URLENCODED);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(
                        expected(path).endsWith("}")
                                ? expected(path).replace("}", ", large=[" + "&".repeat(30_000) + "]}")
                                : expected(path) + "&large=" + value);
    }

    @Test
    void theLimitOfFieldsHoldsForAStreamOfAFilter() throws Exception {
        try (RunningServer limited = RunningServer.of(
                RestPlugin.withResources(Forms.class, Parameters.class).withProviders(Reading.class),
                Map.of("rest.max-form-fields", 3))) {
            assertThat(post(limited, "/map", "Content-Type", MediaType.APPLICATION_FORM_URLENCODED, "X-Replace", "yes")
                            .status())
                    .isEqualTo(413);
        }
    }
}
