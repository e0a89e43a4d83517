package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import org.jzenith.openapi.internal.schema.SchemaAnnotations;

/** Reads {@code @ExampleObject}. */
final class ExampleAnnotations {

    private ExampleAnnotations() {}

    /**
     * Adds the examples of a parameter or of a media type of a body.
     *
     * @param place receives them
     * @param added a second one without a name is called "example2"
     */
    static void addTo(final ObjectNode place, final ExampleObject... added) {
        for (final ExampleObject each : added) {
            final ObjectNode all = place.withObject("/examples");
            final String next = all.isEmpty() ? "example" : "example" + (all.size() + 1);
            final ObjectNode example = all.putObject(each.name().isEmpty() ? next : each.name());
            if (!each.summary().isEmpty()) {
                example.put("summary", each.summary());
            }
            if (!each.description().isEmpty()) {
                example.put("description", each.description());
            }
            if (each.externalValue().isEmpty()) {
                example.set("value", SchemaAnnotations.value(each.value()));
            } else {
                example.put("externalValue", each.externalValue());
            }
        }
    }
}
