package org.jzenith.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapSetter;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.tracing.internal.span.OpenSpan;
import org.jzenith.tracing.internal.span.Traces;

/** The headers that continue a trace in another service. Safe for use by many threads. */
final class TraceHeaders implements OutboundHeaders {

    /** The headers of W3C and B3. None of them is forwarded from the current request, whose headers belong to another span. */
    private static final Set<String> NAMES = Set.of(
            "traceparent",
            "tracestate",
            "b3",
            "x-b3-traceid",
            "x-b3-spanid",
            "x-b3-parentspanid",
            "x-b3-sampled",
            "x-b3-flags");

    private static final TextMapSetter<BiConsumer<String, String>> SETTER = (headers, name, value) -> {
        if (headers != null) {
            headers.accept(name, value);
        }
    };

    private final Traces traces;
    private final WorkSpans work;

    @Inject
    TraceHeaders(final Traces traces, final WorkSpans work) {
        this.traces = traces;
        this.work = work;
    }

    @Override
    public Set<String> names() {
        return NAMES;
    }

    @Override
    public void addTo(final Operation call, final BiConsumer<String, String> headers) {
        final OpenSpan span = work.get(call);
        if (span != null) {
            traces.propagator().inject(Context.root().with(span.span()), headers, SETTER);
        }
    }

    @Override
    public void addTo(final BiConsumer<String, String> headers) {
        traces.propagator().inject(Context.current(), headers, SETTER);
    }
}
