package org.jzenith.benchmark.baseline;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** Begins a span for each request, which continues the trace of the caller. Attributes are added to sampled spans only. */
final class RequestSpans implements Feature {

    private static final int FAILED = 500;

    private static final TextMapGetter<MultiMap> HEADERS = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // the interface asks for it
        public Iterable<String> keys(final MultiMap headers) {
            return headers.names();
        }

        @Override
        public @Nullable String get(final @Nullable MultiMap headers, final String name) {
            return headers == null ? null : headers.get(name);
        }
    };

    private final Tracer tracer;

    RequestSpans(final Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public boolean apply(final Exchange exchange) {
        final HttpServerRequest request = exchange.request();
        final Context caller =
                W3CTraceContextPropagator.getInstance().extract(Context.root(), request.headers(), HEADERS);
        final Span span = tracer.spanBuilder(request.method().name())
                .setParent(caller)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        exchange.setSpan(span);
        exchange.atEnd(ended -> end(ended, span));
        return true;
    }

    private static void end(final Exchange exchange, final Span span) {
        if (span.isRecording()) {
            describe(exchange, span);
        }
        span.end();
    }

    private static void describe(final Exchange exchange, final Span span) {
        final HttpServerRequest request = exchange.request();
        final String route = exchange.route();
        final int status = request.response().getStatusCode();
        if (!route.isEmpty()) {
            span.updateName(request.method().name() + ' ' + route);
            span.setAttribute("http.route", route);
        }
        span.setAttribute("http.request.method", request.method().name());
        span.setAttribute("http.response.status_code", status);
        span.setAttribute("url.path", request.path());
        span.setAttribute("network.peer.address", request.remoteAddress().hostAddress());
        span.setAttribute("network.protocol.version", request.version() == HttpVersion.HTTP_2 ? "2" : "1.1");
        span.setAttribute("server.address", request.headers().get(HttpHeaders.HOST));
        span.setAttribute("user_agent.original", request.headers().get(HttpHeaders.USER_AGENT));
        if (status >= FAILED) {
            span.setStatus(StatusCode.ERROR);
        }
    }
}
