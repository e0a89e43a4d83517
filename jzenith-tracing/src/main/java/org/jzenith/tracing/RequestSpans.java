package org.jzenith.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.tracing.internal.span.Trace;
import org.jzenith.tracing.internal.span.Traces;

/** Creates a trace for each request, or continues the caller's trace. Safe for use by many threads. */
final class RequestSpans {

    private static final int FAILED = 500;

    /** Reads headers of a request or of other work, such as a message. */
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

    @Inject
    RequestSpans(final Traces traces) {
        this.traces = traces;
    }

    void begun(final RequestEvent.Begun event) {
        final Context caller = traces.propagator().extract(Context.root(), event.headers(), HEADERS);
        event.request()
                .setTrace(traces.beginRequest(
                        caller,
                        event.request().id(),
                        RequestAttributes.name(event.method(), null),
                        span -> RequestAttributes.begun(span, event)));
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
            final Throwable error = event.error();
            if (event.status() >= FAILED) {
                // That of another status may quote what the client has sent.
                trace.fail(error);
            }
            trace.end(span -> {
                RequestAttributes.ended(span, event.method(), event.route(), error);
                span.setAttribute("http.response.status_code", event.status());
                if (error == null && event.status() >= FAILED) {
                    span.setAttribute("error.type", Integer.toString(event.status()));
                }
            });
        }
    }

    void disposed(final RequestEvent.Disposed event) {
        final Trace trace = traceOf(event.request());
        if (trace != null) {
            final Throwable error = event.error();
            if (error != null) {
                trace.fail(error);
            }
            trace.end(span -> {
                RequestAttributes.ended(span, event.method(), event.route(), error);
                span.setAttribute("jzenith.disposed", event.reason());
            });
        }
    }

    private static @Nullable Trace traceOf(final RequestContext request) {
        return request.trace() instanceof final Trace trace ? trace : null;
    }
}
