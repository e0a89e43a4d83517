package org.jzenith.benchmark.vertxweb;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import io.vertx.tracing.opentelemetry.OpenTelemetryTracingFactory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

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
        final PrometheusMeterRegistry registry = registry();
        if (Settings.metrics()) {
            options.setMetricsOptions(new MicrometerMetricsOptions()
                    .addLabels(Label.HTTP_METHOD, Label.HTTP_CODE, Label.HTTP_ROUTE)
                    .setEnabled(true));
            builder.withMetrics(new MicrometerMetricsFactory(registry));
        }
        if (!Settings.collector().isEmpty()) {
            builder.withTracer(new OpenTelemetryTracingFactory(traces()));
        }
        final Vertx vertx = builder.build();
        vertx.deployVerticle(WebVerticle::new, new DeploymentOptions().setInstances(eventLoops))
                .compose(id -> Settings.adminPort() == 0
                        ? Future.succeededFuture()
                        : vertx.createHttpServer()
                                .requestHandler(request -> request.response().end(registry.scrape()))
                                .listen(Settings.adminPort())
                                .mapEmpty())
                .onFailure(error -> {
                    LOGGER.log(Level.ERROR, "The peer cannot start.", error);
                    vertx.close().onComplete(closed -> System.exit(1));
                });
    }

    /** Sends one trace in a hundred, and those that callers have sampled. */
    private static OpenTelemetry traces() {
        return OpenTelemetrySdk.builder()
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .setTracerProvider(SdkTracerProvider.builder()
                        .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(Settings.traceRatio())))
                        .addSpanProcessor(BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder()
                                        .setEndpoint(Settings.collector() + "/v1/traces")
                                        .build())
                                .setScheduleDelay(Duration.ofSeconds(1))
                                .build())
                        .build())
                .build();
    }

    /** A registry whose histograms have the buckets of jZenith. */
    private static PrometheusMeterRegistry registry() {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(
                    final Meter.Id id, final DistributionStatisticConfig configuration) {
                return id.getName().endsWith(".response.time") || id.getName().endsWith(".processing.time")
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
