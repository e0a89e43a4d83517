package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RunningServer.Answer;

/** The CORS protocol of WHATWG Fetch: which answers the pages of other origins may read. */
final class CorsTest {

    private static final String SHOP = "https://shop.example.org";
    private static final String EVIL = "https://evil.example";
    private static final String ALLOW_ORIGIN = "access-control-allow-origin";

    private static RunningServer server;

    /** Answers of every kind. */
    @Path("/cart")
    @Produces("text/plain")
    public static final class CartResource {

        @GET
        public String cart() {
            return "empty";
        }

        @DELETE
        public void empty() {}

        @GET
        @Path("failing")
        public String failing() {
            throw new IllegalStateException("no cart");
        }

        @GET
        @Path("stream")
        public Flowable<Buffer> stream() {
            return Flowable.range(0, 100).map(each -> Buffer.buffer("x".repeat(1000)));
        }

        @GET
        @Path("tagged")
        public Response tagged(@Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            final Response.ResponseBuilder met = request.evaluatePreconditions(tag);
            return met == null ? Response.ok("content").tag(tag).build() : met.build();
        }

        @GET
        @Path("varied")
        public Response varied() {
            return Response.ok("varied")
                    .header("Vary", "Accept-Language, origin")
                    .header("Vary", "Accept")
                    .build();
        }

        @GET
        @Path("language")
        public Response language() {
            return Response.ok("varied").header("Vary", "Accept-Language").build();
        }

        @GET
        @Path("own")
        public Response own() {
            return Response.ok("own").header("Access-Control-Allow-Origin", "*").build();
        }

