package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Maybe;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.Users;

/** Who sees the operators' page, where it is, and what its parts answer. */
final class AdminPageTest {

    /** Of the password {@code s3cret}. */
    private static final String HASH =
            "$argon2id$v=19$m=19456,t=2,p=1$+QrWs9S7ngANzhtzG8iwsA$9j4Q+5+cXKKTct7GJVxDcKiHu1ohjvLYXlurJsCZzPk";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The application of most tests. */
    private static RunningApplication open;

    @BeforeAll
    static void start() {
        open = shopWithOperators().run();
    }

    @AfterAll
    static void stop() {
        open.stop();
    }

    @Path("/hello")
    public static final class GreetingResource {

        @GET
        public String greet() {
            return "Hello";
        }
    }

    private static JZenith shop() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(GreetingResource.class), AdminPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0);
    }

    private static JZenith shopWithOperators() {
        return shop().withPlugins(RestPlugin.named("admin")).withConfiguration("rest.admin.port", 0);
    }

    private static JZenith guardedShop() {
        return shopWithOperators()
                .withPlugins(SecurityPlugin.create()
                        .withBasicAuthentication(Users.fromStore(name -> Maybe.just(
                                StoredUser.of(name, HASH, List.of(name.equals("olga") ? "operator" : "clerk"))))))
                .withConfiguration("security.paths.\"/admin\"", "roles operator");
    }

    private static HttpResponse<String> send(
            final RunningApplication application, final String method, final String path, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        application.endpoints().get("rest.admin").resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    private static HttpResponse<String> get(
            final RunningApplication application, final String path, final String... headers) {
        return send(application, "GET", path, headers);
    }

    private static String basic(final String name) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":s3cret").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void thePageAndItsFilesAreAtTheListenerOfOperators() {
        assertThat(get(open, "/admin").headers().firstValue("Location")).contains("admin/");
        final HttpResponse<String> page = get(open, "/admin/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'");
        final Matcher files = Pattern.compile("(?:href|src)=\"(\\w+\\.\\w+)\"").matcher(page.body());
        assertThat(files.results().map(file -> file.group(1)))
                .hasSize(3)
                .allSatisfy(file ->
                        assertThat(get(open, "/admin/" + file).statusCode()).isEqualTo(200));
        assertThat(page.body()).doesNotContain("<style", "style=", "onclick", "http:", "https:");
        assertThat(get(open, "/admin/unknown").statusCode()).isEqualTo(404);
        assertThat(send(open, "DELETE", "/admin/data").statusCode()).isEqualTo(405);
        assertThat(send(open, "GET", "/admin/heap").statusCode()).isEqualTo(405);
    }

    @Test
    void theDataHasRoutesSignalsAndSettings() {
        final RunningApplication application = shopWithOperators()
                .withConfiguration("rest.context-path", "/api")
                .run();
        final URI shop = application.endpoints().get("rest");
        CLIENT.sendAsync(
                        HttpRequest.newBuilder(shop.resolve("/api/hello")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .join();
        Exposition.await(
                "the request is seen",
                () -> new JsonObject(get(application, "/admin/data").body())
                        .getJsonArray("routes").stream()
                                .map(JsonObject.class::cast)
                                .anyMatch(each -> each.getString("listener").equals("rest")
                                        && each.getString("route").endsWith("/hello")
                                        && each.getJsonObject("now").getInteger("requests") == 1));
        final JsonObject data = new JsonObject(get(application, "/admin/data").body());
        assertThat(data.getString("application")).isEqualTo("AdminPageTest");
        assertThat(data.getJsonObject("signals").getJsonArray("requests")).hasSize(360);
        assertThat(data.getJsonObject("eventLoops").getJsonArray("loops")).hasSize(2);
        final JsonObject about = new JsonObject(get(application, "/admin/about").body());
        assertThat(about.getString("configuration")).contains("rest.context-path = /api");
        assertThat(about.getJsonArray("routes").encode()).contains("GreetingResource.greet");
        assertThat(new JsonObject(get(application, "/admin/threads").body())
                        .getJsonArray("threads")
                        .encode())
                .contains("jzenith-admin");
        application.stop();
    }

    @Test
    void theLiveDataArriveAsEvents() {
        final HttpResponse<Stream<String>> events = CLIENT.sendAsync(
                        HttpRequest.newBuilder(
                                        open.endpoints().get("rest.admin").resolve("/admin/live"))
                                .build(),
                        HttpResponse.BodyHandlers.ofLines())
                .join();
        assertThat(events.headers().firstValue("Content-Type")).contains("text/event-stream");
        final Iterator<String> lines = events.body().iterator();
        assertThat(new JsonObject(lines.next().substring("data: ".length())).fieldNames())
                .contains("findings", "signals", "pools", "limits", "health", "profile");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).startsWith("data: ");
        events.body().close();
    }

    @Test
    void withoutSecurityOnlyThisMachineSeesIt() throws IOException {
        assertThat(get(open, "/admin/data").statusCode()).isEqualTo(200);
        assertThat(get(open, "/admin/data", "X-Forwarded-For", "10.1.2.3").statusCode())
                .isEqualTo(403);
        assertThat(get(open, "/admin/data", "Forwarded", "for=127.0.0.1").statusCode())
                .isEqualTo(403);
        for (final String header : List.of("X-Forwarded-Host", "X-Forwarded-Proto", "Via")) {
            assertThat(get(open, "/admin/data", header, "localhost").statusCode())
                    .as(header)
                    .isEqualTo(403);
        }
        final URI uri = open.endpoints().get("rest.admin");
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write("GET /admin/data HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void anotherSiteCanOnlyLinkToThePage() {
        assertThat(get(open, "/admin/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(open, "/admin/live", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(open, "POST", "/admin/profile", "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(open, "POST", "/admin/heap", "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "navigate")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void withSecurityOnlyTheRoleOfTheRuleSeesIt() {
        final RunningApplication application = guardedShop().run();
        final HttpResponse<String> anonymous = get(application, "/admin/data");
        assertThat(anonymous.statusCode()).isEqualTo(401);
        assertThat(anonymous.headers().firstValue("WWW-Authenticate").orElseThrow())
                .startsWith("Basic");
        assertThat(new JsonObject(get(application, "/admin/data", "Authorization", basic("olga"))
                                .body())
                        .getJsonArray("failures"))
                .as("a browser opens the page, and asks for the password")
                .isEmpty();
        assertThat(get(application, "/admin/data", "Authorization", basic("carl"))
                        .statusCode())
                .isEqualTo(403);
        final HttpResponse<String> operator =
                get(application, "/admin/data", "Authorization", basic("olga"), "X-Forwarded-For", "10.1.2.3");
        assertThat(operator.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(operator.body()).getJsonArray("failures").encode())
                .contains("denied by roles operator");
        application.stop();
    }

    @Test
    void withSecurityAndWithoutARuleAnAnonymousClientIsRefused() {
        final RunningApplication application =
                shopWithOperators().withPlugins(SecurityPlugin.create()).run();
        assertThat(get(application, "/admin/").statusCode()).isEqualTo(401);
        application.stop();
        assertThatThrownBy(() -> shopWithOperators()
                        .withPlugins(SecurityPlugin.create())
                        .withConfiguration("security.deny-by-default", true)
                        .withConfiguration("security.paths.\"/hello\"", "everyone")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("/admin");
    }

    @Test
    void withoutAListenerOfOperatorsNothingIsRecorded() {
        for (final JZenith recipe : List.of(shop(), shopWithOperators().withConfiguration("admin.enabled", false))) {
            final RunningApplication application = recipe.run();
            assertThat(application.injector().getInstance(Observers.class).of(RequestEvent.class))
                    .isNull();
            assertThat(application.injector().getInstance(Observers.class).of(WorkEvent.class))
                    .isNull();
            application.stop();
        }
        assertThatThrownBy(() ->
                        shop().withConfiguration("admin.listener", "rest.other").run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("admin.listener");
    }

    @Test
    void itWorksBesideMetrics() {
        final RunningApplication application =
                shopWithOperators().withPlugins(ObservabilityPlugin.create()).run();
        assertThat(get(application, "/metrics").statusCode()).isEqualTo(200);
        assertThat(get(application, "/admin/").statusCode()).isEqualTo(200);
        application.stop();
    }

    @Test
    void oneProfileIsRecordedAtATime() {
        assertThat(get(open, "/admin/profile").statusCode()).isEqualTo(404);
        assertThat(send(open, "POST", "/admin/profile?seconds=61").statusCode()).isEqualTo(400);
        assertThat(send(open, "POST", "/admin/profile?seconds=many").statusCode())
                .isEqualTo(400);
        assertThat(send(open, "POST", "/admin/profile?seconds=1").statusCode()).isEqualTo(202);
        assertThat(send(open, "POST", "/admin/profile?seconds=1").statusCode()).isEqualTo(409);
        Exposition.await(
                "the profile is ready", () -> get(open, "/admin/profile").statusCode() == 200);
        final HttpResponse<String> graph = get(open, "/admin/profile");
        assertThat(graph.body()).contains("<canvas");
        assertThat(graph.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("sandbox allow-scripts;");
        assertThat(get(open, "/admin/profile.jfr").body()).startsWith("FLR");
    }
}
