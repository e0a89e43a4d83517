package org.jzenith.tracing.span;

import io.opentelemetry.api.common.AttributesBuilder;

/** The name and the attributes of a span. They are asked for when the span is exported, on the exporter's thread. */
public interface SpanDetails {

    /**
     * Returns the name of the span.
     *
     * @return without values
     */
    String name();

    /**
     * Adds the attributes of the span.
     *
     * @param attributes gets names of OpenTelemetry's semantic conventions
     */
    void addTo(AttributesBuilder attributes);
}
