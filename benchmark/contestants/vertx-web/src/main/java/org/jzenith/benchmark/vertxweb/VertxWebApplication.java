package org.jzenith.benchmark.vertxweb;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Starts the peer with one verticle for each event loop. */
public final class VertxWebApplication {

    private static final Logger LOGGER = System.getLogger(VertxWebApplication.class.getName());

    /** The bounds in nanoseconds. */
    private static final double[] BUCKETS = {5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9, 2.5e9, 5e9, 10e9};

    private VertxWebApplication() {}

    /**
     * The program.
     *
     * @param arguments none; the settings come from the environment
     */
    public static void main(final String... arguments) {
        final int eventLoops = Runtime.getRuntime().availableProcessors();
        final VertxOptions options =
                new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(eventLoops);
        final VertxBuilder builder = Vertx.builder().with(options);
        if (Settings.metrics()) {
            options.setMetricsOptions(new MicrometerMetricsOptions()
                    .addLabels(Label.HTTP_METHOD, Label.HTTP_CODE, Label.HTTP_ROUTE)
                    .setEnabled(true));
            builder.withMetrics(new MicrometerMetricsFactory(registry()));
        }
        final Vertx vertx = builder.build();
        vertx.deployVerticle(WebVerticle::new, new DeploymentOptions().setInstances(eventLoops))
                .onFailure(error -> {
                    LOGGER.log(Level.ERROR, "The peer cannot start.", error);
                    vertx.close().onComplete(closed -> System.exit(1));
                });
    }

    /** A registry whose histograms have the buckets of jZenith. */
    private static PrometheusMeterRegistry registry() {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(
                    final Meter.Id id, final DistributionStatisticConfig configuration) {
                return id.getName().endsWith(".response.time")
                        ? DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(BUCKETS)
                                .build()
                                .merge(configuration)
                        : configuration;
            }
        });
        return registry;
    }
}
