package org.jzenith.tracing.internal.span;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Gives the spans that the application has started to their traces, if these are not sampled. Safe for use by many threads. */
final class ApplicationSpans implements SpanProcessor {

    /** The traces of spans in progress; a span that is never ended does not stay. */
    private final Map<ReadableSpan, Trace> traces = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public void onStart(final Context parent, final ReadWriteSpan span) {
        final Trace trace = parent.get(Trace.KEY);
        if (trace != null && !span.getSpanContext().isSampled()) {
            traces.put(span, trace);
        }
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(final ReadableSpan span) {
        final @Nullable Trace trace = span.getSpanContext().isSampled() ? null : traces.remove(span);
        if (trace != null) {
            trace.ended(span);
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
