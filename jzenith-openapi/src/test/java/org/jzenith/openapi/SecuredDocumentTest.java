package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessPolicy;
import org.jzenith.security.authorization.AccessRequest;
import org.jzenith.security.authorization.Allowed;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The document names who may call an operation. */
final class SecuredDocumentTest {

    /** The HTTP method QUERY. */
    @Retention(RetentionPolicy.RUNTIME)
    @HttpMethod("QUERY")
    @interface Query {}

    /** A method of WebDAV. */
    @Retention(RetentionPolicy.RUNTIME)
    @HttpMethod("REPORT")
    @interface Report {}

    /** A resource with a method for some, and others. */
    @Path("/")
    @Produces("text/plain")
    public static final class ReportResource {

        @GET
        @Path("reports")
        @RolesAllowed("auditor")
        public Single<String> reports() {
            return Single.never();
        }

        @Path("archive")
        @RolesAllowed({"reader", "auditor"})
        public ArchiveResource archive() {
            return new ArchiveResource();
        }

        @GET
        @Path("own/{id}")
        @Allowed(Nobody.class)
        public Single<String> own() {
            return Single.never();
        }

        @GET
        @Path("any/{name}")
        public Single<String> any() {
            return Single.never();
        }

        @GET
        @Path("news")
        public Single<String> news() {
            return Single.never();
        }

        @Query
        @Path("searches")
        public Single<String> search(final String text) {
            return Single.never();
        }

        @Report
        @Path("searches")
        public Single<String> report(final String text) {
            return Single.never();
        }

        @GET
        @Path("figures")
        @RolesAllowed("auditor")
        public Single<String> figures() {
            return Single.never();
        }

        @GET
        @Path("figures")
        @Produces("text/html")
        @RolesAllowed({"reader", "auditor"})
        public Single<String> table() {
            return Single.never();
        }

        @GET
        @Path("prices")
        @RolesAllowed("auditor")
        public Single<String> prices() {
            return Single.never();
        }

        @GET
        @Path("prices")
        @Produces("text/html")
        public Single<String> list() {
            return Single.never();
        }

        @POST
        @Path("mine")
        public Single<String> mine(final String text, final Identity caller) {
            return Single.never();
        }

        @GET
        @Path("members")
        public Single<String> members() {
            return Single.never();
        }
    }

    /** A sub-resource with a decision of its own. */
    @Produces("text/plain")
    public static final class ArchiveResource {

        @GET
        @Path("years")
        @RolesAllowed({"admin", "auditor"})
        public Single<String> years() {
            return Single.never();
        }
    }

    /** A policy that refuses all requests. */
    public static final class Nobody implements AccessPolicy {

        @Override
        public Single<Boolean> isAllowed(final AccessRequest request) {
            return Single.just(false);
        }
    }

    /** A mechanism with a cookie. */
    private static final class CookieMechanism implements AuthenticationMechanism {

        @Override
        public String name() {
            return "session";
        }

        @Override
        public Maybe<Identity> authenticate(final ServerRequest request) {
            final String user = request.headers().get("X-User");
            return user == null ? Maybe.empty() : Maybe.just(Identity.of(user, name()));
        }

        @Override
        public Optional<String> cookie() {
            return Optional.of("__Host-session");
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(ReportResource.class),
                    RestPlugin.named("admin").withResources(OptionsTest.BookResource.class),
                    SecurityPlugin.create()
                            .withBasicAuthentication(Users.fromSettings())
                            .withApiKeys()
                            .withTickets()
                            .withPath("/any/secret", Access.roles("admin"))
                            .withPath("/openapi.yaml", Access.roles("developer"))
                            .withPath("/members", Access.authenticated()),
                    OpenApiPlugin.create().onListenersOf("rest", "rest.admin"))
            .withModules(binder ->
                    AuthenticationMechanism.binder(binder).addBinding().toInstance(new CookieMechanism()))
            .withConfiguration("rest.admin.port", 0)
            .withConfiguration("openapi.servers", "https://shop.example")
            .withConfiguration("openapi.version", "3.2"));

    private static JsonNode document() {
        return APP.http().get("/openapi.json").expectStatus(200).json();
    }

    @Test
    void anOperationNamesTheSchemesAndTheRoles() {
        final JsonNode reports = document().at("/paths/~1reports/get");
        assertThat(reports.at("/security/0/basic/0").asText()).isEqualTo("auditor");
        assertThat(reports.path("security")).hasSize(4);
        assertThat(reports.path("responses").has("403")).isTrue();
        assertThat(document().at("/components/securitySchemes/basic/scheme").asText())
                .isEqualTo("basic");
        assertThat(document().at("/components/securitySchemes").toString()).contains("apiKey");
    }

    @Test
    void aPathRuleCountsAndAnOpenOperationNeedsNothing() {
        assertThat(document().at("/paths/~1members/get/security")).hasSize(4);
        assertThat(document().at("/paths/~1news/get").has("security")).isFalse();
        assertThat(document().at("/paths/~1news/get/responses").has("401")).isFalse();
        assertThat(document().at("/components/responses/Problem/description").asText())
                .contains("- 401: ", "- 403: ", "- 429: ");
    }

    @Test
    void aCallerIsNoParameterAndNeedsCredentials() {
        final JsonNode mine = document().at("/paths/~1mine/post");
        assertThat(mine.has("parameters")).isFalse();
        assertThat(mine.at("/requestBody/content").toString())
                .contains("string")
                .doesNotContain("Identity");
        assertThat(mine.path("security")).hasSize(4);
        assertThat(document().toString()).doesNotContain("Identity");
    }

