package org.jzenith.tracing.internal.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestTrace;

/**
 * The part of a trace that one request, run of a job or message has in this process: its first span and all spans below it. The spans of a
 * sampled trace are exported when they end. Those of another trace are kept until its first span has ended, and exported if that has failed
 * or was slow. Safe for use by many threads.
 */
public final class Trace implements RequestTrace {

    static final ContextKey<Trace> KEY = ContextKey.named("jzenith-trace");

    /** The number of spans that are kept until it is known if the trace is exported; the last ones are left out. */
    private static final int MOST_SPANS = 256;

    /** In characters: many spans wait for the exporter. */
    private static final int LONGEST_MESSAGE = 1_024;

    private enum State {
        UNDECIDED,
        EXPORTED,
        DROPPED
    }

    private final SpanOutput output;
    private final SlowTraces slow;
    private final ReadWriteSpan root;
    private final Context context;

    /** Null once the first span has ended, because it holds the head of a request. */
    private @Nullable Consumer<Span> attributes;

    private volatile @Nullable String label;
    private volatile @Nullable OpenSpan last;
    private State state = State.UNDECIDED;

    /** The spans below the first one that have ended; null before there is one. */
    private @Nullable List<ReadableSpan> ended;

    /** Ends spans below the first one, if the trace may be exported when that ends; null before there is one. */
    private @Nullable List<Runnable> deferred;

    /**
     * Starts a trace with its first span.
     *
     * @param outer holds the parent of the first span, if it has one
     * @param attributes adds attributes to the first span before its end, if the trace may be exported
     */
    Trace(
            final SpanOutput output,
            final SlowTraces slow,
            final Tracer tracer,
            final Context outer,
            final SpanKind kind,
            final String name,
            final Consumer<Span> attributes) {
        this.output = output;
        this.slow = slow;
        this.attributes = attributes;
        final Context own = outer.with(KEY, this);
        this.root = (ReadWriteSpan)
                tracer.spanBuilder(name).setParent(own).setSpanKind(kind).startSpan();
        this.context = own.with(root);
    }

    /** Returns the first span. */
    public ReadWriteSpan root() {
        return root;
    }

    /** Returns the context in which the first span is current. */
    public Context context() {
        return context;
    }

    @Override
    public String traceId() {
        return root.getSpanContext().getTraceId();
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

    private boolean isSampled() {
        return root.getSpanContext().isSampled();
    }

    private boolean isFailed() {
        return root.toSpanData().getStatus().getStatusCode() == StatusCode.ERROR;
    }

    /** Returns true if the trace would be exported if its first span ended now. */
    public boolean mayBeExported() {
        return isSampled() || slow.isCandidate(nanos()) || isFailed();
    }

    /** Returns the time from the beginning to the end of the first span, in nanoseconds; to now if it has not ended. */
    long nanos() {
        return root.getLatencyNanos();
    }

    /** Ends a span with the first one, unless it has ended before. */
    public void endWithRoot(final OpenSpan span) {
        last = span;
    }

    /**
     * Marks the first span as failed.
     *
     * @param error the cause, if it is known
     */
    public void fail(final @Nullable Throwable error) {
        root.setStatus(StatusCode.ERROR, "");
        if (error != null) {
            // recordException(..) would keep the exception until the export.
            final StringWriter stack = new StringWriter();
            error.printStackTrace(new PrintWriter(stack));
            final AttributesBuilder attributes = Attributes.builder()
                    .put("exception.type", error.getClass().getName())
                    .put("exception.stacktrace", stack.toString());
            final String message = error.getMessage();
            if (message != null) {
                attributes.put(
                        "exception.message",
                        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "..");
            }
            root.addEvent("exception", attributes.build());
        }
    }

    /**
     * Ends the first span; has no effect the second time.
     *
     * @param more adds attributes after those of the beginning, if the trace may be exported; what the application has set stays
     */
    public void end(final Consumer<ReadWriteSpan> more) {
        final Consumer<Span> first = attributes;
        if (first == null) {
            return;
        }
        final OpenSpan open = last;
        if (open != null) {
            open.end(span -> {});
        }
        final List<Runnable> children = takeDeferred();
        final boolean exportable = mayBeExported();
        if (exportable) {
            children.forEach(Runnable::run);
            final Attributes present = root.getAttributes();
            first.accept(root);
            more.accept(root);
            root.setAllAttributes(present);
        }
        root.end();
        if (!isSampled()) {
            if (exportable && isFailed()) {
                export();
            } else if (!slow.offer(this, exportable)) {
                drop();
            }
        }
    }

    private synchronized List<Runnable> takeDeferred() {
        final List<Runnable> taken = deferred;
        deferred = null;
        attributes = null;
        return taken == null ? List.of() : taken;
    }

    /**
     * Defers the end of a span until that of the first one. The attributes of a span that is dropped anyway would take 0.5 microseconds.
     *
     * @param end of a span below the first one
     * @return false if the span must end now
     */
    synchronized boolean tryDefer(final Runnable end) {
        if (attributes == null || isSampled()) {
            return false;
        }
        if (deferred == null) {
            deferred = new ArrayList<>(4);
        }
        if (deferred.size() < MOST_SPANS) {
            deferred.add(end);
        }
        return true;
    }

    /** Takes a span below the first one that has ended. */
    void ended(final ReadableSpan span) {
        if (isSampled()) {
            return;
        }
        final boolean exported;
        synchronized (this) {
            exported = state == State.EXPORTED;
            if (state == State.UNDECIDED) {
                keep(span);
            }
        }
        if (exported) {
            output.export(span);
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
