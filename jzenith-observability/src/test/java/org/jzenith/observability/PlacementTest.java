package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.internal.log.LogLines;

/** The listener that serves the metrics, and who may read them. */
final class PlacementTest {

    @Path("/hello")
    public static final class HelloResource {

        @GET
        public String hello() {
            return "Hello";
        }
    }

    private static JZenith shop() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(HelloResource.class), ObservabilityPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0);
    }

    private static JZenith openShop() {
        return shop().withConfiguration("metrics.listener", "rest");
    }

    private static JZenith shopWithOperators() {
        return shop().withPlugins(RestPlugin.named("admin")).withConfiguration("rest.admin.port", 0);
    }

    private static int status(final RunningApplication application, final String listener) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(application
                                            .endpoints()
                                            .get(listener)
                                            .resolve("/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theMainListenerServesNoMetricsUnlessASettingNamesIt() {
        try (LogLines log = LogLines.of("org.jzenith.observability");
                RunningApplication application = shop().run()) {
            assertThat(log.messages())
                    .containsExactly(
                            "No listener serves /metrics. Add HttpPlugin.named(\"admin\"), or set metrics.listener to"
                                    + " one of these plugins: rest.");
            assertThat(status(application, "rest")).isEqualTo(404);
        }
    }

    @Test
    void theListenerOfOperatorsServesTheMetrics() {
        final RunningApplication application = shopWithOperators().run();
        assertThat(status(application, "rest.admin")).isEqualTo(200);
        assertThat(status(application, "rest")).isEqualTo(404);
        application.stop();
    }

    @Test
    void aSettingChoosesTheListener() {
        final RunningApplication application = shopWithOperators()
                .withConfiguration("metrics.listener", "rest")
                .run();
        assertThat(status(application, "rest")).isEqualTo(200);
        assertThat(status(application, "rest.admin")).isEqualTo(404);
        application.stop();
    }

    @Test
    void aListenerThatDoesNotExistFailsTheStart() {
        assertThatThrownBy(() -> shop().withConfiguration("metrics.listener", "rest.operators")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest.operators")
                .hasMessageContaining("metrics.listener");
    }

    @Test
    void aPathWithoutASlashFailsTheStart() {
        assertThatThrownBy(() ->
                        openShop().withConfiguration("metrics.path", "metrics").run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("metrics.path");
    }

    @Test
    void twoApplicationsInOneJvmHaveMetricsOfTheirOwn() {
        final RunningApplication one = openShop().run();
        final RunningApplication other = openShop().run();
        assertThat(status(one, "rest")).isEqualTo(200);
        final String scrapes = "http_server_request_duration_seconds_count";
        Exposition.await(
                "the scrape is counted", () -> new Exposition(one).sum(scrapes, "http_route=\"/metrics/*\"") == 1);
        assertThat(new Exposition(other).sum(scrapes)).isZero();
        one.stop();
        assertThat(status(other, "rest")).isEqualTo(200);
        assertThat(new Exposition(other).sum("jzenith_event_loop_lag_seconds")).isNotNegative();
        other.stop();
    }

    private static JZenith secured(final JZenith recipe) {
        return recipe.withPlugins(SecurityPlugin.create())
                .withConfiguration("security.deny-by-default", true)
                .withConfiguration("security.paths.\"/hello\"", "everyone");
    }

    /** @param proxy the line of the PROXY protocol; empty without it */
    private static String scrape(final RunningApplication application, final String proxy, final String... headers)
            throws IOException {
        try (Socket socket = new Socket(
                "localhost", application.endpoints().get("rest.admin").getPort())) {
            socket.getOutputStream()
                    .write((proxy + "GET /metrics HTTP/1.1\r\n" + String.join("\r\n", headers)
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            final String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.substring("HTTP/1.1 ".length(), answer.indexOf("\r\n\r\n"));
        }
    }

    private static String proxy(final String client) {
        return "PROXY TCP4 " + client + " 192.0.2.1 40000 9090\r\n";
    }

    /** A page's host name may resolve to this machine, and a proxy may forward anyone's requests. */
    @Test
    void onlyThisMachineReadsThem() throws IOException {
        for (final JZenith recipe :
                List.of(shopWithOperators(), shopWithOperators().withPlugins(SecurityPlugin.create()))) {
            final RunningApplication application = recipe.run();
            assertThat(scrape(application, "", "Host: localhost:9090")).startsWith("200");
            assertThat(scrape(application, "", "Host: [::1]:9090")).startsWith("200");
            assertThat(scrape(application, "", "Host: rebound.example")).startsWith("40");
            assertThat(scrape(application, "", "Host: localhost", "X-Forwarded-For: 127.0.0.1"))
                    .startsWith("40");
            assertThat(scrape(application, "", "Host: localhost", "Sec-Fetch-Site: cross-site"))
                    .startsWith("403");
            application.stop();
        }
    }

    /** The PROXY protocol gives the connections of this test the addresses of other machines. */
    @Test
    void otherMachinesReadThemIfASettingNamesThem() throws IOException {
        final JZenith recipe = shopWithOperators()
                .withConfiguration("rest.admin.proxy-protocol", true)
                .withConfiguration("rest.admin.trusted-proxies", "127.0.0.1");
        final String scraper = proxy("10.1.2.3");
        final RunningApplication closed = recipe.run();
        assertThat(scrape(closed, scraper, "Host: shop.internal:9090")).startsWith("403");
        closed.stop();
        final RunningApplication open =
                recipe.withConfiguration("metrics.scrapers", "10.1.0.0/16").run();
        assertThat(scrape(open, scraper, "Host: shop.internal:9090")).startsWith("200");
        assertThat(scrape(open, scraper, "Host: rebound.example", "Sec-Fetch-Site: same-origin"))
                .as("a browser")
                .startsWith("403");
        assertThat(scrape(open, proxy("10.2.2.3"), "Host: shop.internal:9090")).startsWith("403");
        open.stop();
        final RunningApplication guarded =
                recipe.withPlugins(SecurityPlugin.create()).run();
        assertThat(scrape(guarded, scraper, "Host: shop.internal:9090")).startsWith("200");
        assertThat(scrape(guarded, proxy("10.2.2.3"), "Host: shop.internal:9090"))
                .startsWith("401");
        guarded.stop();
        assertThatThrownBy(() -> shop().withConfiguration("metrics.scrapers", "prometheus")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("metrics.scrapers");
    }

    @Test
    void denyByDefaultWantsADecisionAboutTheMainListenerOnly() {
        assertThatThrownBy(() -> secured(openShop()).run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("/metrics");
        final RunningApplication closed = secured(openShop())
                .withConfiguration("security.paths.\"/metrics\"", "nobody")
                .run();
        assertThat(status(closed, "rest")).isIn(401, 403);
        closed.stop();
        final RunningApplication operators = secured(shopWithOperators()).run();
        assertThat(status(operators, "rest.admin")).isEqualTo(200);
        operators.stop();
    }

    @Test
    void metricsThatAreTurnedOffHaveNoObserverAndNoPath() {
        final RunningApplication application =
                openShop().withConfiguration("metrics.enabled", false).run();
        final Observers observers = application.injector().getInstance(Observers.class);
        assertThat(observers.of(RequestEvent.class)).isNull();
        assertThat(observers.of(ConnectionEvent.class)).isNull();
        assertThat(observers.of(WorkEvent.class)).isNull();
        assertThat(status(application, "rest")).isEqualTo(404);
        final MeterRegistry registry = application.injector().getInstance(MeterRegistry.class);
        registry.counter("ignored").increment();
        assertThat(registry.counter("ignored").count()).isZero();
        application.stop();
    }
}
