package org.jzenith.core.observe;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * For plugins: finds the trace of a request. Metrics show such a trace as an example of their values. A plugin that traces requests binds a
 * source:
 *
 * <pre>{@code
 * OptionalBinder.newOptionalBinder(binder(), ExemplarSource.class).setBinding().to(Spans.class);
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public interface ExemplarSource {

    /**
     * The ids of a span, as W3C Trace Context has them.
     *
     * @param traceId 32 hexadecimal digits in lower case
     * @param spanId 16 hexadecimal digits in lower case
     */
    record SpanIds(String traceId, String spanId) {}

    /**
     * Finds the span of a request. Called on the thread of an event, and must not block.
     *
     * @param request the request
     * @return null if it has no span, or if the span is not exported
     */
    @Nullable
    SpanIds of(RequestContext request);
}
