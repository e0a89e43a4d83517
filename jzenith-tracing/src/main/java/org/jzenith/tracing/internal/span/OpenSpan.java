package org.jzenith.tracing.internal.span;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import org.jspecify.annotations.Nullable;

/**
 * A span that jZenith has begun below another one.
 *
 * @param span OpenTelemetry's span
 * @param trace null if the application has begun it without jZenith
 */
public record OpenSpan(ReadWriteSpan span, @Nullable Trace trace) {

    /**
     * Ends the span.
     *
     * @param errorType the type of its failure; null if it has not failed
     */
    public void end(final @Nullable String errorType) {
        if (errorType != null) {
            span.setStatus(StatusCode.ERROR, "").setAttribute("error.type", errorType);
        }
        span.end();
        if (trace != null) {
            trace.ended(span);
        }
    }
}
