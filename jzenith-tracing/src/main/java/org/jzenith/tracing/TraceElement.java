package org.jzenith.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElement;
import org.jzenith.core.context.RequestContext;
import org.jzenith.tracing.internal.span.Trace;
import org.slf4j.MDC;

/** Makes OpenTelemetry's context, with the current span, follow each request across threads. Puts the ids of the span into the MDC. */
final class TraceElement implements ContextElement<Context> {

    /** The MDC key of the trace id. OpenTelemetry's logger instrumentation uses the same keys. */
    static final String TRACE_ID = "trace_id";

    static final String SPAN_ID = "span_id";

    private final boolean used;

    /** The context that a thread had before it worked for a request; usually there is none. */
    private static final ThreadLocal<@Nullable Context> OUTSIDE = new ThreadLocal<>();

    TraceElement(final boolean used) {
        this.used = used;
    }

    @Override
    public boolean isUsed() {
        return used;
    }

    @Override
    public List<String> mdcKeys() {
        return List.of(TRACE_ID, SPAN_ID);
    }

    @Override
    public @Nullable Context capture(final RequestContext request) {
        final Context current = Context.current();
        return request.trace() instanceof final Trace trace && trace.context() == current ? null : current;
    }

    @Override
    public void enter(final RequestContext request, final @Nullable Context captured) {
        final Context before = ContextStorage.get().current();
        if (before != null && before != Context.root()) {
            OUTSIDE.set(before);
        }
        if (captured != null) {
            enter(captured);
        } else if (request.trace() instanceof final Trace trace) {
            enter(trace.context());
        }
    }

    /** Sets the context of the thread until the thread leaves the request. */
    @SuppressWarnings("MustBeClosedChecker") // leave(..) ends it, even if the work has changed the context
    static void enter(final Context context) {
        ContextStorage.get().attach(context);
        final SpanContext span = Span.fromContext(context).getSpanContext();
        if (span.isValid()) {
            MDC.put(TRACE_ID, span.getTraceId());
            MDC.put(SPAN_ID, span.getSpanId());
        }
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the thread has what it had before
    public void leave(final RequestContext request) {
        final Context before = OUTSIDE.get();
        if (before == null) {
            ContextStorage.get().attach(Context.root());
        } else {
            OUTSIDE.remove();
            ContextStorage.get().attach(before);
        }
    }
}
