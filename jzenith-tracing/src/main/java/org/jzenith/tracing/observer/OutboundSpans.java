package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.OutboundEvent;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.tracing.span.OpenSpan;
import org.jzenith.tracing.span.Traces;

/** The spans of calls to other services, and the headers that continue their traces there. Safe for use by many threads. */
final class OutboundSpans implements OutboundHeaders {

    private static final int FIRST_ERROR = 400;

    /** The headers of W3C and B3, also of the one that is not used: the current request's belong to another trace. */
    private static final Set<String> NAMES = Set.of(
            "traceparent",
            "tracestate",
            "b3",
            "x-b3-traceid",
            "x-b3-spanid",
            "x-b3-parentspanid",
            "x-b3-sampled",
            "x-b3-flags");

    private static final TextMapSetter<BiConsumer<String, String>> SETTER = (headers, name, value) -> {
        if (headers != null) {
            headers.accept(name, value);
        }
    };

    private final Traces traces;
    private final OpenSpans<OpenSpan> open = new OpenSpans<>();

    OutboundSpans(final Traces traces) {
        this.traces = traces;
    }

    void begun(final OutboundEvent.Begun event) {
        final OpenSpan span = traces.child(SpanKind.CLIENT, event.method() + " " + event.template());
        if (span != null) {
            span.span()
                    .setAttribute("http.request.method", event.method())
                    .setAttribute("url.template", event.template())
                    .setAttribute("peer.service", event.client());
            setServer(span, event.host(), event.port());
            open.add(event.client(), event.id(), span);
        }
    }

    @Override
    public Set<String> names() {
        return NAMES;
    }

    @Override
    public void addTo(final String client, final long call, final BiConsumer<String, String> headers) {
        final OpenSpan span = open.get(client, call);
        if (span != null) {
            traces.propagator().inject(Context.root().with(span.span()), headers, SETTER);
        }
    }

    @Override
    public void addTo(final BiConsumer<String, String> headers) {
        traces.propagator().inject(Context.current(), headers, SETTER);
    }

    void connected(final OutboundEvent.Connected event) {
        final OpenSpan span = open.get(event.client(), event.id());
        if (span != null) {
            setServer(span, event.host(), event.port()); // not that which was tried first
        }
    }

    private static void setServer(final OpenSpan span, final String host, final int port) {
        span.span().setAttribute("server.address", host).setAttribute("server.port", port);
    }

    void retried(final OutboundEvent.Retried event) {
        final OpenSpan span = open.get(event.client(), event.id());
        if (span != null) {
            span.span()
                    .addEvent(
                            "retry",
                            Attributes.of(
                                    AttributeKey.longKey("http.request.resend_count"),
                                    event.attempt() - 1L,
                                    AttributeKey.stringKey("error.type"),
                                    event.error().getClass().getName()));
        }
    }

    void answered(final OutboundEvent.Answered event) {
        final OpenSpan span = open.remove(event.client(), event.id());
        if (span != null) {
            span.span().setAttribute("http.response.status_code", event.status());
            end(span, event.status() >= FIRST_ERROR ? Integer.toString(event.status()) : null);
        }
    }

    void failed(final OutboundEvent.Failed event) {
        end(open.remove(event.client(), event.id()), event.error().getClass().getName());
    }

    void rejected(final OutboundEvent.Rejected event) {
        end(open.remove(event.client(), event.id()), "rejected");
    }

    void disposed(final OutboundEvent.Disposed event) {
        final OpenSpan span = open.remove(event.client(), event.id());
        if (span != null) {
            span.span().setAttribute("jzenith.disposed", true);
        }
        end(span, null);
    }

    private static void end(final @Nullable OpenSpan span, final @Nullable String errorType) {
        if (span != null) {
            span.end(errorType);
        }
    }
}
