package org.jzenith.openapi.compatibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the schemas of two documents. A body that is read must not be narrowed, one that is written must not be widened. */
final class SchemaComparison {

    private static final List<String> LOWER_BOUNDS =
            List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final List<String> UPPER_BOUNDS =
            List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");

    private final JsonNode before;
    private final JsonNode after;
    private final List<String> breaks;
    private final Set<String> compared = new HashSet<>();

    /** @param breaks receives a sentence for each change */
    SchemaComparison(final JsonNode before, final JsonNode after, final List<String> breaks) {
        this.before = before;
        this.after = after;
        this.breaks = breaks;
    }

    void compare(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final boolean hasReference = old.has("$ref") || now.has("$ref");
        if (hasReference && !compared.add(old + " " + now + " " + isInput)) {
            return;
        }
        final JsonNode one = withoutNull(before, old);
        final JsonNode other = withoutNull(after, now);
        compareTypes(place, types(before, old), types(after, now), isInput);
        compareEnums(place, one, other, isInput);
        if (isInput) {
            compareBounds(place, one, other);
        }
        if (one.has("items") && other.has("items")) {
            compare(place + "[]", one.path("items"), other.path("items"), isInput);
        }
        if (one.path("additionalProperties").isObject()
                && other.path("additionalProperties").isObject()) {
            compare(place + "{}", one.path("additionalProperties"), other.path("additionalProperties"), isInput);
        }
        if (one.path("contentSchema").isObject() && other.path("contentSchema").isObject()) {
            compare(place, one.path("contentSchema"), other.path("contentSchema"), isInput);
        }
        compareProperties(place, one, other, isInput);
        compareChoices(place, one, other, isInput);
    }

    private static Set<String> types(final JsonNode document, final JsonNode schema) {
        final Set<String> all = new TreeSet<>();
        final JsonNode found = Compatibility.resolved(document, schema);
        if (found.path("type").isTextual()) {
            all.add(found.path("type").asText());
        }
        found.path("type").forEach(each -> all.add(each.asText()));
        found.path("anyOf").forEach(each -> all.addAll(types(document, each)));
        return all;
    }

    /** Returns the schema behind references and {@code anyOf: [.., null]}. */
    private static JsonNode withoutNull(final JsonNode document, final JsonNode schema) {
        final JsonNode found = Compatibility.resolved(document, schema);
        for (final JsonNode each : found.path("anyOf")) {
            if (!each.path("type").asText().equals("null")) {
                return Compatibility.resolved(document, each);
            }
        }
        return found;
    }

    private void compareTypes(final String place, final Set<String> old, final Set<String> now, final boolean isInput) {
        final Set<String> allowed = new TreeSet<>(isInput ? now : old);
        final Set<String> possible = new TreeSet<>(isInput ? old : now);
        if (allowed.contains("number")) {
            possible.remove("integer");
        }
        possible.removeAll(allowed);
        if (!allowed.isEmpty() && !possible.isEmpty()) {
            breaks.add(
                    isInput
                            ? place + " may no longer be " + String.join(" or ", possible) + "."
                            : place + " may now be " + String.join(" or ", possible) + ".");
        }
    }

    private void compareEnums(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final Set<String> values = new TreeSet<>();
        (isInput ? old : now).path("enum").forEach(each -> values.add(each.asText()));
        final JsonNode others = (isInput ? now : old).path("enum");
        others.forEach(each -> values.remove(each.asText()));
        if (!isInput && !others.isEmpty() && now.path("enum").isEmpty()) {
            breaks.add(place + " may now be any value.");
        }
        if (!others.isEmpty() && !values.isEmpty()) {
            breaks.add(
                    isInput
                            ? place + " may no longer be '" + String.join("', '", values) + "'."
                            : place + " may now be '" + String.join("', '", values) + "'.");
        }
    }

    private void compareBounds(final String place, final JsonNode old, final JsonNode now) {
        for (final String keyword : LOWER_BOUNDS) {
            if (now.has(keyword)
                    && (!old.has(keyword)
                            || now.path(keyword).asDouble() > old.path(keyword).asDouble())) {
                breaks.add(place + " has " + keyword + " " + now.path(keyword).asText() + " now.");
            }
        }
        for (final String keyword : UPPER_BOUNDS) {
            if (now.has(keyword)
                    && (!old.has(keyword)
                            || now.path(keyword).asDouble() < old.path(keyword).asDouble())) {
                breaks.add(place + " has " + keyword + " " + now.path(keyword).asText() + " now.");
            }
        }
        for (final String keyword : List.of("pattern", "format", "multipleOf", "const")) {
            if (now.has(keyword) && !now.path(keyword).equals(old.path(keyword))) {
                breaks.add(place + " has " + keyword + " " + now.path(keyword).asText() + " now.");
            }
        }
    }

    private void compareProperties(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final Set<String> wasRequired = texts(old.path("required"));
        final Set<String> isRequired = texts(now.path("required"));
        if (isInput) {
            isRequired.stream()
                    .filter(name -> !wasRequired.contains(name))
                    .forEach(name -> breaks.add(place + ", property '" + name + "' is required now."));
        } else {
            wasRequired.stream()
                    .filter(name ->
                            !isRequired.contains(name) && now.path("properties").has(name))
                    .forEach(name -> breaks.add(place + ", property '" + name + "' may be missing now."));
        }
        old.path("properties").properties().forEach(property -> {
            final JsonNode present = now.path("properties").path(property.getKey());
            final String where = place + ", property '" + property.getKey() + "'";
            if (!present.isMissingNode()) {
                compare(where, property.getValue(), present, isInput);
            } else if (!isInput || !now.path("additionalProperties").asBoolean(true)) {
                breaks.add(where + " is gone.");
            }
        });
    }

    private static Set<String> texts(final JsonNode array) {
        final Set<String> all = new TreeSet<>();
        array.forEach(each -> all.add(each.asText()));
        return all;
    }

    private void compareChoices(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final JsonNode oldMapping = old.path("discriminator").path("mapping");
        final JsonNode newMapping = now.path("discriminator").path("mapping");
        oldMapping.properties().forEach(each -> {
            if (newMapping.has(each.getKey())) {
                compare(
                        place + " '" + each.getKey() + "'",
                        reference(each.getValue()),
                        reference(newMapping.path(each.getKey())),
                        isInput);
            } else if (isInput) {
                breaks.add(place + " may no longer be '" + each.getKey() + "'.");
            }
        });
        if (!isInput && !oldMapping.isEmpty()) {
            newMapping.properties().forEach(each -> {
                if (!oldMapping.has(each.getKey())) {
                    breaks.add(place + " may now be '" + each.getKey() + "'.");
                }
            });
        }
    }

    private static JsonNode reference(final JsonNode place) {
        return JsonNodeFactory.instance.objectNode().put("$ref", place.asText());
    }
}
