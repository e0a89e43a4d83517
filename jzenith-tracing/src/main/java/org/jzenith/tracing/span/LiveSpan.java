package org.jzenith.tracing.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A span that jZenith has begun. Applications get it from {@code Span.current()}, and may add attributes, events and links. Its id and
 * its data are made when somebody asks for them. Safe for use by many threads.
 */
public final class LiveSpan implements Span, ReadableSpan {

    /** The number of attributes, events and links that are kept of each. */
    private static final int MOST = 128;

    /** In characters: many spans wait for the exporter. */
    private static final int LONGEST_MESSAGE = 1_024;

    private static final int LONGEST_STACK = 16_384;

    private final Trace trace;
    private final @Nullable Span parent;
    private final SpanKind kind;
    private final SpanDetails details;
    private final long startNanos = System.nanoTime();
    private volatile @Nullable SpanContext context;
    private volatile long endNanos;
    private volatile boolean ended;
    private volatile StatusData status = StatusData.unset();
    private volatile @Nullable String name;
    private @Nullable AttributesBuilder added;
    private int addedCount;
    private @Nullable List<EventData> events;
    private @Nullable List<LinkData> links;

    /** @param parent null for a span without a parent */
    LiveSpan(final Trace trace, final @Nullable Span parent, final SpanKind kind, final SpanDetails details) {
        this.trace = trace;
        this.parent = parent;
        this.kind = kind;
        this.details = details;
    }

    /** Returns the trace of the span. */
    public Trace trace() {
        return trace;
    }

    /** Returns the name and attributes that the span was begun with. */
    public SpanDetails details() {
        return details;
    }

    /** Returns the time from the beginning to the end, in nanoseconds; to now if it has not ended. */
    long nanos() {
        return (ended ? endNanos : System.nanoTime()) - startNanos;
    }

    boolean isFailed() {
        return status.getStatusCode() == StatusCode.ERROR;
    }

    @Override
    public SpanContext getSpanContext() {
        SpanContext known = context;
        if (known == null) {
            synchronized (this) {
                known = context;
                if (known == null) {
                    long id = 0;
                    while (id == 0) {
                        id = ThreadLocalRandom.current().nextLong();
                    }
                    known = SpanContext.create(trace.traceId(), SpanId.fromLong(id), trace.flags(), trace.traceState());
                    context = known;
                }
            }
        }
        return known;
    }

    @Override
    public Context storeInContext(final Context outer) {
        return Span.super.storeInContext(outer.with(Trace.KEY, trace));
    }

    @Override
    public boolean isRecording() {
        return !ended;
    }

    @Override
    public <T> Span setAttribute(final AttributeKey<T> key, final @Nullable T value) {
        if (!key.getKey().isEmpty() && value != null && !ended) {
            synchronized (this) {
                if (added == null) {
                    added = Attributes.builder();
                }
                if (addedCount < MOST) {
                    addedCount++;
                    added.put(key, value);
                }
            }
        }
        return this;
    }

    @Override
    public Span addEvent(final String event, final Attributes attributes) {
        return add(EventData.create(trace.epochNanos(System.nanoTime()), event, attributes));
    }

    @Override
    public Span addEvent(final String event, final Attributes attributes, final long timestamp, final TimeUnit unit) {
        return add(EventData.create(unit.toNanos(timestamp), event, attributes));
    }

    private synchronized Span add(final EventData event) {
        if (!ended) {
            if (events == null) {
                events = new ArrayList<>(2);
            }
            if (events.size() < MOST) {
                events.add(event);
            }
        }
        return this;
    }

    @Override
    public Span addLink(final SpanContext linked, final Attributes attributes) {
        synchronized (this) {
            if (links == null) {
                links = new ArrayList<>(1);
            }
            if (links.size() < MOST && !ended) {
                links.add(LinkData.create(linked, attributes));
            }
        }
        return this;
    }

    @Override
    public Span addLink(final SpanContext linked) {
        return addLink(linked, Attributes.empty());
    }

    @Override
    public Span setStatus(final StatusCode code, final String description) {
        if (!ended) {
            status = StatusData.create(code, description);
        }
        return this;
    }

    @Override
    public Span recordException(final Throwable error, final Attributes attributes) {
        final StringWriter stack = new StringWriter();
        error.printStackTrace(new PrintWriter(stack));
        final AttributesBuilder all =
                attributes.toBuilder().put("exception.type", error.getClass().getName());
        final String message = error.getMessage();
        if (message != null) {
            all.put("exception.message", shorten(message, LONGEST_MESSAGE));
        }
        return addEvent(
                "exception",
                all.put("exception.stacktrace", shorten(stack.toString(), LONGEST_STACK))
                        .build());
    }

    private static String shorten(final String text, final int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "..";
    }

    @Override
    public Span updateName(final String changed) {
        name = changed;
        return this;
    }

    @Override
    public void end() {
        end(System.nanoTime());
    }

    @Override
    public void end(final long timestamp, final TimeUnit unit) {
        end(unit.toNanos(timestamp) - trace.epochNanos(0));
    }

    private void end(final long nanoTime) {
        if (trace.root() == this) {
            trace.endLast();
        }
        synchronized (this) {
            if (ended) {
                return;
            }
            endNanos = nanoTime;
            ended = true;
        }
        trace.ended(this);
    }

    @Override
    public SpanData toSpanData() {
        final AttributesBuilder attributes = Attributes.builder();
        details.addTo(attributes);
        synchronized (this) {
            if (added != null) {
                attributes.putAll(added.build());
            }
            return new FinishedSpan(
                    this,
                    trace.resource(),
                    attributes.build(),
                    trace.epochNanos(startNanos),
                    trace.epochNanos(endNanos),
                    status,
                    events == null ? List.of() : List.copyOf(events),
                    links == null ? List.of() : List.copyOf(links));
        }
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent == null ? SpanContext.getInvalid() : parent.getSpanContext();
    }

    @Override
    public String getName() {
        final String changed = name;
        return changed == null ? details.name() : changed;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface asks for it
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(FinishedSpan.SCOPE, null);
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public long getLatencyNanos() {
        return nanos();
    }

    @Override
    public SpanKind getKind() {
        return kind;
    }

    @Override
    public <T> @Nullable T getAttribute(final AttributeKey<T> key) {
        return getAttributes().get(key);
    }

    @Override
    public Attributes getAttributes() {
        return toSpanData().getAttributes();
    }
}
