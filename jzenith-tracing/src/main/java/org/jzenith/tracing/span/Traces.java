package org.jzenith.tracing.span;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Begins the traces and spans of an application. Safe for use by many threads. */
public final class Traces {

    private final double ratio;
    private final TextMapPropagator propagator;
    private final SlowTraces slow = new SlowTraces();
    private final SpanOutput output;
    private final OpenTelemetry openTelemetry;

    /**
     * Creates it; nothing is sent before {@link #start}.
     *
     * @param endpoint the URL of the collector, with or without {@code /v1/traces}
     * @param service the name of the service, if it has one
     * @param ratio the part of the traces without a parent that are sampled, from 0 to 1
     * @param propagator reads and writes the headers of requests
     */
    public Traces(
            final String endpoint,
            final Optional<String> service,
            final double ratio,
            final TextMapPropagator propagator) {
        this.ratio = ratio;
        this.propagator = propagator;
        final Resource resource = service.map(name -> Resource.getDefault()
                        .merge(Resource.create(
                                Attributes.builder().put("service.name", name).build())))
                .orElseGet(Resource::getDefault);
        this.output = new SpanOutput(endpoint.replaceFirst("(/v1/traces)?/*$", "") + "/v1/traces", resource);
        this.openTelemetry = OpenTelemetrySdk.builder()
                .setPropagators(ContextPropagators.create(propagator))
                .setTracerProvider(SdkTracerProvider.builder()
                        .setResource(resource)
                        .setSampler(new TraceSampler(ratio))
                        .addSpanProcessor(new ApplicationSpans(output))
                        .build())
                .build();
    }

    /** Returns the objects for spans of the application. */
    public OpenTelemetry openTelemetry() {
        return openTelemetry;
    }

    /** Returns the propagator. */
    public TextMapPropagator propagator() {
        return propagator;
    }

    /**
     * Begins a trace.
     *
     * @param outer holds the parent of its first span, if it has one
     * @param kind of the first span
     * @param details of the first span
     */
    public Trace begin(final Context outer, final SpanKind kind, final SpanDetails details) {
        return new Trace(output, slow, outer, null, ratio, kind, details);
    }

    /**
     * Begins the trace of a request, whose id becomes that of the trace if it may be one and the request continues no other trace.
     *
     * @param outer holds the parent of its first span, if it has one
     * @param requestId of the request
     * @param details of the first span
     */
    public Trace beginRequest(final Context outer, final String requestId, final SpanDetails details) {
        return new Trace(
                output, slow, outer, TraceId.isValid(requestId) ? requestId : null, ratio, SpanKind.SERVER, details);
    }

    /**
     * Begins a span below the current one.
     *
     * @param kind of the span
     * @param details of the span
     * @return null if there is no current span, or none that is recorded
     */
    public @Nullable LiveSpan child(final SpanKind kind, final SpanDetails details) {
        final Context current = Context.current();
        final Span parent = Span.fromContextOrNull(current);
        if (parent == null) {
            return null;
        }
        final Trace trace = current.get(Trace.KEY);
        if (trace != null) {
            return new LiveSpan(trace, parent, kind, details);
        }
        // The application has begun the trace.
        return parent.getSpanContext().isSampled()
                ? begin(current, kind, details).root()
                : null;
    }

    /** Begins to send spans. */
    public void start() {
        output.start();
    }

    /** Exports the slowest traces of the last time; called once a second. */
    public void sweep() {
        slow.sweep(false);
    }

    /** Sends what waits. Blocks for a few seconds at most. */
    public void stop() {
        slow.sweep(true);
        output.stop();
    }
}
