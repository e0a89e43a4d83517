package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.ExemplarSource;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** Metrics name the traces of jZenith's own spans as examples of their values. */
final class ExemplarsTest {

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(TeaResource.class), TracingPlugin.create(), ObservabilityPlugin.create())
            .withConfiguration("metrics.listener", "rest")
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/tea")
    public static final class TeaResource {

        @GET
        public String get() {
            return "tea";
        }
    }

    @Test
    void aDurationNamesTheExportedSpanOfItsRequest() {
        assertThat(APP.http().get("/tea").body()).isEqualTo("tea");
        final var span = COLLECTOR.get().awaitSpan("GET /tea");
        final String example = "# {span_id=\"" + Collector.hex(span.getSpanId()) + "\",trace_id=\""
                + Collector.hex(span.getTraceId()) + "\"}";
        assertThat(APP.http()
                        .withHeader("Accept", "application/openmetrics-text")
                        .get("/metrics")
                        .body())
                .contains(example);
    }

    @Test
    void metricsLookForNoTraceIfTracingIsOff() {
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(TeaResource.class), TracingPlugin.create())
                .withConfiguration("rest.port", 0)
                .withoutConfigurationFiles()
                .run()) {
            assertThat(application
                            .get(Injector.class)
                            .getInstance(Key.get(new TypeLiteral<Optional<ExemplarSource>>() {})))
                    .isEmpty();
        }
    }
}
