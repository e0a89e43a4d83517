package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jakarta REST 3.7.1 and RFC 3986, 6.2.2: paths that mean the same run the same method. */
final class NormalizedPathTest {

    private static RunningServer server;

    @Path("/t")
    public static final class Things {

        @GET
        @Path("hello")
        public String hello(@Context final UriInfo uri) {
            return "hello " + uri.getRequestUri().getRawPath();
        }

        @GET
        @Path("ü")
        public String literal(@Context final UriInfo uri) {
            return "literal " + uri.getPath(false) + " " + uri.getAbsolutePath().getRawPath();
        }

        @GET
        @Path("w%c3%b6rt%6c%69ch{end: !?}")
        public String escaped() {
            return "escaped";
        }

        @GET
        @Path("by-name/{name: [a-z~]+}")
        public String expression(@PathParam("name") final String name) {
            return "expression " + name;
        }

        @GET
        @Path("{any}")
        public String any(@PathParam("any") final String any) {
            return "any " + any;
        }
    }

    @Path("/")
    public static final class Root {

        @GET
        public String root() {
            return "root";
        }
    }

    @Path("/secret")
    public static final class Secret {

        @GET
        public String secret() {
            return "secret";
        }
    }

    /** A guard by path, as applications write them. */
    public static final class Guard implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getUriInfo().getPath().equals("/secret")) {
                request.abortWith(Response.status(Response.Status.FORBIDDEN).build());
            }
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Things.class, Root.class, Secret.class).withProviders(Guard.class),
                Map.of("rest.context-path", "/api"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String send(final String target) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            return client.send("GET " + target + " HTTP/1.1\r\nHost: here\r\n\r\n")
                    .answer();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/t/hello, hello /api/t/hello",
        "/api/t/h%65llo, hello /api/t/hello",
        "/api/t/h%65%6C%6co, hello /api/t/hello",
        "/%61pi/t/hello, hello /api/t/hello",
        "/api/t/%68ello/, hello /api/t/hello/",
        "/api/t/h%65llo;m=%7e, hello /api/t/hello;m=~",
        "/api/x/../t/hello, hello /api/t/hello",
        "/x/../api/t/hello, hello /api/t/hello",
        "/api/../api/t/./hello, hello /api/t/hello",
        "/api/t/x/%2e%2E/hello, hello /api/t/hello",
        "/api/t/x/y/.%2e/%2e./hello, hello /api/t/hello",
        "/api/t/hello/., hello /api/t/hello/",
        "/api/t/hello/x/.., hello /api/t/hello/",
        "/api/t/hello?q=/../h%65llo, hello /api/t/hello",
        "/api/t/%C3%BC, literal /t/%C3%BC /api/t/%C3%BC",
        "/api/t/%c3%bc, literal /t/%C3%BC /api/t/%C3%BC",
        "/api/t/w%C3%B6rtlich, escaped",
        "/api/t/w%c3%b6rt%6Cich!, escaped",
        "/api/t/by-name/%61%7e, expression a~",
        "/api/t/hel%2flo, any hel/lo",
        "/api/t/x%2F..%2Fhello, any x/../hello",
        "/api;m=1?q=/, root",
        "/api/t/..;m=1, any ..",
        "/api/t/%252e%252e, any %2e%2e",
        "/api/t/...,  any ...",
        "/api/t/Hello, any Hello",
    })
    void theNormalizedPathIsMatchedAndShown(final String sent, final String body) throws Exception {
        assertThat(send(sent)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n" + body);
    }

    @ParameterizedTest
    @CsvSource({
        "/../api/t/hello",
        "/api/../../t/hello",
        "/api/t/../../%2e%2e/hello",
        "/..",
        "/%2e%2e",
    })
    void aPathAboveTheRootIsRefused(final String sent) throws Exception {
        final String answer = send(sent);
        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("The path of the request target leads above the root.");
        assertThat(instance(answer)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/secret, 403",
        "/api/s%65cret, 403",
        "/api/t/../secret, 403",
        "/api/t/%2e%2e/secret, 403",
        "/api/./secret, 403",
        "/t/../api/secret, 403",
        "/api/t//../../secret, 403",
        "/api/t/..;/secret, 404",
        "/api;/secret, 404",
        "/api;m=1/secret?q=/, 404",
        "/api/t%2f..%2fsecret, 404",
        "/api/%2fsecret, 404",
        "/api/..%5csecret, 404",
        "/api//secret, 404",
        "//api/secret, 404",
        "/api/Secret, 404",
        "/API/secret, 404",
        "/api/t/../.../secret, 404",
    })
    void noSpellingPassesAGuardByPath(final String sent, final int status) throws Exception {
        assertThat(send(sent)).startsWith("HTTP/1.1 " + status + " ").doesNotContain("\r\n\r\nsecret");
    }

    @Test
    void theProblemShowsWhatWasSent() throws Exception {
        assertThat(instance(send("/api/t/../n%6fne?q=1"))).isEqualTo("/api/t/../n%6fne");
        assertThat(instance(send("/x/../n%6fne"))).isEqualTo("/x/../n%6fne");
    }

    private static String instance(final String answer) throws Exception {
        return new ObjectMapper()
                .readTree(answer.substring(answer.indexOf("\r\n\r\n")))
                .get("instance")
                .textValue();
    }
}
