package org.jzenith.tracing.span;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadableSpan;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestTrace;

/**
 * The part of a trace that one request, run of a job or message has in this process: its first span and all spans below it. The spans of a
 * sampled trace are exported as they end. Those of another trace are kept until its first span has ended, and exported if that has failed
 * or was slow. Safe for use by many threads.
 */
public final class Trace implements RequestTrace {

    static final ContextKey<Trace> KEY = ContextKey.named("jzenith-trace");

    /** The number of spans that are kept until it is known if the trace is exported; the last ones are left out. */
    private static final int MOST_SPANS = 256;

    private enum State {
        UNDECIDED,
        EXPORTED,
        DROPPED
    }

    private final SpanOutput output;
    private final SlowTraces slow;
    private final SpanContext remote;
    private final long high;
    private final long low;
    private final boolean sampled;
    private final LiveSpan root;
    private final Context context;
    private volatile @Nullable String id;
    private volatile @Nullable String label;
    private volatile long offset;
    private volatile @Nullable LiveSpan last;
    private State state;

    /** The spans below the first one that have ended; null before there is one. */
    private @Nullable List<ReadableSpan> ended;

    /**
     * Begins a trace with its first span.
     *
     * @param outer holds the parent of the first span, if it has one
     * @param wanted the id of a trace without a parent; null for a new one
     * @param ratio the part of the traces without a parent that are sampled, from 0 to 1
     */
    Trace(
            final SpanOutput output,
            final SlowTraces slow,
            final Context outer,
            final @Nullable String wanted,
            final double ratio,
            final SpanKind kind,
            final SpanDetails details) {
        final Span parent = Span.fromContextOrNull(outer);
        this.output = output;
        this.slow = slow;
        this.remote = parent == null ? SpanContext.getInvalid() : parent.getSpanContext();
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        this.id = remote.isValid() ? remote.getTraceId() : wanted;
        this.high = random.nextLong();
        this.low = wanted == null
                ? random.nextLong()
                : HexFormat.fromHexDigitsToLong(wanted, wanted.length() / 2, wanted.length());
        this.sampled = remote.isValid() ? remote.isSampled() : isInSample(low, ratio);
        this.state = sampled ? State.EXPORTED : State.UNDECIDED;
        this.root = new LiveSpan(this, remote.isValid() ? parent : null, kind, details);
        this.context = outer.with(root);
    }

    /** Decides by the low half of the id, as OpenTelemetry's sampler by ratio does. */
    static boolean isInSample(final long low, final double ratio) {
        return ratio >= 1 || Math.abs(low) < (long) (ratio * Long.MAX_VALUE);
    }

    /** Returns the first span. */
    public LiveSpan root() {
        return root;
    }

    /** Returns the context in which the first span is current. */
    public Context context() {
        return context;
    }

    @Override
    public String traceId() {
        String known = id;
        if (known == null) {
            known = TraceId.fromLongs(high, low);
            id = known;
        }
        return known;
    }

    @Override
    public String spanId() {
        return root.getSpanContext().getSpanId();
    }

    @Override
    public @Nullable String label() {
        return label;
    }

    /** Names the request for databases: its id, and what it is. */
    public void setLabel(final String route) {
        label = traceId() + " " + route;
    }

    TraceFlags flags() {
        return sampled ? TraceFlags.getSampled() : TraceFlags.getDefault();
    }

    TraceState traceState() {
        return remote.getTraceState();
    }

    boolean isSampled() {
        return sampled;
    }

    Resource resource() {
        return output.resource();
    }

    /** Converts a time of {@link System#nanoTime}, in the same way for all spans. */
    long epochNanos(final long nanoTime) {
        long known = offset;
        if (known == 0) {
            known = output.epochOffset();
            offset = known;
        }
        return known + nanoTime;
    }

    /** Returns true if the trace would be exported if its first span ended now. */
    public boolean mayBeExported() {
        return sampled || root.isFailed() || slow.isCandidate(root.nanos());
    }

    /** Ends a span with the first one, unless it has ended before. */
    public void endWithRoot(final LiveSpan span) {
        last = span;
    }

    /** Called before the first span ends. */
    void endLast() {
        final LiveSpan open = last;
        if (open != null) {
            open.end();
        }
    }

    /** Takes a span that has ended. */
    void ended(final ReadableSpan span) {
        final boolean exported;
        synchronized (this) {
            exported = state == State.EXPORTED;
            if (state == State.UNDECIDED && span != root) {
                keep(span);
            }
        }
        if (exported) {
            output.export(span);
        }
        if (span == root && !sampled) {
            if (root.isFailed()) {
                export();
            } else if (!slow.offer(this)) {
                drop();
            }
        }
    }

    private void keep(final ReadableSpan span) {
        if (ended == null) {
            ended = new ArrayList<>(4);
        }
        if (ended.size() < MOST_SPANS) {
            ended.add(span);
        }
    }

    /** Exports the first span and those that have ended, and each further one when it ends. */
    void export() {
        final List<ReadableSpan> all;
        synchronized (this) {
            all = ended;
            ended = null;
            state = State.EXPORTED;
        }
        if (all != null) {
            all.forEach(output::export);
        }
        output.export(root);
    }

    synchronized void drop() {
        ended = null;
        state = State.DROPPED;
    }
}
