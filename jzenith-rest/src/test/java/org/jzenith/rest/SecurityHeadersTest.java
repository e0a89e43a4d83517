package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RunningServer.Answer;

/** The headers that limit what browsers do with an answer. */
final class SecurityHeadersTest {

    private static final List<String> NAMES = List.of(
            "X-Content-Type-Options",
            "X-Frame-Options",
            "Referrer-Policy",
            "Content-Security-Policy",
            "Strict-Transport-Security");

    /** One answer as the server makes it, and one with headers of its own. */
    @Path("/page")
    public static final class PageResource {

        @GET
        public String page() {
            return "page";
        }

        @GET
        @Path("own")
        public Response own() {
            return Response.ok("own")
                    .header("x-frame-options", "SAMEORIGIN")
                    .header("Content-Security-Policy", "default-src 'self'")
                    .header("Content-Security-Policy", "frame-ancestors 'self'")
                    .build();
        }

        @GET
        @Path("emptied")
        public Response emptied() {
            final Response response = Response.ok("emptied").build();
            response.getHeaders().put("X-Frame-Options", new ArrayList<>());
            return response;
        }

        @GET
        @Path("failing")
        public Response failing() {
            final Response response = emptied();
            response.getHeaders().putSingle("X-Broken", "a\nb");
            return response;
        }
    }

    private static RunningServer server(final Map<String, Object> configuration) {
        return RunningServer.of(RestPlugin.withResources(PageResource.class), configuration);
    }

    private static List<List<String>> values(final Answer answer) {
        return NAMES.stream()
                .map(name -> answer.response().headers().allValues(name))
                .toList();
    }

    @Test
    void twoAreThereByDefaultAlsoInProblems() throws Exception {
        try (RunningServer server = server(Map.of());
                Http2Client second = Http2Client.to(server)) {
            for (final String path : List.of("/page", "/nothing-here", "/page?%zz")) {
                try (RawClient raw = RawClient.to(server)) {
                    raw.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(raw.headOnly())
                            .containsOnlyOnce("X-Content-Type-Options: nosniff\r\n")
                            .containsOnlyOnce("X-Frame-Options: DENY\r\n")
                            .doesNotContain("Referrer-Policy", "Content-Security", "Strict-Transport");
                }
                final Http2Client.Answer answer = second.send("GET", path);
                assertThat(answer.headers().getAll("x-content-type-options")).containsExactly("nosniff");
                assertThat(answer.headers().getAll("x-frame-options")).containsExactly("DENY");
            }
        }
    }

    @Test
    void aResourceThatSetsOneItselfWins() {
        try (RunningServer server = server(Map.of("rest.security-headers.content-security-policy", "default-src *"))) {
            assertThat(values(server.get("/page/own")))
                    .containsExactly(
                            List.of("nosniff"),
                            List.of("SAMEORIGIN"),
                            List.of(),
                            List.of("default-src 'self'", "frame-ancestors 'self'"),
                            List.of());
            assertThat(values(server.get("/page")).get(3)).containsExactly("default-src *");
        }
    }

    /** HTTP/1 writes these headers beside the others. */
    @Test
    void aHeaderWithoutValuesMeansTheSameInBothVersions() throws Exception {
        try (RunningServer server = server(Map.of());
                Http2Client second = Http2Client.to(server)) {
            final Http2Client.Answer answer = second.send("GET", "/page/emptied");
            assertThat(values(server.get("/page/emptied")).subList(0, 2))
                    .containsExactly(
                            answer.headers().getAll("x-content-type-options"),
                            answer.headers().getAll("x-frame-options"))
                    .containsExactly(List.of("nosniff"), List.of());
        }
    }

    @Test
    void aHeaderThatAResponseRemovesIsInTheNextOnes() throws Exception {
        try (RunningServer server = server(Map.of());
                RawClient client = RawClient.to(server)) {
            client.send("GET /page/emptied HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer()).contains(" 200 ").doesNotContain("X-Frame-Options");
            for (final String path : List.of("/page", "/page/failing", "/page")) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.answer())
                        .contains(path.equals("/page") ? " 200 " : " 500 ")
                        .containsOnlyOnce("X-Frame-Options: DENY\r\n")
                        .containsOnlyOnce("X-Request-Id: ");
            }
        }
    }

    @Test
    void eachCanBeChangedOrLeftOut() {
        try (RunningServer server = server(Map.of(
                "rest.security-headers.content-type-options",
                "",
                "rest.security-headers.frame-options",
                "SAMEORIGIN",
                "rest.security-headers.referrer-policy",
                "same-origin"))) {
            assertThat(values(server.get("/page")))
                    .containsExactly(List.of(), List.of("SAMEORIGIN"), List.of("same-origin"), List.of(), List.of());
        }
        try (RunningServer server = server(Map.of("rest.security-headers.enabled", false))) {
            assertThat(values(server.get("/page"))).allMatch(List::isEmpty);
        }
    }

    @Test
    void strictTransportSecurityIsForRequestsOverTls() {
        try (RunningServer server = server(Map.of(
                "rest.security-headers.strict-transport-security",
                "max-age=31536000; includeSubDomains",
                "rest.trusted-proxies",
                "127.0.0.1,::1"))) {
            assertThat(values(server.get("/page")).get(4)).isEmpty();
            assertThat(values(server.get("/page", "X-Forwarded-Proto", "https")).get(4))
                    .containsExactly("max-age=31536000; includeSubDomains");
            assertThat(values(server.get("/none", "Forwarded", "proto=https")).get(4))
                    .containsExactly("max-age=31536000; includeSubDomains");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rest.security-headers.frame-options, ALLOWALL",
        "rest.security-headers.strict-transport-security, 31536000",
        "rest.security-headers.content-security-policy, 'default-src\r\nX-Evil: 1'"
    })
    void aValueThatBrowsersDoNotReadFailsTheStart(final String key, final String value) {
        assertThatThrownBy(() -> server(Map.of(key, value)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(key);
    }
}
