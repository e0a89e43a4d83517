package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.Locale;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.tracing.span.Trace;
import org.jzenith.tracing.span.Traces;

/** A trace for each run of a job. Safe for use by many threads. */
final class JobSpans {

    private final Traces traces;

    JobSpans(final Traces traces) {
        this.traces = traces;
    }

    /** Called on the thread that works for the run now, so the span is current for it from now on. */
    void begun(final JobEvent.Begun event) {
        final String job = event.job(); // not the event, which holds more
        final Trace trace = traces.begin(
                Context.root(),
                SpanKind.INTERNAL,
                new NamedDetails("job " + job, attributes -> attributes.put("jzenith.job", job)));
        event.request().setTrace(trace);
        TraceElement.enter(trace.context());
    }

    void ended(final JobEvent.Ended event) {
        if (event.request().trace() instanceof final Trace trace) {
            final Throwable error = event.error();
            if (error != null) {
                trace.root().setStatus(StatusCode.ERROR, "");
                trace.root().recordException(error, Attributes.empty());
            }
            trace.root()
                    .setAttribute("jzenith.job.status", event.status().name().toLowerCase(Locale.ROOT));
            trace.root().end();
        }
    }
}
