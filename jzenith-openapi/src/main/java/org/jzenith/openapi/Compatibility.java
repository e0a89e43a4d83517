package org.jzenith.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jzenith.http.internal.request.Escapes;

/** Finds changes of an API that break clients written for an older document. */
final class Compatibility {

    private final JsonNode before;
    private final JsonNode after;
    private final List<String> breaks = new ArrayList<>();
    private final SchemaComparison schemas;

    private Compatibility(final JsonNode before, final JsonNode after) {
        this.before = before;
        this.after = after;
        this.schemas = new SchemaComparison(before, after, breaks);
    }

    /**
     * Compares two documents.
     *
     * @param before the older document
     * @param after the current document
     * @return a sentence for each change that breaks clients; empty if there is none
     */
    static List<String> breaks(final JsonNode before, final JsonNode after) {
        final Compatibility comparison = new Compatibility(before, after);
        comparison.comparePaths();
        return List.copyOf(comparison.breaks);
    }

    /** Replaces the names of path parameters, because they do not matter to clients. */
    private static String shape(final String path) {
        return path.replaceAll("\\{[^}]*\\}", "{}");
    }

    private void comparePaths() {
        final Map<String, JsonNode> known = new LinkedHashMap<>();
        after.path("paths").properties().forEach(each -> known.put(shape(each.getKey()), each.getValue()));
        before.path("paths").properties().forEach(path -> {
            final JsonNode now = known.get(shape(path.getKey()));
            if (now == null) {
                breaks.add(path.getKey() + " is gone.");
                return;
            }
            compareMethods(path.getKey(), path.getValue(), now);
            compareMethods(
                    path.getKey(), path.getValue().path("additionalOperations"), now.path("additionalOperations"));
        });
    }

    private void compareMethods(final String path, final JsonNode old, final JsonNode now) {
        old.properties().forEach(method -> {
            final String place = method.getKey().toUpperCase(Locale.ROOT) + " " + path;
            if (method.getValue().has("responses")) {
                if (now.has(method.getKey())) {
                    compareOperation(place, method.getValue(), now.path(method.getKey()));
                } else {
                    breaks.add(place + " is gone.");
                }
            }
        });
    }

    private void compareOperation(final String place, final JsonNode old, final JsonNode now) {
        compareSecurity(place, requirements(before, old), requirements(after, now));
        compareParameters(place, old, now);
        compareBody(place, resolved(before, old.path("requestBody")), resolved(after, now.path("requestBody")));
        old.path("responses").properties().forEach(response -> {
            if (response.getKey().startsWith("2")) {
                final JsonNode present = resolved(after, now.path("responses").path(response.getKey()));
                if (present.isMissingNode()) {
                    breaks.add(place + " no longer has the response " + response.getKey() + ".");
                } else {
                    compareContent(
                            place + ", response " + response.getKey(),
                            resolved(before, response.getValue()).path("content"),
                            present.path("content"),
                            false);
                }
            }
        });
    }

    /** Finds credentials that are no longer sufficient: a client that met an old requirement must still meet one. */
    private void compareSecurity(final String place, final List<JsonNode> old, final List<JsonNode> now) {
        final List<JsonNode> refused = old.stream()
                .filter(known -> now.stream().noneMatch(needed -> isEnough(known, needed)))
                .toList();
        if (refused.stream().anyMatch(JsonNode::isEmpty)) {
            breaks.add(place + " needs credentials now.");
        } else if (!refused.isEmpty()) {
            breaks.add(place + " no longer accepts "
                    + refused.stream().map(Compatibility::text).collect(Collectors.joining(" or ")) + ".");
        }
    }

    /** Returns the alternative requirements of an operation; a client must meet one of them. An open operation has an empty requirement. */
    private static List<JsonNode> requirements(final JsonNode document, final JsonNode operation) {
        final JsonNode security = operation.has("security") ? operation.path("security") : document.path("security");
        return security.isEmpty()
                ? List.of(JsonNodeFactory.instance.objectNode())
                : StreamSupport.stream(security.spliterator(), false).toList();
    }

    /** Returns true if credentials that meet the first requirement also meet the second. */
    private static boolean isEnough(final JsonNode known, final JsonNode needed) {
        return needed.properties().stream()
                .allMatch(scheme -> known.has(scheme.getKey())
                        && SchemaComparison.texts(known.path(scheme.getKey()))
                                .containsAll(SchemaComparison.texts(scheme.getValue())));
    }

    /** Returns the schemes of a requirement with their roles, such as {@code basic (admin)}. */
    private static String text(final JsonNode requirement) {
        return requirement.properties().stream()
                .map(scheme -> scheme.getKey()
                        + (scheme.getValue().isEmpty()
                                ? ""
                                : " (" + String.join(", ", SchemaComparison.texts(scheme.getValue())) + ")"))
                .collect(Collectors.joining(" and "));
    }

    private void compareParameters(final String place, final JsonNode old, final JsonNode now) {
        int position = 0;
        final List<JsonNode> oldPath = parameters(old, "path").toList();
        for (final JsonNode parameter : now.path("parameters")) {
            final String in = parameter.path("in").asText();
            final String name = parameter.path("name").asText();
            final JsonNode known = in.equals("path") && position < oldPath.size()
                    ? oldPath.get(position++)
                    : parameters(old, in)
                            .filter(each -> each.path("name").asText().equals(name))
                            .findFirst()
                            .orElse(null);
            final String where = place + ", " + in + " parameter '" + name + "'";
            if (known == null) {
                if (parameter.path("required").asBoolean() && !in.equals("path")) {
                    breaks.add(where + " is new and required.");
                }
            } else {
                if (parameter.path("required").asBoolean()
                        && !known.path("required").asBoolean()) {
                    breaks.add(where + " is required now.");
                }
                schemas.compare(where, known.path("schema"), parameter.path("schema"), true);
            }
        }
    }

    private static Stream<JsonNode> parameters(final JsonNode operation, final String in) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .filter(each -> each.path("in").asText().equals(in));
    }

    private void compareBody(final String place, final JsonNode old, final JsonNode now) {
        if (now.path("required").asBoolean() && !old.path("required").asBoolean()) {
            breaks.add(place + " now needs a body.");
        }
        compareContent(place + ", body", old.path("content"), now.path("content"), true);
    }

    private void compareContent(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        old.properties().forEach(media -> {
            final JsonNode present = now.path(media.getKey());
            if (present.isMissingNode()) {
                breaks.add(place + " no longer has the media type " + media.getKey() + ".");
            } else {
                for (final String kind : List.of("schema", "itemSchema")) {
                    if (isSameVersion() || media.getValue().has(kind) == present.has(kind)) {
                        schemas.compare(place, media.getValue().path(kind), present.path(kind), isInput);
                    }
                }
            }
        });
    }

    /** Returns true if both documents have the same OpenAPI version. Other versions describe the elements of streams differently. */
    private boolean isSameVersion() {
        return before.path("openapi").equals(after.path("openapi"));
    }

    static JsonNode resolved(final JsonNode document, final JsonNode node) {
        JsonNode found = node;
        for (int i = 0; i < 50 && found.path("$ref").asText().startsWith("#/"); i++) {
            found = document.at(Escapes.decoded(found.path("$ref").asText().substring(1), false));
        }
        return found;
    }
}
