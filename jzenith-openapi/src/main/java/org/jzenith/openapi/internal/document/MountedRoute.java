package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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

    /** Returns the place of a path in the document: a JSON pointer in a fragment. */
    static String place(final PathTemplate path) {
        final String key = path.text().replace("~", "~0").replace("/", "~1");
        return "#/paths/" + key.replace("{", "%7B").replace("}", "%7D");
    }

    /** @param place of the operation in the document */
    ObjectNode operation(
            final PathTemplate path,
            final String place,
            final Responses responses,
            final List<AuthenticationSchemes.Scheme> schemes) {
        final ObjectNode operation = JsonNodeFactory.instance.objectNode();
        operation.put("operationId", "");
        if (!route().summary().isEmpty()) {
            operation.put("summary", route().summary());
        }
        OperationParameters.addTo(operation, List.of(), path);
        if (!route().requestSchema().isEmpty()) {
            addContent(
                    operation.putObject("requestBody").put("required", true),
                    place + "/requestBody",
                    route().requestSchema());
        }
        operation.set("responses", responses.of(this, place));
        SecuritySchemes.addTo(operation, access, schemes);
        return operation;
    }

    /** Adds a body in JSON. */
    static void addContent(final ObjectNode owner, final String place, final String schema) {
        owner.withObject("/content")
                .putObject("application/json")
                .set("schema", moved(parsed(schema), place + "/content/application~1json/schema"));
    }

    private static JsonNode parsed(final String schema) {
        try {
            return SCHEMAS.readTree(schema);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("A route has accepted the schema " + schema + ", which is not JSON.", e);
        }
    }

    /**
     * Rewrites the references within a schema, so that they lead to its place in the document. A schema with an {@code $id} keeps its
     * references, which are relative to the id.
     */
    private static JsonNode moved(final JsonNode schema, final String place) {
        if (!schema.path("$id").isTextual()) {
            schema.properties().forEach(each -> {
                final String reference = each.getValue().asText();
                if (each.getKey().equals("$ref") && (reference.equals("#") || reference.startsWith("#/"))) {
                    each.setValue(TextNode.valueOf(place + reference.substring(1)));
                } else {
                    moved(each.getValue(), place);
                }
            });
            if (schema.isArray()) {
                schema.forEach(each -> moved(each, place));
            }
        }
        return schema;
    }
}