    @Test
    void eachListenerHasItsOwnMethods() {
        assertThat(document().path("openapi").asText()).isEqualTo("3.2.0");
        assertThat(document().path("paths").has("/books")).isFalse();
        final JsonNode admin = APP.http("rest.admin")
                .withHeader("X-User", "olga")
                .get("/openapi.json")
                .json();
        assertThat(admin.path("paths").has("/books")).isTrue();
        assertThat(admin.path("paths").has("/news")).isFalse();
        assertThat(document().at("/servers/0/url").asText()).isEqualTo("https://shop.example");
        assertThat(admin.has("servers")).isFalse();
    }

    /** OpenAPI demands all roles of a requirement, and one of the requirements. */
    @Test
    void twoDecisionsNeedARoleOfEach() {
        final List<String> ofBasic = new ArrayList<>();
        document().at("/paths/~1archive~1years/get/security").forEach(each -> {
            if (each.has("basic")) {
                ofBasic.add(each.path("basic").toString());
            }
        });
        assertThat(ofBasic)
                .containsExactlyInAnyOrder(
                        "[\"reader\",\"admin\"]",
                        "[\"reader\",\"auditor\"]",
                        "[\"auditor\",\"admin\"]",
                        "[\"auditor\"]");
    }

    @Test
    void twoMethodsOfOnePathHaveTheRequirementsOfBoth() {
        assertThat(document().at("/paths/~1figures/get/security"))
                .hasSize(8)
                .extracting(JsonNode::toString)
                .contains("{\"basic\":[\"auditor\"]}", "{\"basic\":[\"reader\"]}");
        assertThat(document().at("/paths/~1prices/get/security"))
                .hasSize(5)
                .extracting(JsonNode::toString)
                .contains("{\"basic\":[\"auditor\"]}", "{}");
    }

    @Test
    void onlyMethodsWithoutAFieldAreAdditionalOperations() {
        final JsonNode path = document().at("/paths/~1searches");
        assertThat(path.at("/query/requestBody").isObject()).isTrue();
        assertThat(path.path("additionalOperations").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("REPORT");
    }

    @Test
    void aPolicyAndARuleForSomePathsMayRefuse() {
        assertThat(document().at("/paths/~1own~1{id}/get/responses").has("403")).isTrue();
        assertThat(document().at("/paths/~1any~1{name}/get/responses").has("403"))
                .isTrue();
        assertThat(document().at("/paths/~1news/get/responses").has("403")).isFalse();
    }

    @Test
    void eachSchemeNamesThePlaceOfItsCredentials() {
        final JsonNode schemes = document().at("/components/securitySchemes");
        assertThat(schemes.path("session").toString())
                .isEqualTo("{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"__Host-session\"}");
        assertThat(schemes.path("ticket").toString())
                .isEqualTo("{\"type\":\"apiKey\",\"in\":\"query\",\"name\":\"ticket\"}");
    }

    @Test
    void operatorsReadTheRoutesOfAllListeners() {
        final JZenithHttp operator = APP.http("rest.admin").withHeader("X-User", "olga");
        final String table = operator.get("/openapi/routes").expectStatus(200).body();
        assertThat(table)
                .startsWith("rest\n\nMETHOD")
                .contains("\nrest.admin\n\nMETHOD", "/books", "/archive/years", "auditor");
        assertThat(operator.post("/openapi/routes", "").status()).isEqualTo(405);
        assertThat(APP.http().get("/openapi/routes").status()).isEqualTo(404);
    }

    @Test
    void strangersReadNothingOfTheOperatorsListener() throws IOException {
        assertThat(APP.http("rest.admin").get("/openapi/routes").status()).isEqualTo(401);
        final JZenith open = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(OptionsTest.BookResource.class),
                        RestPlugin.named("admin"),
                        OpenApiPlugin.create().onListenersOf("rest", "rest.admin"))
                .withConfiguration("openapi.ui.enabled", true)
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0);
        try (RunningApplication application = open.run()) {
            final int port = application.endpoints().get("rest.admin").getPort();
            assertThat(get("/openapi/routes", port, "Host: rebound.example")).startsWith("HTTP/1.1 403");
            for (final String path : List.of("/openapi/routes", "/openapi.json", "/openapi.yaml", "/docs/")) {
                assertThat(get(path, port, "Host: localhost")).as(path).startsWith("HTTP/1.1 200");
                assertThat(get(path, port, "Host: localhost\r\nForwarded: for=10.1.2.3"))
                        .as(path)
                        .startsWith("HTTP/1.1 403");
            }
        }
        assertThatThrownBy(() -> open.withPlugins(SecurityPlugin.create())
                        .withConfiguration("security.deny-by-default", true)
                        .withConfiguration("security.paths.\"/books\"", "everyone")
                        .withConfiguration("security.paths.\"/openapi.json\"", "everyone")
                        .withConfiguration("security.paths.\"/openapi.yaml\"", "everyone")
                        .withConfiguration("security.paths.\"/docs\"", "everyone")
                        .run()
                        .stop())
                .hasMessageContaining("The mount 'openapi at /openapi/routes' of the listener '")
                .hasMessageContaining("has no access rule");
    }

    private static String get(final String path, final int port, final String headers) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aPathRuleClosesADocument() {
        assertThat(APP.http().get("/openapi.json").status()).isEqualTo(200);
        assertThat(APP.http().get("/openapi.yaml").status()).isEqualTo(401);
    }
}
