package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.test.internal.log.LogLines;

/** Other plugins answer requests of the listener of Jakarta REST. */
final class HttpMountTest {

    @Path("/users")
    public static final class UserResource {

        @GET
        public String list() {
            return "users";
        }

        @Path("/{id}")
        public OneUser one(@PathParam("id") final String id) {
            return new OneUser();
        }
    }

    public static final class OneUser {

        @GET
        @Path("/name")
        public String name() {
            return "name";
        }
    }

    /** Sees the body, and moves requests, before a method is known. */
    @PreMatching
    public static final class Mover implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final UriInfo uri = request.getUriInfo();
            if (uri.getPath().equals("/moved")) {
                request.setRequestUri(URI.create("/nowhere"));
            }
        }
    }

    @Path("/upload")
    public static final class UploadResource {

        @POST
        public String upload(final String body) {
            return body;
        }
    }

    @Path("/orders/{number: [0-9]+}")
    public static final class OrderResource {

        @GET
        public String order(@PathParam("number") final int number) {
            return "order " + number;
        }
    }

    private record Mounts(String name, String qualifier, List<HttpMount> mounts) implements Plugin {

        @Override
        public Set<String> requires() {
            return Set.of("rest");
        }

        @Override
        public List<Module> modules() {
            return List.of(new AbstractModule() {
                @Override
                protected void configure() {
                    mounts.forEach(
                            mount -> HttpMount.binder(binder()).addBinding().toInstance(mount));
                }
            });
        }
    }

    private static HttpMount mount(final String path, final String name) {
        return HttpMount.at(
                path,
                name,
                exchange -> () -> exchange.response()
                        .send(
                                "text/plain",
                                Buffer.buffer(name + " " + exchange.request().method() + " "
                                        + exchange.request().relativePath())));
    }

    private static RunningServer server(final RestApi rest, final PluginSource... others) {
        return server(rest, Map.of(), others);
    }

    private static RunningServer server(
            final RestApi rest, final Map<String, Object> configuration, final PluginSource... others) {
        final JZenith recipe = JZenith.application()
                .withPlugins(rest)
                .withPlugins(others)
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .withOverridingConfiguration("rest.instances", 1)
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
        configuration.forEach(recipe::withOverridingConfiguration);
        return RunningServer.around(recipe.run());
    }

    @Test
    void resourcesComeFirstAndTheRestGoesToTheMountAtTheirPath() {
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class),
                new Mounts("pages", "", List.of(mount("/", "pages"), mount("/sockets", "sockets"))))) {
            assertThat(server.get("/users").body()).isEqualTo("users");
            assertThat(server.get("/health").status()).isEqualTo(200);
            assertThat(server.get("/").body()).isEqualTo("pages GET /");
            assertThat(server.get("/index.html").body()).isEqualTo("pages GET /index.html");
            assertThat(server.get("/sockets/a").body()).isEqualTo("sockets GET /a");
            assertThat(server.send("POST", "/elsewhere", "{}").body()).isEqualTo("pages POST /elsewhere");
            assertThat(server.send("DELETE", "/users", null).status()).isEqualTo(405);
            assertThat(server.get("/users/17/name").body()).isEqualTo("name");
            assertThat(server.get("/users/17/nothing").json().path("status").asInt())
                    .isEqualTo(404);
            assertThat(server.get("/index.html").header("X-Request-Id")).isNotNull();
        }
    }

    @Test
    void belowTheContextPathAnUnknownPathStaysAProblem() {
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class),
                Map.of("rest.context-path", "/api"),
                new Mounts("pages", "", List.of(mount("/", "pages"))))) {
            assertThat(server.get("/api/users").body()).isEqualTo("users");
            assertThat(server.get("/users").body()).isEqualTo("pages GET /users");
            assertThat(server.get("/apis").body()).isEqualTo("pages GET /apis");
            assertThat(server.get("/api/nothing").json().path("status").asInt()).isEqualTo(404);
            assertThat(server.get("/api").json().path("status").asInt()).isEqualTo(404);
        }
    }

    @Test
    void aFilterThatReadsTheBodyOrMovesTheRequestKeepsIt() {
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class, UploadResource.class)
                        .withProviders(Mover.class),
                new Mounts("pages", "", List.of(mount("/", "pages"))))) {
            assertThat(server.get("/moved").json().path("status").asInt()).isEqualTo(404);
            assertThat(server.get("/elsewhere").body()).isEqualTo("pages GET /elsewhere");
            assertThat(server.send("POST", "/elsewhere", "{}").status()).isEqualTo(404);
            assertThat(server.send("POST", "/upload", "words", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("words");
        }
    }

    @Test
    void eachListenerHasItsOwnMounts() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(UserResource.class),
                        RestPlugin.named("admin").withResources(UploadResource.class),
                        new Mounts("pages", "", List.of(mount("/x", "pages"))),
                        new Mounts(
                                "panel.inner",
                                "inner",
                                List.of(mount("/x", "panel").onListenerOf("rest.admin"))))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.admin.port", 0)
                .run()) {
            assertThat(RunningServer.around(application).get("/x").body()).isEqualTo("pages GET ");
            final URI admin = application.endpoints().get("rest.admin").resolve("/x");
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(admin).build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("panel GET ");
        }
    }

    @Test
    void aMountOfAPluginWithQualifierAloneIsFound() {
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class),
                new Mounts("panel.inner", "inner", List.of(mount("/x", "panel"))))) {
            assertThat(server.get("/x").body()).isEqualTo("panel GET ");
        }
    }

    @Test
    void whatAMountThrowsIsAProblemWithoutItsMessage() {
        final HttpMount broken = HttpMount.at("/x", "broken", exchange -> () -> {
            throw new IllegalStateException("secret");
        });
        final HttpMount unmade = HttpMount.at("/", "unmade", HttpMountTest::fail);
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class), new Mounts("pages", "", List.of(broken, unmade)))) {
            for (final String path : List.of("/x", "/elsewhere")) {
                final RunningServer.Answer answer = server.get(path);
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.body()).doesNotContain("secret");
            }
            assertThat(server.get("/users").body()).isEqualTo("users");
        }
    }

    private static org.jzenith.http.handler.RequestHandler.Task fail(final Exchange exchange) {
        throw new IllegalStateException("secret");
    }

    @Path("/")
    @Produces("text/plain")
    public static final class ScatteredResource {

        @GET
        @Path("{any}")
        public String any() {
            return "any";
        }

        @GET
        @Path("files/{name}")
        public String file() {
            return "file";
        }

        @GET
        @Path("files")
        public String files() {
            return "files";
        }

        @GET
        @Path("filesystem")
        public String other() {
            return "other";
        }
    }

    @Test
    void aMethodThatNoRequestFindsFailsTheStart() {
        final Plugin files = new Mounts("pages", "", List.of(mount("/files", "pages"), mount("/api/users/17", "one")));
        final RestApi rest = RestPlugin.withResources(ScatteredResource.class, UserResource.class);
        final StartException refused = catchThrowableOfType(StartException.class, () -> server(rest, files));
        assertThat(refused.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains(
                                "ScatteredResource.file",
                                "and 1 more of its class",
                                "is below /files, where the plugin 'pages' handles all requests",
                                "Change the path of the resource or of the plugin."));
        try (RunningServer server = server(rest, Map.of("rest.context-path", "/api"), files)) {
            assertThat(server.get("/api/files/a").body()).isEqualTo("file");
        }
        try (RunningServer server = server(rest.withProviders(Mover.class), files)) {
            assertThat(server.get("/files/a").body()).isEqualTo("pages GET /a");
            assertThat(server.get("/filesystem").body()).isEqualTo("other");
        }
    }

    @Test
    void aReportNamesTheSettingThatMakesAWarningAboutHiddenMethodsAMistake() {
        final Plugin files = new Mounts("pages", "", List.of(mount("/files", "pages")));
        final RestApi rest = RestPlugin.withResources(ScatteredResource.class);
        final Map<String, Object> strict = Map.of("rest.fail-on-warnings", true);
        final String reason = "This warning fails startup because rest.fail-on-warnings is set.";
        assertThat(catchThrowableOfType(
                                StartException.class, () -> server(rest.withProviders(Mover.class), strict, files))
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.remedy())
                        .isEqualTo("Change the path of the resource or of the plugin. " + reason));
        assertThat(catchThrowableOfType(StartException.class, () -> server(rest, strict, files))
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.remedy()).doesNotContain(reason));
    }

    @Test
    void twoMountsAtOnePathFailTheStart() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> server(
                        RestPlugin.withResources(UserResource.class),
                        new Mounts("pages", "", List.of(mount("/", "pages"))),
                        new Mounts("files", "", List.of(mount("/", "files")))));
        assertThat(refused.problems().get(0).toString())
                .contains("Two plugins handle the path '/' of the listener 'rest'.", "'pages'", "'files'");
    }

    private static HttpMount routed(final String path, final MountRoute route, final String... templates) {
        final MountRoutes<MountPart> routes = MountRoutes.of(
                path,
                Arrays.stream(templates)
                        .map(each -> new MountPart(each, HttpMountTest.class, route))
                        .toList(),
                part -> part);
        return HttpMount.at(
                        path,
                        "scripts",
                        exchange -> routes.task(
                                exchange,
                                match -> () -> exchange.response()
                                        .send(
                                                "text/plain",
                                                Buffer.buffer(match.handler().toString()))))
                .withParts(routes.parts());
    }

    @Test
    void aRouteWithThePathOfAResourceMethodFailsTheStart() {
        final MountRoute post = MountRoute.of(HttpMethod.POST).withOrigin("users.js:2");
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> server(
                        RestPlugin.withResources(UserResource.class),
                        new Mounts(
                                "scripts",
                                "",
                                List.of(routed("/", post, "/users", "/users/{x}/name", "/users/me/name", "/cars")))));
        assertThat(refused.problems())
                .extracting(problem -> problem.what())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains(
                                        "No request reaches the route POST /users (users.js:2)",
                                        "UserResource.",
                                        "(GET /users)"),
                        second -> assertThat(second)
                                .contains("POST /users/me/name (users.js:2)", "(GET /users/{id}/name)"),
                        third -> assertThat(third).contains("POST /users/{x}/name (users.js:2)"));
    }

    @Test
    void aRouteGetsThePathsThatAnExpressionLeaves() {
        try (RunningServer server = server(
                RestPlugin.withResources(OrderResource.class),
                new Mounts("scripts", "", List.of(routed("/", MountRoute.of(HttpMethod.GET), "/orders/{name}"))))) {
            assertThat(server.get("/orders/7").body()).isEqualTo("order 7");
            assertThat(server.get("/orders/tea").body()).isEqualTo("GET /orders/{name}");
        }
    }

    @Test
    void routesBesideResourcesAreServedAndListed() {
        final MountRoute get = MountRoute.of(HttpMethod.GET).withRequestSchema("{}");
        try (RunningServer server = server(
                RestPlugin.withResources(UserResource.class),
                new Mounts(
                        "scripts", "", List.of(routed("/", get, "/cars/{id}"), routed("/api", get, "/api/users"))))) {
            assertThat(server.get("/users").body()).isEqualTo("users");
            assertThat(server.get("/cars/5").body()).isEqualTo("GET /cars/{id}");
            assertThat(server.get("/api/users").body()).isEqualTo("GET /api/users");
            assertThat(server.get("/cars").status()).isEqualTo(404);
            final List<String> paths = server.application()
                    .get(ResourceMethods.class)
                    .toString()
                    .lines()
                    .map(line -> line.replaceAll(" +", " ").replaceAll("(\\S+ \\S+ \\S+ \\S+).*", "$1"))
                    .toList();
            assertThat(paths)
                    .contains(
                            "GET /api/users HttpMountTest application/json",
                            "GET /cars/{id} HttpMountTest application/json")
                    .isSortedAccordingTo(Comparator.comparing(HttpMountTest::path));
        }
    }

    @Test
    void theAccessLogHasTheTemplateOfARoute() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server(
                        RestPlugin.withResources(UserResource.class),
                        Map.of("rest.access-log.format", "json", "rest.access-log.output", "logger"),
                        new Mounts(
                                "scripts",
                                "",
                                List.of(routed("/api", MountRoute.of(HttpMethod.GET), "/api/users/{id}"))))) {
            server.get("/api/users/5");
            assertThat(log.next(event -> event.getLoggerName().equals("org.jzenith.access"))
                            .getFormattedMessage())
                    .contains("\"route\":\"/api/users/{id}\"");
        }
    }

    /** Returns the path of a line; the titles come first. */
    private static String path(final String line) {
        final String path = line.split(" ")[1];
        return path.startsWith("/") ? path : "";
    }
}
