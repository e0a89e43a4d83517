package org.jzenith.observability.internal.meter;

import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.ExemplarSource;

/** Gives values the trace of their request as an example. Safe for use by many threads. */
final class ExemplarRecorder implements SpanContext {

    private final ExemplarSource source;

    @SuppressWarnings("ThreadLocalUsage") // one for each application
    private final ThreadLocal<Recorded> recorded = ThreadLocal.withInitial(Recorded::new);

    /** The request whose values a thread records. */
    private static final class Recorded {

        @Nullable
        RequestContext request;
    }

    ExemplarRecorder(final ExemplarSource source) {
        this.source = source;
    }

    /** Records values of a request. */
    void record(final @Nullable RequestContext request, final Runnable values) {
        final Recorded current = recorded.get();
        current.request = request;
        try {
            values.run();
        } finally {
            current.request = null;
        }
    }

    private ExemplarSource.@Nullable SpanIds exemplar() {
        final RequestContext request = recorded.get().request;
        return request == null ? null : source.of(request);
    }

    @Override
    public @Nullable String getCurrentTraceId() {
        final ExemplarSource.SpanIds exemplar = exemplar();
        return exemplar == null ? null : exemplar.traceId();
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        final ExemplarSource.SpanIds exemplar = exemplar();
        return exemplar == null ? null : exemplar.spanId();
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return exemplar() != null;
    }

    @Override
    public void markCurrentSpanAsExemplar() {
        // it is exported already
    }
}
