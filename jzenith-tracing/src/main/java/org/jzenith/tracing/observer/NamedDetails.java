package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributesBuilder;
import java.util.function.Consumer;
import org.jzenith.tracing.span.SpanDetails;

/**
 * A name, and attributes that are known when the span begins.
 *
 * @param name without values
 * @param attributes adds them
 */
record NamedDetails(String name, Consumer<AttributesBuilder> attributes) implements SpanDetails {

    @Override
    public void addTo(final AttributesBuilder target) {
        attributes.accept(target);
    }
}
