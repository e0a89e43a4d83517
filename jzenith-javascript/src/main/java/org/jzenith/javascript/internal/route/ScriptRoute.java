package org.jzenith.javascript.internal.route;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.MountPart;
import org.jzenith.javascript.internal.schema.BodySchema;

/**
 * A route of a file. Immutable.
 *
 * @param part the HTTP method, the path with that of the mount, who may call it, and the file and line of the handler
 * @param options the object between path and handler; empty if there is none
 * @param schema the schema of the body; null if it has none
 * @param index the position of the handler in each realm
 */
public record ScriptRoute(
        MountPart part, JsonNode options, @Nullable BodySchema schema, int index) {

    /** Returns the route for reports. */
    @Override
    public String toString() {
        return part.toString();
    }
}
