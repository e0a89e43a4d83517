package org.jzenith.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.tracing.internal.span.OpenSpan;
import org.jzenith.tracing.internal.span.Trace;
import org.jzenith.tracing.internal.span.Traces;

/**
 * The spans of operations. Each run of a job or of other work starts a trace or continues the sender's trace. Each part of a request
 * gets a child span of the current span. Safe for use by many threads.
 */
final class WorkSpans {

    private static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private final Traces traces;
    private final Map<Operation, OpenSpan> open = new ConcurrentHashMap<>();

    @Inject
    WorkSpans(final Traces traces) {
        this.traces = traces;
    }

    /** Returns the open span of an operation; null if it is not recorded. */
    @Nullable
    OpenSpan get(final Operation operation) {
        return open.get(operation);
    }

    void begun(final WorkEvent.Begun event) {
        final Operation operation = event.operation();
        if (operation.role() == Operation.Role.RUN) {
            beginRun(operation);
        } else if (operation.role() != Operation.Role.HOLD) {
            beginPart(operation);
        }
    }

    private void beginPart(final Operation operation) {
        final OpenSpan span = traces.child(kind(operation), operation.name());
        if (span != null) {
            open.put(operation, span);
            if (operation.role() == Operation.Role.SCOPE) {
                add(span.span(), operation.attributes());
                enter(operation, span);
            }
        }
    }

    private static SpanKind kind(final Operation operation) {
        if (operation.role() != Operation.Role.CALL) {
            return SpanKind.INTERNAL;
        }
        return operation.kind().equals("publish") ? SpanKind.PRODUCER : SpanKind.CLIENT;
    }

    /** Starts the span of a run. Called on the thread of the run, where the span becomes current. */
    private void beginRun(final Operation operation) {
        // not the operation, which holds more
        final String kind = operation.kind();
        final String name = operation.name();
        final List<Attribute> attributes = operation.attributes();
        final Context sender =
                traces.propagator().extract(Context.root(), operation.headers()::get, RequestSpans.HEADERS);
        final Trace trace = traces.begin(
                sender,
                operation.headers().isEmpty() ? SpanKind.INTERNAL : SpanKind.CONSUMER,
                kind + " " + name,
                span -> {
                    span.setAttribute("jzenith." + kind, name);
                    add(span, attributes);
                });
        final RequestContext run = operation.request();
        if (run != null) {
            run.setTrace(trace);
            TraceElement.enter(trace.context());
        }
    }

    /** Makes the span current during the operation, but only in the context of its request. Elsewhere, nothing would end it. */
    private static void enter(final Operation operation, final OpenSpan span) {
        final RequestContext request = operation.request();
        if (request != null && request.trace() != null && RequestContext.current() == request) {
            TraceElement.enter(Context.current().with(span.span()));
        }
    }

    private static void add(final Span span, final List<Attribute> attributes) {
        for (final Attribute each : attributes) {
            final String key = each.key();
            if (each.value() instanceof final String text) {
                span.setAttribute(key, text);
            } else if (each.value() instanceof final Long number) {
                span.setAttribute(key, number);
            } else if (each.value() instanceof final Double number) {
                span.setAttribute(key, number);
            } else if (each.value() instanceof final Boolean value) {
                span.setAttribute(key, value);
            }
        }
    }

    void described(final WorkEvent.Described event) {
        final OpenSpan span = open.get(event.operation());
        if (span != null) {
            add(span.span(), event.attributes());
        }
    }

    void sent(final WorkEvent.Sent event) {
        final OpenSpan span = open.get(event.operation());
        if (span != null) {
            span.sent();
        }
    }

    void retried(final WorkEvent.Retried event) {
        final OpenSpan span = open.get(event.operation());
        if (span != null) {
            span.span()
                    .addEvent(
                            "retry",
                            Attributes.of(
                                    RESEND_COUNT,
                                    event.attempt() - 1L,
                                    ERROR_TYPE,
                                    event.error().getClass().getName()));
        }
    }

    void ended(final WorkEvent.Ended event) {
        final Operation operation = event.operation();
        if (operation.role() == Operation.Role.RUN) {
            endRun(operation, event);
            return;
        }
        final OpenSpan span = open.remove(operation);
        if (span != null) {
            span.end(ended -> addOutcome(ended, operation, event));
        }
    }

    private static void addOutcome(final ReadWriteSpan span, final Operation operation, final WorkEvent.Ended event) {
        if (operation.role() != Operation.Role.SCOPE) {
            final Attributes described = span.getAttributes();
            add(span, operation.attributes());
            span.setAllAttributes(described);
        }
        add(span, event.attributes());
        if (operation.role() == Operation.Role.CALL && event.status() == WorkEvent.Status.DISPOSED) {
            span.setAttribute("jzenith.disposed", true);
        }
        final String error = errorType(event);
        if (error != null) {
            fail(span, error);
        }
    }

    private static void fail(final Span span, final String errorType) {
        span.setStatus(StatusCode.ERROR, "").setAttribute(ERROR_TYPE, errorType);
    }

    private static @Nullable String errorType(final WorkEvent.Ended event) {
        final Throwable error = event.error();
        return error == null
                ? (String) event.attribute(ERROR_TYPE.getKey())
                : error.getClass().getName();
    }

    private static void endRun(final Operation operation, final WorkEvent.Ended event) {
        final RequestContext run = operation.request();
        if (run != null && run.trace() instanceof final Trace trace) {
            if (event.error() != null) {
                trace.fail(event.error());
            }
            final String key = "jzenith." + operation.kind() + ".status";
            final String status = event.status().name().toLowerCase(Locale.ROOT);
            trace.end(span -> span.setAttribute(key, status));
        }
    }

    void rejected(final WorkEvent.Rejected event) {
        final OpenSpan span = open.remove(event.operation());
        if (span != null) {
            span.end(ended -> fail(ended, "rejected"));
        }
    }
}