        @jakarta.ws.rs.OPTIONS
        @Path("options")
        public String options() {
            return "own options";
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(CartResource.class),
                Map.of(
                        "rest.cors.origins",
                        SHOP + ",https://*.shop.example.com,HTTP://LocalHost:5173,https://tls.example:443",
                        "rest.cors.headers",
                        "Authorization,Content-Type",
                        "rest.cors.methods",
                        "GET,DELETE",
                        "rest.cors.exposed-headers",
                        "Location,X-Request-Id",
                        "rest.cors.credentials",
                        true,
                        "rest.max-header-size",
                        "2K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> all(final Answer answer, final String name) {
        return answer.response().headers().allValues(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SHOP,
                "https://a.shop.example.com",
                "https://a-1.shop.example.com",
                "http://localhost:5173",
                "https://tls.example"
            })
    void anAllowedOriginReadsTheAnswer(final String origin) throws Exception {
        try (Answered answered = new Answered("GET", "/cart", "Origin", origin)) {
            answered.each(200, headers -> {
                assertThat(headers.get(ALLOW_ORIGIN)).containsExactly(origin);
                assertThat(headers.get("access-control-allow-credentials")).containsExactly("true");
                assertThat(headers.get("access-control-expose-headers")).containsExactly("Location, X-Request-Id");
                assertThat(headers.get("vary")).containsExactly("Origin");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVIL,
                "null",
                "http://shop.example.org",
                "https://shop.example.org.evil.example",
                "https://shop.example.org:8443",
                "https://evil.example/https://shop.example.org",
                "https://shop.example.com",
                "https://.shop.example.com",
                "https://a.b.shop.example.com",
                "https://evil.example/.shop.example.com",
                "https://evil.example#.shop.example.com",
                "*"
            })
    void anotherOriginDoesNot(final String origin) throws Exception {
        try (Answered answered = new Answered("GET", "/cart", "Origin", origin)) {
            answered.each(200, headers -> {
                assertThat(headers).doesNotContainKeys(ALLOW_ORIGIN, "access-control-allow-credentials");
                assertThat(headers.get("vary")).containsExactly("Origin");
            });
        }
    }

    @Test
    void anAnswerToNoOriginVariesToo() {
        final Answer answer = server.get("/cart");
        assertThat(answer.header(ALLOW_ORIGIN)).isNull();
        assertThat(all(answer, "Vary")).containsExactly("Origin");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /cart/failing, 500",
        "GET, /nothing-here, 404",
        "PUT, /cart, 405",
        "GET, /cart/stream, 200",
        "GET, /cart/tagged, 304",
        "DELETE, /cart, 204",
        "HEAD, /cart, 200",
        "GET, /cart?%zz, 400"
    })
    void everyKindOfAnswerCanBeRead(final String method, final String path, final int status) throws Exception {
        try (Answered answered = new Answered(method, path, "Origin", SHOP, "If-None-Match", "\"1\"")) {
            answered.each(status, headers -> {
                assertThat(headers.get(ALLOW_ORIGIN)).containsExactly(SHOP);
                assertThat(headers.get("vary")).containsExactly("Origin");
            });
        }
    }

    @Test
    void anAnswerOfTheServerBeforeAnyHandlerCanBeRead() throws Exception {
        for (final String broken : List.of(
                "GET /cart HTTP/1.1\r\nHost: a\r\nOrigin: " + SHOP + "\r\nCookie: " + "x".repeat(3000),
                "GET /cart HTTP/1.1\r\nOrigin: " + SHOP)) {
            try (RawClient client = RawClient.to(server)) {
                client.send(broken + "\r\n\r\n");
                assertThat(client.untilClose())
                        .startsWith("HTTP/1.1 4")
                        .containsIgnoringCase("\r\nvary: Origin\r\n")
                        .contains("application/problem+json");
            }
        }
    }

    @Test
    void whatAResourceVariesByIsKeptAndNothingIsSaidTwice() {
        assertThat(all(server.get("/cart/varied"), "Vary")).containsExactly("Accept-Language, origin, Accept");
        assertThat(all(server.get("/cart/language"), "Vary")).containsExactly("Accept-Language, Origin");
    }

    @Test
    void whatAResourceAllowsItselfWins() {
        assertThat(all(server.get("/cart/own", "Origin", SHOP), ALLOW_ORIGIN)).containsExactly("*");
    }

    @ParameterizedTest
    @CsvSource({"/cart, DELETE", "/cart, GET", "/cart, POST", "/nothing-here, DELETE"})
    void aPreflightIsAnsweredBeforeTheResources(final String path, final String method) throws Exception {
        try (Answered answered = new Answered(
                "OPTIONS",
                path,
                "Origin",
                SHOP,
                "Access-Control-Request-Method",
                method,
                "Access-Control-Request-Headers",
                "authorization,content-type")) {
            answered.each(204, headers -> {
                assertThat(headers.get(ALLOW_ORIGIN)).containsExactly(SHOP);
                assertThat(headers.get("access-control-allow-methods")).containsExactly("GET, DELETE");
                assertThat(headers.get("access-control-allow-headers")).containsExactly("Authorization, Content-Type");
                assertThat(headers.get("access-control-max-age")).containsExactly("1800");
                assertThat(headers.get("vary"))
                        .containsExactly("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
                assertThat(headers).doesNotContainKeys("content-type", "content-length");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        EVIL + ", DELETE, authorization, Pages of this origin may not use this server.",
        "null, DELETE, authorization, Pages of this origin may not use this server.",
        SHOP + ", PUT, authorization, Pages of other origins may not use this method.",
        SHOP + ", delete, authorization, Pages of other origins may not use this method.",
        SHOP + ", DELETE, 'authorization, x-own', One of these headers is not allowed for pages of other origins."
    })
    void aPreflightThatIsNotAllowedIs403(
            final String origin, final String method, final String headers, final String detail) {
        final Answer answer = server.send(
                "OPTIONS",
                "/cart",
                null,
                "Origin",
                origin,
                "Access-Control-Request-Method",
                method,
                "Access-Control-Request-Headers",
                headers);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().path("detail").asText()).isEqualTo(detail);
        assertThat(answer.header("access-control-allow-methods")).isNull();
        assertThat(answer.header(ALLOW_ORIGIN)).isEqualTo(origin.equals(SHOP) ? SHOP : null);
    }

    @Test
    void optionsWithoutAQuestionReachTheResource() {
        assertThat(server.send("OPTIONS", "/cart/options", null, "Origin", SHOP).body())
                .isEqualTo("own options");
        assertThat(server.send("OPTIONS", "/cart", null, "Access-Control-Request-Method", "PUT")
                        .header("Allow"))
                .contains("GET", "DELETE", "HEAD", "OPTIONS");
    }

    @Test
    void anyOriginIsAnAsteriskWhoeverAsks() {
        try (RunningServer open = RunningServer.of(
                RestPlugin.withResources(CartResource.class),
                Map.of("rest.cors.origins", "*", "rest.cors.methods", "*"))) {
            for (final Answer answer : List.of(
                    open.get("/cart"), open.get("/cart", "Origin", EVIL), open.get("/cart", "Origin", "null"))) {
                assertThat(all(answer, ALLOW_ORIGIN)).containsExactly("*");
                assertThat(all(answer, "Vary")).isEmpty();
            }
            final Answer preflight = open.send(
                    "OPTIONS",
                    "/cart",
                    null,
                    "Origin",
                    EVIL,
                    "Access-Control-Request-Method",
                    "PURGE",
                    "Access-Control-Request-Headers",
                    "x-a, x-b");
            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.header("access-control-allow-methods")).isEqualTo("PURGE");
            assertThat(preflight.header("access-control-allow-headers")).isEqualTo("x-a, x-b");
            assertThat(open.send(
                                    "OPTIONS",
                                    "/cart",
                                    null,
                                    "Origin",
                                    EVIL,
                                    "Access-Control-Request-Method",
                                    "GET",
                                    "Access-Control-Request-Headers",
                                    "x-a, <script>")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void theNullOriginIsAllowedWhereItIsNamed() {
        try (RunningServer open =
                RunningServer.of(RestPlugin.withResources(CartResource.class), Map.of("rest.cors.origins", "null"))) {
            assertThat(open.get("/cart", "Origin", "null").header(ALLOW_ORIGIN)).isEqualTo("null");
            assertThat(open.get("/cart", "Origin", SHOP).header(ALLOW_ORIGIN)).isNull();
        }
    }

    @Test
    void otherOriginsAreRefusedIfTheApplicationWantsIt() {
        try (RunningServer strict = RunningServer.of(
                RestPlugin.withResources(CartResource.class),
                Map.of("rest.cors.origins", SHOP, "rest.cors.refuse-other-origins", true))) {
            assertThat(strict.get("/cart").status()).isEqualTo(200);
            assertThat(strict.get("/cart", "Origin", SHOP).status()).isEqualTo(200);
            assertThat(strict.get("/cart", "Origin", strict.application().uri().toString())
                            .status())
                    .as("a page of this server")
                    .isEqualTo(200);
            final Answer refused = strict.send("DELETE", "/cart", null, "Origin", EVIL);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().path("detail").asText())
                    .isEqualTo("Pages of this origin may not use this server.");
            assertThat(refused.header(ALLOW_ORIGIN)).isNull();
        }
    }

    @Test
    void withoutOriginsNothingIsAdded() {
        try (RunningServer plain = RunningServer.of(RestPlugin.withResources(CartResource.class))) {
            final Answer answer = plain.get("/cart", "Origin", SHOP);
            assertThat(answer.header(ALLOW_ORIGIN)).isNull();
            assertThat(answer.header("Vary")).isNull();
            assertThat(plain.send("OPTIONS", "/cart", null, "Origin", SHOP, "Access-Control-Request-Method", "DELETE")
                            .header("access-control-allow-methods"))
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example.org/",
                "shop.example.org",
                "https://*",
                "https://shop.*.org",
                "https://*.*.example.org",
                "https://a*.example.org",
                "https://user@shop.example.org",
                "https://shop.example.org?x",
                "https://"
            })
    void whatIsNoOriginFailsTheStart(final String origin) {
        assertThatThrownBy(() -> RunningServer.of(
                        RestPlugin.withResources(CartResource.class), Map.of("rest.cors.origins", origin)))
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll("'" + origin + "'", "rest.cors.origins", "https://shop.example.org");
    }

    /** Docker Compose names hosts with underscores; browsers send the ASCII form of international names. */
    @Test
    void everyHostThatBrowsersKnowIsAnOrigin() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(CartResource.class),
                Map.of(
                        "rest.cors.origins",
                        "http://my_shop:8080,https://B\u00fccher.example,https://*.my_shop.example"))) {
            for (final String origin :
                    new String[] {"http://my_shop:8080", "https://xn--bcher-kva.example", "https://a.my_shop.example"
                    }) {
                assertThat(server.get("/cart", "Origin", origin).header("Access-Control-Allow-Origin"))
                        .isEqualTo(origin);
            }
            assertThat(server.get("/cart", "Origin", "http://my_shop").header("Access-Control-Allow-Origin"))
                    .isNull();
        }
    }

    @Test
    void credentialsForEveryPageFailTheStart() {
        assertThatThrownBy(() -> RunningServer.of(
                        RestPlugin.withResources(CartResource.class),
                        Map.of("rest.cors.origins", "*", "rest.cors.credentials", true)))
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll("rest.cors.credentials", "Name the origins");
    }

    /** A request over HTTP/1.1 and HTTP/2. */
    private record Answered(String method, String path, Http2Client client, String... headers)
            implements AutoCloseable {

        Answered(final String method, final String path, final String... headers) {
            this(method, path, Http2Client.to(server), headers);
        }

        void each(final int status, final java.util.function.Consumer<Map<String, List<String>>> check)
                throws Exception {
            final StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost:"
                    + server.application().port() + "\r\nConnection: close\r\n");
            for (int i = 0; i < headers.length; i += 2) {
                request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
            }
            try (RawClient raw = RawClient.to(server)) {
                final String head = raw.send(request + "\r\n").headOnly();
                assertThat(head).startsWith("HTTP/1.1 " + status + " ");
                check.accept(fields(head));
            }
            final Http2Client.Answer answer = client.send(method, path, headers);
            assertThat(answer.status()).isEqualTo(status);
            final Map<String, List<String>> second = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            answer.headers()
                    .forEach(field -> second.computeIfAbsent(field.getKey(), name -> new java.util.ArrayList<>())
                            .add(field.getValue()));
            check.accept(second);
        }

        private static Map<String, List<String>> fields(final String head) {
            final Map<String, List<String>> fields = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            head.lines()
                    .skip(1)
                    .filter(line -> !line.isBlank())
                    .forEach(line -> fields.computeIfAbsent(
                                    line.substring(0, line.indexOf(':')), name -> new java.util.ArrayList<>())
                            .add(line.substring(line.indexOf(':') + 1).strip()));
            return fields;
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
