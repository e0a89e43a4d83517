package org.jzenith.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.RequestHandler;

/** Applications that serve HTTP without Jakarta REST. */
final class HttpPluginTest {

    private static final RequestHandler HELLO =
            exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("Hello"));

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<RunningApplication> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(RunningApplication::stop);
    }

    private RunningApplication run(final JZenith recipe) {
        final RunningApplication application = recipe.run();
        running.add(application);
        return application;
    }

    private static JZenith recipe(final PluginSource... plugins) {
        return JZenith.application()
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.host", "localhost")
                .withPlugins(plugins)
                .withModules(binder ->
                        HttpMount.binder(binder).addBinding().toInstance(HttpMount.at("/hello", "hello", HELLO)));
    }

    private HttpResponse<String> get(final URI address, final String path) throws Exception {
        return send("GET", address, path);
    }

    private HttpResponse<String> send(final String method, final URI address, final String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void itNeedsNoJakartaRest() {
        assertThatThrownBy(() -> Class.forName("jakarta.ws.rs.Path")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("org.jboss.resteasy.spi.ResteasyDeployment"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void aMountHasAListener() throws Exception {
        final RunningApplication application = run(recipe(HttpPlugin.create()));

        assertThat(application.endpoints()).containsOnlyKeys("rest");
        assertThat(get(application.uri(), "/hello").body()).isEqualTo("Hello");
        final HttpResponse<String> missing = get(application.uri(), "/missing");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(missing.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        + "\"detail\":\"There is nothing at this path.\",\"instance\":\"/missing\"}");
    }

    @Test
    void filesAtTheRootHaveAListener(@TempDir final Path folder) throws Exception {
        Files.writeString(folder.resolve("index.html"), "<h1>Shop</h1>");
        final RunningApplication application =
                run(recipe(HttpPlugin.create(), StaticFiles.of(StaticFiles.at("/", folder.toString()))));

        assertThat(get(application.uri(), "/").body()).isEqualTo("<h1>Shop</h1>");
        assertThat(get(application.uri(), "/hello").body()).isEqualTo("Hello");
        assertThat(get(application.uri(), "/health").statusCode()).isEqualTo(200);
    }

    @Test
    void itReportsTheHealth() throws Exception {
        final URI address = run(recipe(HttpPlugin.create())).uri();

        final HttpResponse<String> health = get(address, "/health");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body())
                .isEqualTo("{\"status\":\"UP\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"}]}");
        assertThat(health.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(health.headers().firstValue("Cache-Control")).contains("no-store");
        for (final String probe : List.of("/health/ready", "/health/live", "/health/started")) {
            assertThat(get(address, probe).body()).isEqualTo(health.body());
        }
        assertThat(send("HEAD", address, "/health").statusCode()).isEqualTo(200);
        final HttpResponse<String> post = send("POST", address, "/health");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(get(address, "/health/other").statusCode()).isEqualTo(404);
    }

    private record FullDisk(Health state) implements HealthCheck {

        @Override
        public String name() {
            return "disk";
        }

        @Override
        public Single<Health> check() {
            return Single.just(state);
        }
    }

    @Test
    void onlyTrustedClientsReadWhyAPartIsDown() throws Exception {
        final JZenith recipe = recipe(HttpPlugin.create())
                .withModules(binder -> Multibinder.newSetBinder(binder, HealthCheck.class)
                        .addBinding()
                        .toInstance(new FullDisk(Health.unhealthy("full"))));
        final HttpResponse<String> other = get(run(recipe).uri(), "/health");

        assertThat(other.statusCode()).isEqualTo(503);
        assertThat(other.headers().firstValue("Retry-After")).contains("1");
        assertThat(other.body())
                .isEqualTo("{\"status\":\"DOWN\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"},"
                        + "{\"name\":\"disk\",\"status\":\"DOWN\"}]}");
        assertThat(get(
                                run(recipe.withConfiguration("rest.health.details-for", "127.0.0.0/8"))
                                        .uri(),
                                "/health")
                        .body())
                .contains("{\"name\":\"disk\",\"status\":\"DOWN\",\"reason\":\"full\",\"took\":");
    }

    @Test
    void anApplicationThatWorksWithoutAPartIsReady() throws Exception {
        final URI address = run(recipe(HttpPlugin.create())
                        .withModules(binder -> Multibinder.newSetBinder(binder, HealthCheck.class)
                                .addBinding()
                                .toInstance(new FullDisk(Health.degraded("full")))))
                .uri();
        final HttpResponse<String> ready = get(address, "/health/ready");

        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.headers().firstValue("Retry-After")).isEmpty();
        assertThat(ready.body())
                .isEqualTo("{\"status\":\"DEGRADED\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"},"
                        + "{\"name\":\"disk\",\"status\":\"DEGRADED\"}]}");
    }

    @Test
    void aSettingTurnsTheHealthOff() throws Exception {
        final RunningApplication application =
                run(recipe(HttpPlugin.create()).withConfiguration("rest.health.enabled", false));

        assertThat(get(application.uri(), "/health").statusCode()).isEqualTo(404);
    }

    @Test
    void aNamedListenerHasItsOwnSettings() throws Exception {
        final RunningApplication application = run(recipe(HttpPlugin.create(), HttpPlugin.named("admin"))
                .withConfiguration("rest.admin.port", 0)
                .withConfiguration("rest.admin.server-header", "operators")
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(
                                HttpMount.at("/operators", "operators", HELLO).onListenerOf("rest.admin"))));
        final URI admin = application.endpoints().get("rest.admin");

        assertThat(get(admin, "/operators").body()).isEqualTo("Hello");
        assertThat(get(admin, "/health").headers().firstValue("Server")).contains("operators");
        assertThat(get(admin, "/hello").statusCode()).isEqualTo(404);
        assertThat(get(application.uri(), "/operators").statusCode()).isEqualTo(404);
        assertThat(application.injector().getInstance(Gauges.class).all())
                .extracting(Gauge::name)
                .contains("rest.connections", "rest.admin.connections");
    }

    @Test
    void furtherListenersServeTheSame() throws Exception {
        final RunningApplication application =
                run(recipe(HttpPlugin.create()).withConfiguration("rest.listeners.inside.port", 0));

        assertThat(get(application.endpoints().get("rest.listeners.inside"), "/hello")
                        .body())
                .isEqualTo("Hello");
    }

    @Test
    void serverOptionsAreChangedInOrder() {
        final List<Integer> seen = new ArrayList<>();
        final RunningApplication application = run(recipe(HttpPlugin.create()
                .withServerOptions(options -> options.setAcceptBacklog(77))
                .withServerOptions(options -> seen.add(options.getAcceptBacklog()))));

        assertThat(application.endpoints()).containsOnlyKeys("rest");
        assertThat(seen).containsExactly(77);
    }

    @Test
    void aGuardIsAskedAboutTheHealthAndUnknownPaths() throws Exception {
        final RunningApplication application = run(recipe(HttpPlugin.create())
                .withModules(binder -> ListenerGuard.binder(binder)
                        .addBinding()
                        .toInstance(request -> Single.just(
                                request.path().equals("/hello")
                                        ? GuardDecision.pass()
                                        : GuardDecision.refuse(403, "Not for you.")))));

        assertThat(get(application.uri(), "/hello").statusCode()).isEqualTo(200);
        assertThat(get(application.uri(), "/health").statusCode()).isEqualTo(403);
        assertThat(get(application.uri(), "/missing").statusCode()).isEqualTo(403);
    }

    @Test
    void aBrokenMountGetsA500WithAnId() throws Exception {
        final RunningApplication application = run(recipe(HttpPlugin.create())
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/broken", "broken", exchange -> () -> {
                            throw new IllegalStateException("broken");
                        }))));
        final HttpResponse<String> failed = get(application.uri(), "/broken");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("\"id\":\"").doesNotContain("IllegalState");
    }

    private static List<String> problems(final JZenith recipe) {
        return catchThrowableOfType(StartException.class, () -> recipe.run().stop()).problems().stream()
                .map(StartProblem::toString)
                .toList();
    }

    @Test
    void mistakesInSettingsAreReportedTogether() {
        assertThat(problems(recipe(HttpPlugin.create().withServerOptions(options -> options.setSsl(true)))
                        .withConfiguration("rest.trusted-proxies", "nowhere")
                        .withConfiguration("rest.health.details-for", "nobody")))
                .satisfiesExactly(
                        proxy -> assertThat(proxy).contains("An address in rest.trusted-proxies is invalid: "),
                        health -> assertThat(health).contains("An address in rest.health.details-for is invalid"),
                        options -> assertThat(options).contains("enables TLS"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rest.context-path", "rest.sse.heartbeat"})
    void settingsOfJakartaRestAreUnknown(final String key) {
        assertThat(problems(recipe(HttpPlugin.create()).withOverridingConfiguration(key, "/api")))
                .singleElement()
                .asString()
                .contains(key);
    }

    @Test
    void twoPluginsOfOneListenerAreAMistake() {
        assertThat(problems(recipe(HttpPlugin.create(), HttpPlugin.create())))
                .anySatisfy(problem -> assertThat(problem).contains("The plugin 'rest' was added twice."));
    }

    @Test
    void aTrainingRunRequestsTheHealth() {
        final AtomicInteger asked = new AtomicInteger();
        JZenith.application("--training-run")
                .withConfiguration("rest.port", 0)
                .withPlugins(HttpPlugin.create())
                .withModules(binder -> ListenerGuard.binder(binder).addBinding().toInstance(request -> {
                    asked.incrementAndGet();
                    return ListenerGuard.PASS;
                }))
                .run();

        assertThat(asked).hasValue(2);
    }
}
