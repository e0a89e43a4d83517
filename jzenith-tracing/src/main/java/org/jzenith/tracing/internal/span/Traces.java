package org.jzenith.tracing.internal.span;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.SpanLimits;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts the traces and spans of an application. Safe for use by many threads. */
public final class Traces {

    /** The limit of texts, such as that of a stack trace, in characters: many spans wait for the exporter. */
    private static final int LONGEST_TEXT = 16_384;

    private final TextMapPropagator propagator;
    private final SlowTraces slow = new SlowTraces();
    private final TraceIds ids = new TraceIds();
    private final SpanOutput output;
    private final Tracer tracer;
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
        this.propagator = propagator;
        this.output = new SpanOutput(endpoint.replaceFirst("(/v1/traces)?/*$", "") + "/v1/traces");
        final SdkTracerProviderBuilder provider = SdkTracerProvider.builder()
                .addSpanProcessor(output)
                .setSampler(new TraceSampler(ratio))
                .setSpanLimits(SpanLimits.builder()
                        .setMaxAttributeValueLength(LONGEST_TEXT)
                        .build());
        service.ifPresent(name -> provider.addResource(
                Resource.create(Attributes.builder().put("service.name", name).build())));
        this.tracer = provider.setIdGenerator(ids).build().get("org.jzenith.tracing");
        this.openTelemetry = OpenTelemetrySdk.builder()
                .setPropagators(ContextPropagators.create(propagator))
                .setTracerProvider(provider.setIdGenerator(IdGenerator.random())
                        .addSpanProcessor(new ApplicationSpans())
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
     * Starts a trace.
     *
     * @param outer holds the parent of its first span, if it has one
     * @param kind of the first span
     * @param name of the first span, without values
     * @param attributes adds the attributes of the first span before its end, if the trace may be exported
     */
    public Trace begin(final Context outer, final SpanKind kind, final String name, final Consumer<Span> attributes) {
        return new Trace(output, slow, tracer, outer, kind, name, attributes);
    }

    /**
     * Starts the trace of a request, whose id becomes that of the trace if it may be one and the request continues no other trace.
     *
     * @param outer holds the parent of its first span, if it has one
     * @param requestId of the request
     * @param name of the first span, without values
     * @param attributes adds the attributes of the first span before its end, if the trace may be exported
     */
    public Trace beginRequest(
            final Context outer, final String requestId, final String name, final Consumer<Span> attributes) {
        return TraceId.isValid(requestId)
                ? ids.withId(requestId, () -> begin(outer, SpanKind.SERVER, name, attributes))
                : begin(outer, SpanKind.SERVER, name, attributes);
    }

    /**
     * Starts a span below the current one.
     *
     * @param kind of the span
     * @param name of the span, without values
     * @return null if there is no current span, or none that is recorded
     */
    public @Nullable OpenSpan child(final SpanKind kind, final String name) {
        final Context current = Context.current();
        final Span parent = Span.fromContextOrNull(current);
        final Trace trace = current.get(Trace.KEY);
        // Without a trace of ours the application has begun it.
        return parent == null || (trace == null && !parent.getSpanContext().isSampled())
                ? null
                : new OpenSpan(
                        (ReadWriteSpan) tracer.spanBuilder(name)
                                .setParent(current)
                                .setSpanKind(kind)
                                .startSpan(),
                        trace);
    }

    /** Starts to send spans. */
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
