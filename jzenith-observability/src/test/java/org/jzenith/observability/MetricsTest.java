package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.observability.internal.meter.Metric;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The metrics of requests, as a scraper reads them. */
final class MetricsTest {

    private static final String GREETINGS = "http_server_request_duration_seconds_count{http_request_method=\"GET\","
            + "http_response_status_code=\"2xx\",http_route=\"/greetings/{name}\",listener=\"rest\"}";

    private static final MountRoutes<MountPart> SCRIPTS = MountRoutes.of(
            "/scripts",
            List.of(new MountPart("/scripts/{name}", MetricsTest.class, MountRoute.of(HttpMethod.GET))),
            part -> part);

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(GreetingResource.class), ObservabilityPlugin.create())
            .withModules(binder -> HttpMount.binder(binder)
                    .addBinding()
                    .toInstance(HttpMount.at(
                                    "/scripts",
                                    "scripts",
                                    exchange -> SCRIPTS.task(
                                            exchange,
                                            match -> () -> exchange.response().send("text/plain", Buffer.buffer())))
                            .withParts(SCRIPTS.parts())))
            .withConfiguration("metrics.listener", "rest"));

    @Path("/greetings")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class GreetingResource {

        private final MeterRegistry registry;

        @Inject
        public GreetingResource(final MeterRegistry registry) {
            this.registry = registry;
        }

        @GET
        @Path("{name}")
        public String greet(@PathParam("name") final String name) {
            Counter.builder("greetings.sent")
                    .description("Greetings.")
                    .register(registry)
                    .increment();
            return "Hello " + name;
        }

        @GET
        @Path("broken/stream")
        public Flowable<Buffer> breakOff() {
            return Flowable.range(0, 50)
                    .map(each -> Buffer.buffer("x".repeat(1000)))
                    .concatWith(Flowable.error(new IllegalStateException("Not to the end")));
        }

        @POST
        public void fail() {
            throw new IllegalStateException("Not today");
        }
    }

    private static String scrape() {
        return APP.http().get("/metrics").body();
    }

    /** Reads the value of a time series. */
    private static double value(final String series) {
        return scrape().lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no " + series));
    }

    @Test
    void requestsAreMeasuredByRouteMethodAndStatus() {
        final double before = value(GREETINGS);
        APP.http().get("/greetings/one");
        APP.http().get("/greetings/two");
        assertThat(value(GREETINGS)).isEqualTo(before + 2);
    }

    @Test
    void routesOfMountsAreMeasuredByTheirTemplates() {
        final String series = GREETINGS.replace("/greetings/", "/scripts/");
        APP.http().get("/scripts/one");
        final double before = value(series);
        APP.http().get("/scripts/two");
        assertThat(value(series)).isEqualTo(before + 1);
        assertThat(scrape()).doesNotContain("/scripts/*", "/scripts/one");
    }

    @Test
    void metersOfTheApplicationAreAmongTheMetrics() {
        APP.http().get("/greetings/three");
        assertThat(scrape()).contains("greetings_sent_total ");
    }

    @Test
    void theVersionOfJZenithIsKnown() {
        assertThat(scrape()).containsPattern("jzenith_info\\{.*[{,]?\\bversion=\"\\d");
    }

    @Test
    void aMeterOfARouteIsMadeAtTheStart() {
        assertThat(scrape()).contains("http_route=\"/greetings\"");
    }

    @Test
    void whatIsNotFoundIsOneSeries() {
        final String unknown = "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                + "http_response_status_code=\"4xx\",http_route=\"\",listener=\"rest\"}";
        APP.http().get("/nothing/1");
        final double before = value(unknown);
        APP.http().get("/nothing/2");
        APP.http().get("/nothing/3");
        assertThat(value(unknown)).isEqualTo(before + 2);
    }

    @Test
    void aMethodThatNobodyKnowsIsOther() {
        APP.http().send("BREW", "/nothing", null);
        assertThat(scrape()).contains("http_request_method=\"_OTHER\"").doesNotContain("BREW");
    }

    @Test
    void aFailureIsAClassOfItsOwn() {
        APP.http().post("/greetings", null);
        assertThat(scrape())
                .contains("http_server_request_duration_seconds_count{http_request_method=\"POST\","
                        + "http_response_status_code=\"5xx\",http_route=\"/greetings\",listener=\"rest\"} ");
    }

    @Test
    void aResponseThatIsBrokenOffIsAClassOfItsOwn() {
        HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(APP.http().uri().resolve("/greetings/broken/stream"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> response)
                .join();
        Exposition.await(
                "the broken response is counted",
                () -> scrape().contains("http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_code=\"broken\",http_route=\"/greetings/broken/stream\","
                        + "listener=\"rest\"} 1"));
    }

    @Test
    void aClientThatAcceptsOpenMetricsGetsThem() {
        final TestResponse open = APP.http()
                .withHeader("Accept", "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3")
                .get("/metrics");
        assertThat(open.header("Content-Type").orElseThrow()).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(open.body()).endsWith("# EOF\n");
        final TestResponse text = APP.http().get("/metrics");
        assertThat(text.header("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
        assertThat(text.header("Cache-Control")).hasValue("no-store");
    }

    @Test
    void onlyThePathItselfAndReadingMethodsAreAnswered() {
        assertThat(APP.http().get("/metrics/more").status()).isEqualTo(404);
        assertThat(APP.http().post("/metrics", null).status()).isEqualTo(405);
    }

    @Test
    void everyMetricOfJZenithIsInTheTable() {
        final Set<String> families = scrape().lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.substring("# TYPE ".length(), line.lastIndexOf(' ')))
                .filter(name -> !name.endsWith("_max") || name.equals("db_client_connection_max"))
                .filter(name -> !name.equals("greetings_sent_total"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(Arrays.stream(Metric.values()).map(Metric::exposed)).containsAll(families);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theMemoryOfTheProcessIsBelowThatOfItsContainer() {
        final Exposition metrics = new Exposition(APP.application());
        assertThat(metrics.sum("process_memory_usage_bytes"))
                .isBetween((double) (10 << 20), metrics.sum("system_memory_limit_bytes"));
    }

    /**
     * Leaves out gauges such as {@code jvm_thread_count}. promtool takes their suffix for a part of a histogram, but dashboards for
     * OpenTelemetry know no other name.
     */
    @Test
    void promtoolReadsTheMetrics() {
        final Set<String> gauges = Arrays.stream(Metric.values())
                .map(Metric::exposed)
                .filter(name -> name.endsWith("_count"))
                .collect(Collectors.toSet());
        final String checked = scrape().lines()
                .filter(line -> !gauges.contains(
                        line.replaceFirst("^# (HELP|TYPE) ", "").split("[ {]", 2)[0]))
                .collect(Collectors.joining("\n", "", "\n"));
        Promtool.check(checked, "metrics");
    }
}
