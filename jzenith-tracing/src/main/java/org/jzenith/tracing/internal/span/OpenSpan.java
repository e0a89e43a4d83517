package org.jzenith.tracing.internal.span;

import io.opentelemetry.sdk.trace.ReadWriteSpan;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A span that jZenith has started below another one. Safe for use by many threads. */
public final class OpenSpan {

    private static final double SECOND_NANOS = 1e9;
    private static final long NONE = -1;

    private final ReadWriteSpan span;
    private final @Nullable Trace trace;
    private volatile long queuedNanos = NONE;
    private volatile long nanos;

    /** @param trace null if the application has started it without jZenith */
    OpenSpan(final ReadWriteSpan span, final @Nullable Trace trace) {
        this.span = span;
        this.trace = trace;
    }

    /** Returns OpenTelemetry's span. */
    public ReadWriteSpan span() {
        return span;
    }

    /** Returns the trace; null if the application has started it without jZenith. */
    public @Nullable Trace trace() {
        return trace;
    }

    /** Records that the work has waited until now. */
    public void sent() {
        queuedNanos = span.getLatencyNanos();
    }

    /**
     * Ends the span.
     *
     * @param outcome adds its attributes and status, unless the trace is dropped
     */
    public void end(final Consumer<ReadWriteSpan> outcome) {
        nanos = span.getLatencyNanos();
        if (trace == null || !trace.tryDefer(() -> finish(outcome))) {
            finish(outcome);
        }
    }

    private void finish(final Consumer<ReadWriteSpan> outcome) {
        outcome.accept(span);
        if (queuedNanos != NONE) {
            span.setAttribute("jzenith.queue.duration", queuedNanos / SECOND_NANOS);
        }
        span.end(span.toSpanData().getStartEpochNanos() + nanos, TimeUnit.NANOSECONDS);
        if (trace != null) {
            trace.ended(span);
        }
    }
}
