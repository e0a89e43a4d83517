package org.jzenith.tracing;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.context.RequestContext;
import org.jzenith.tracing.internal.span.Trace;
import org.jzenith.tracing.internal.span.Traces;
import org.jzenith.websocket.WebSocketEvent;

/**
 * Creates a separate trace for each message of a WebSocket, because a connection may last for days. The trace is linked to the request
 * that opened the WebSocket. Safe for use by many threads.
 */
final class MessageSpans {

    private final Traces traces;
    private final Map<Message, Trace> open = new ConcurrentHashMap<>();

    private record Message(RequestContext request, long number) {}

    @Inject
    MessageSpans(final Traces traces) {
        this.traces = traces;
    }

    /** Starts a trace, whose span is current while the handler works on the message. */
    void received(final WebSocketEvent.Received event) {
        // not the event, which holds more
        final String route = event.route();
        final long size = event.size();
        final Trace trace = traces.begin(
                Context.root(),
                SpanKind.CONSUMER,
                "message " + route,
                span -> span.setAttribute("http.route", route).setAttribute("messaging.message.body.size", size));
        if (event.request().trace() instanceof final Trace opened) {
            trace.root().addLink(opened.root().getSpanContext());
        }
        open.put(new Message(event.request(), event.number()), trace);
        TraceElement.enter(trace.context());
    }

    void handled(final WebSocketEvent.Handled event) {
        final Trace trace = open.remove(new Message(event.request(), event.number()));
        if (trace != null) {
            trace.end(span -> {});
        }
    }
}
