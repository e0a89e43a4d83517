package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.rest.access.RouteAccess;

/**
 * A route of a mount, and its operation in the document.
 *
 * @param part the route
 * @param access those who may call it; empty if there is no decision
 */
public record MountedRoute(MountPart part, Optional<RouteAccess> access) {

    private static final ObjectMapper SCHEMAS = new ObjectMapper();

    MountRoute route() {
        return Objects.requireNonNull(part.route());
    }

    ObjectNode operation(
            final PathTemplate path, final Responses responses, final List<AuthenticationSchemes.Scheme> schemes) {
        final ObjectNode operation = JsonNodeFactory.instance.objectNode();
        operation.put("operationId", "");
        if (!route().summary().isEmpty()) {
            operation.put("summary", route().summary());
        }
        OperationParameters.addTo(operation, List.of(), path);
        if (!route().requestSchema().isEmpty()) {
            addContent(operation.putObject("requestBody").put("required", true), route().requestSchema());
        }
        operation.set("responses", responses.of(this));
        SecuritySchemes.addTo(operation, access, schemes);
        return operation;
    }

    /** Adds a body in JSON. */
    static void addContent(final ObjectNode place, final String schema) {
        place.withObject("/content").putObject("application/json").set("schema", parsed(schema));
    }

    private static JsonNode parsed(final String schema) {
        try {
            return SCHEMAS.readTree(schema);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("A route has accepted the schema " + schema + ", which is not JSON.", e);
        }
    }
}
