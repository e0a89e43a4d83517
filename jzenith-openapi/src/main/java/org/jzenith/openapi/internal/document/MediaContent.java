package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.openapi.internal.schema.Schemas;

/** Describes the content of bodies by media type. */
final class MediaContent {

    private static final String EVENTS = "text/event-stream";
    private static final String LINES = "application/x-ndjson";
    private static final String CSV = "text/csv";

    private final Schemas schemas;
    private final boolean hasItemSchemas;

    /** @param hasItemSchemas true if the version of OpenAPI describes the elements of streams */
    MediaContent(final Schemas schemas, final boolean hasItemSchemas) {
        this.schemas = schemas;
        this.hasItemSchemas = hasItemSchemas;
    }

    /**
     * Returns the content of a body.
     *
     * @param declared the media types of the method; empty if it does not say
     * @param isInput true for the body of a request
     */
    ObjectNode of(
            final BodyKind body, final List<MediaType> declared, final boolean isInput, final @Nullable JsonView view) {
        final ObjectNode content = JsonNodeFactory.instance.objectNode();
        final Class<?> seen = view == null || view.value().length == 0 ? null : view.value()[0];
        for (final String type : declared.isEmpty() ? List.of(usual(body)) : texts(declared)) {
            fill(content.putObject(type), type, body, isInput, seen);
        }
        return content;
    }

    private static String usual(final BodyKind body) {
        return body.isFile()
                ? "*/*"
                : body.isBinary() ? "application/octet-stream" : body.isText() ? "text/plain" : "application/json";
    }

    private static List<String> texts(final List<MediaType> types) {
        return types.stream().map(MediaContent::text).distinct().toList();
    }

    /** Returns a media type without the parameters of negotiation. */
    static String text(final MediaType type) {
        final Map<String, String> parameters = new TreeMap<>(type.getParameters());
        parameters.remove("qs");
        parameters.remove("q");
        parameters.remove("charset");
        return parameters.entrySet().stream()
                .map(each -> ";" + each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("", type.getType() + "/" + type.getSubtype(), ""));
    }

    private void fill(
            final ObjectNode media,
            final String type,
            final BodyKind body,
            final boolean isInput,
            final @Nullable Class<?> view) {
        if (body.isStream() && (type.equals(EVENTS) || type.equals(LINES) || type.equals(CSV))) {
            final ObjectNode element =
                    isEvent(body) ? JsonNodeFactory.instance.objectNode() : value(body, isInput, view);
            if (!hasItemSchemas) {
                media.set("schema", element);
            } else if (type.equals(EVENTS)) {
                media.set("itemSchema", event(element));
            } else {
                media.set("itemSchema", element);
            }
        } else if (isJson(type)) {
            if (body.isBinary() || body.isText()) {
                media.putObject("schema");
            } else if (body.isStream()) {
                media.putObject("schema").put("type", "array").set("items", value(body, isInput, view));
            } else {
                media.set("schema", value(body, isInput, view));
            }
        } else if (body.isText() && !body.isStream()) {
            media.set("schema", value(body, isInput, view));
        } else if (body.isBinary() || !type.startsWith("text/")) {
            media.putObject("schema").put("type", "string").put("format", "binary");
        } else {
            media.putObject("schema").put("type", "string");
        }
    }

    private static boolean isEvent(final BodyKind body) {
        return OutboundSseEvent.class.isAssignableFrom(body.raw());
    }

    private ObjectNode value(final BodyKind body, final boolean isInput, final @Nullable Class<?> view) {
        return isInput
                ? schemas.input(body.type(), body.rules(), view)
                : schemas.output(body.type(), body.rules(), view);
    }

    private static ObjectNode event(final ObjectNode element) {
        final ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "object");
        final ObjectNode properties = event.putObject("properties");
        properties.putObject("id").put("type", "string");
        properties.putObject("event").put("type", "string");
        final ObjectNode data = properties.putObject("data").put("type", "string");
        if (!element.isEmpty() && !element.path("type").asText().equals("string")) {
            data.put("contentMediaType", "application/json").set("contentSchema", element);
        }
        properties.putObject("retry").put("type", "integer");
        return event;
    }

    static boolean isJson(final String type) {
        return type.startsWith("application/json") || type.contains("+json");
    }
}
