package org.jzenith.benchmark.baseline;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Metrics and traces, with the libraries, buckets and intervals of jZenith's. Safe for use by many event loops. */
final class Observation {

    private static final Duration[] BUCKETS = Stream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Tracer tracer;
    private final Timer inserted = statements("");
    private final Timer failed = statements("error");

    private Observation(final Settings settings) {
        tracer = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "service"))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.traceRatio())))
                .addSpanProcessor(BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder()
                                .setEndpoint(settings.collector() + "/v1/traces")
                                .build())
                        .setScheduleDelay(Duration.ofSeconds(1))
                        .build())
                .build()
                .get("baseline");
    }

    /** Returns null if the settings ask for none. */
    static @Nullable Observation of(final Settings settings) {
        return settings.collector().isEmpty() ? null : new Observation(settings);
    }

    static Timer.Builder histogram(final String name) {
        return Timer.builder(name).serviceLevelObjectives(BUCKETS);
    }

    private Timer statements(final String errorType) {
        return histogram("db.client.operation.duration")
                .tag("db.client.connection.pool.name", "postgresql")
                .tag("db.query.summary", "INSERT orders")
                .tag("error.type", errorType)
                .register(registry);
    }

    /** Returns the features of an event loop. */
    List<Feature> features() {
        return List.of(new RequestSpans(tracer), new RequestTimers(registry));
    }

    /** Measures and traces the statement that stores an order, until its handler is called. */
    <T> Handler<AsyncResult<T>> insert(final Exchange exchange, final Handler<AsyncResult<T>> handler) {
        final long begun = System.nanoTime();
        final Span request = exchange.span();
        final Span span = tracer.spanBuilder("INSERT orders")
                .setParent(request == null ? Context.root() : Context.root().with(request))
                .setSpanKind(SpanKind.CLIENT)
                .startSpan();
        return result -> {
            (result.succeeded() ? inserted : failed).record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
            if (span.isRecording()) {
                span.setAttribute("db.system.name", "postgresql");
                span.setAttribute("db.query.summary", "INSERT orders");
                span.setStatus(result.succeeded() ? StatusCode.UNSET : StatusCode.ERROR);
            }
            span.end();
            handler.handle(result);
        };
    }

    /** Serves the metrics at each path of a port. */
    Future<HttpServer> serve(final Vertx vertx, final int port) {
        return vertx.createHttpServer()
                .requestHandler(request -> request.response().end(Buffer.buffer(registry.scrape()), null))
                .listen(port);
    }
}
