package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The metrics of requests, as a scraper reads them. */
final class MetricsTest {

    private static final String GREETINGS = "http_server_request_duration_seconds_count{http_request_method=\"GET\","
            + "http_response_status_code=\"2xx\",http_route=\"/greetings/{name}\",listener=\"rest\"}";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(GreetingResource.class), ObservabilityPlugin.create()));

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
            registry.counter("greetings.sent").increment();
            return "Hello " + name;
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
    void metersOfTheApplicationAreAmongTheMetrics() {
        APP.http().get("/greetings/three");
        assertThat(scrape()).contains("greetings_sent_total ");
    }

    @Test
    void aMeterOfARouteIsMadeAtTheStart() {
        assertThat(scrape()).contains("http_route=\"/greetings\"");
    }
}
