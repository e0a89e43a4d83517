package org.jzenith.tracing.observer;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.Locale;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.tracing.span.Trace;
import org.jzenith.tracing.span.Traces;

/** A trace, or a part of a sender's trace, for each run of a job or of other work. Safe for use by many threads. */
final class WorkSpans {

    private final Traces traces;

    WorkSpans(final Traces traces) {
        this.traces = traces;
    }

    /** Called on the thread that works for the run now, so the span is current for it from now on. */
    void begun(final WorkEvent.Begun event) {
        // not the event, which holds more
        final String kind = event.kind();
        final String name = event.name();
        final Context sender = traces.propagator().extract(Context.root(), event.headers()::get, RequestSpans.HEADERS);
        final Trace trace = traces.begin(
                sender,
                event.headers().isEmpty() ? SpanKind.INTERNAL : SpanKind.CONSUMER,
                kind + " " + name,
                span -> span.setAttribute("jzenith." + kind, name));
        event.request().setTrace(trace);
        TraceElement.enter(trace.context());
    }

    void ended(final WorkEvent.Ended event) {
        if (event.request().trace() instanceof final Trace trace) {
            if (event.error() != null) {
                trace.fail(event.error());
            }
            trace.end(span -> span.setAttribute(
                    "jzenith." + event.kind() + ".status", event.status().name().toLowerCase(Locale.ROOT)));
        }
    }
}
