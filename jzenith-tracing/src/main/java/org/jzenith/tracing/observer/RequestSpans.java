package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.tracing.span.Trace;
import org.jzenith.tracing.span.Traces;

/** A trace, or a part of a caller's trace, for each request. Safe for use by many threads. */
final class RequestSpans {

    private static final int FAILED = 500;

    /** Reads the headers of a request, or of other work. */
    static final TextMapGetter<UnaryOperator<@Nullable String>> HEADERS = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // the interface asks for it
        public Iterable<String> keys(final UnaryOperator<@Nullable String> carrier) {
            return List.of();
        }

        @Override
        public @Nullable String get(final @Nullable UnaryOperator<@Nullable String> carrier, final String key) {
            return carrier == null ? null : carrier.apply(key);
        }
    };

    private final Traces traces;

    RequestSpans(final Traces traces) {
        this.traces = traces;
    }

    void begun(final RequestEvent.Begun event) {
        final Context caller = traces.propagator().extract(Context.root(), event.headers(), HEADERS);
        event.request().setTrace(traces.beginRequest(caller, event.request().id(), new RequestDetails(event)));
    }

    void matched(final RequestEvent.Matched event) {
        final Trace trace = traceOf(event.request());
        if (trace != null) {
            trace.setLabel(event.route());
        }
    }

    void answered(final RequestEvent.Answered event) {
        final Trace trace = traceOf(event.request());
        if (trace != null) {
            if (event.status() >= FAILED) {
                trace.root().setStatus(StatusCode.ERROR, "");
                // That of another status may quote what the client has sent.
                recordException(trace, event.error());
            }
            details(trace).answered(event.route(), event.status(), event.error(), trace.mayBeExported());
            trace.root().end();
        }
    }

    void disposed(final RequestEvent.Disposed event) {
        final Trace trace = traceOf(event.request());
        if (trace != null) {
            if (event.error() != null) {
                trace.root().setStatus(StatusCode.ERROR, "");
                recordException(trace, event.error());
            }
            details(trace).disposed(event.route(), event.reason(), event.error(), trace.mayBeExported());
            trace.root().end();
        }
    }

    private static void recordException(final Trace trace, final @Nullable Throwable error) {
        if (error != null) {
            trace.root().recordException(error, Attributes.empty());
        }
    }

    private static @Nullable Trace traceOf(final RequestContext request) {
        return request.trace() instanceof final Trace trace ? trace : null;
    }

    private static RequestDetails details(final Trace trace) {
        return (RequestDetails) trace.root().details();
    }
}
