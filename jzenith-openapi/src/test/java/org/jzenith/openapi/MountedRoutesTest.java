package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;

/** The document has the routes of mounts. */
final class MountedRoutesTest {

    private static final MountRoutes<MountPart> ROUTES = MountRoutes.of(
            "/api",
            List.of(
                    part(
                            "/api/users/{id}",
                            MountRoute.of(HttpMethod.GET)
                                    .withRoles(Set.of("clerk"))
                                    .withSummary("Returns a user.")
                                    .withResponse(
                                            200,
                                            "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}}}")),
                    part(
                            "/api/users/{key}",
                            MountRoute.of(HttpMethod.PUT)
                                    .permittingAll()
                                    .withRequestSchema(named("string"))
                                    .withResponse(204, "")),
                    part("/api/reports", MountRoute.of(HttpMethod.POST))),
            part -> part);

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(NewsResource.class),
                    OpenApiPlugin.create(),
                    SecurityPlugin.create()
                            .withBasicAuthentication(Users.fromSettings())
                            .withPath("/api/reports", Access.authenticated()))
            .withModules(mount("/api", ROUTES)));

    /** A resource beside the mount. */
    @Path("/news")
    @Produces("text/plain")
    public static final class NewsResource {

        @GET
        public String news() {
            return "news";
        }
    }

    private static Module mount(final String path, final MountRoutes<MountPart> routes) {
        return binder -> HttpMount.binder(binder)
                .addBinding()
                .toInstance(HttpMount.at(
                                path,
                                "scripts",
                                exchange -> routes.task(
                                        exchange,
                                        match -> () -> exchange.response().send("text/plain", Buffer.buffer())))
                        .withParts(routes.parts()));
    }

    private static MountPart part(final String template, final MountRoute route) {
        return new MountPart(template, MountedRoutesTest.class, route);
    }

    /** Returns a schema of objects with a name of a type. */
    private static String named(final String type) {
        return """
                {"type": "object", "required": ["name"], "properties": {"name": {"$ref": "#/$defs/N\u00e4me"}},
                 "$defs": {"N\u00e4me": {"type": "%s"}}}""".formatted(type);
    }

    private static JsonNode operation(final String pointer) {
        return APP.http().get("/openapi.json").expectStatus(200).json().at(pointer);
    }

    @Test
    void aRouteIsAnOperation() {
        final JsonNode get = operation("/paths/~1api~1users~1{id}/get");
        assertThat(get.path("operationId").asText()).isEqualTo("getApiUsersId");
        assertThat(get.path("summary").asText()).isEqualTo("Returns a user.");
        assertThat(get.at("/parameters/0/name").asText()).isEqualTo("id");
        assertThat(get.at("/parameters/0/in").asText()).isEqualTo("path");
        assertThat(get.at("/responses/200/content/application~1json/schema/properties/id/type")
                        .asText())
                .isEqualTo("integer");
        assertThat(get.path("responses").has("404")).isTrue();
        assertThat(get.path("responses").has("default")).isTrue();
        assertThat(get.has("requestBody")).isFalse();
    }

    @Test
    void aBodyHasItsSchema() {
        final JsonNode put = operation("/paths/~1api~1users~1{id}/put");
        assertThat(put.at("/parameters/0/name").asText())
                .isEqualTo("id"); // the names of the first template of this shape
        assertThat(put.at("/requestBody/required").asBoolean()).isTrue();
        assertThat(put.at("/requestBody/content/application~1json/schema/required/0")
                        .asText())
                .isEqualTo("name");
        assertThat(put.at("/responses/204/description").asText()).isEqualTo("There is no content.");
        assertThat(put.path("responses").has("400")).isTrue();
    }

    @Test
    void aReferenceInASchemaLeadsToItsPlaceInTheDocument() {
        final String reference = operation("/paths/~1api~1users~1{id}/put/requestBody/content/application~1json/schema"
                        + "/properties/name/$ref")
                .asText();
        assertThat(operation(URI.create(reference).getFragment()).path("type").asText())
                .isEqualTo("string");
    }

    @Test
    void aChangeBehindAReferenceIsReported(@TempDir final java.nio.file.Path folder) {
        final String file = folder.resolve("api.json").toString();
        run("string", "--openapi=" + file);
        assertThatThrownBy(() -> run("integer", "--openapi-diff=" + file))
                .hasMessageContaining("POST /names/{id}, body, property 'name' may no longer be string.");
    }

    private static void run(final String type, final String option) {
        final MountPart names =
                part("/names/{id}", MountRoute.of(HttpMethod.POST).withRequestSchema(named(type)));
        JZenith.application(option, "--rest.port=0")
                .withPlugins(RestPlugin.withResources(NewsResource.class), OpenApiPlugin.create())
                .withModules(mount("/names", MountRoutes.of("/names", List.of(names), part -> part)))
                .run()
                .stop();
    }

    @Test
    void rolesAndPathRulesAreRequirements() {
        final JsonNode get = operation("/paths/~1api~1users~1{id}/get");
        assertThat(get.path("security").toString()).isEqualTo("[{\"basic\":[\"clerk\"]}]");
        assertThat(get.path("responses").has("403")).isTrue();
        assertThat(operation("/paths/~1api~1users~1{id}/put").has("security")).isFalse();
        assertThat(operation("/paths/~1api~1reports/post/security").toString()).isEqualTo("[{\"basic\":[]}]");
        assertThat(operation("/paths/~1news/get/operationId").asText()).isEqualTo("newsNews");
    }
}
