package org.jzenith.tracing.span;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Gives the spans that the application has begun to their traces. Safe for use by many threads. */
final class ApplicationSpans implements SpanProcessor {

    private final SpanOutput output;

    /** The traces of spans in progress; a span that is never ended does not stay. */
    private final Map<ReadableSpan, Trace> traces = Collections.synchronizedMap(new WeakHashMap<>());

    ApplicationSpans(final SpanOutput output) {
        this.output = output;
    }

    @Override
    public void onStart(final Context parent, final ReadWriteSpan span) {
        final Trace trace = parent.get(Trace.KEY);
        if (trace != null) {
            traces.put(span, trace);
        }
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(final ReadableSpan span) {
        final @Nullable Trace trace = traces.remove(span);
        if (trace != null) {
            trace.ended(span);
        } else if (span.getSpanContext().isSampled()) {
            output.export(span);
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
