package org.jzenith.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares the schemas of two documents. The new schema of a request must not be narrower, and that of a response must not be wider. */
final class SchemaComparison {

    private static final List<String> LOWER_BOUNDS =
            List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final List<String> UPPER_BOUNDS =
            List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");

    /** Stands for the type of a schema without a type. */
    private static final String ANY = "any value";

    /** Number formats, each with a format that includes all of its values. */
    private static final Map<String, String> WIDER = Map.of("int32", "int64", "float", "double");

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
        if ((hasReference(old) || hasReference(now)) && !compared.add(old + " " + now + " " + isInput)) {
            return; // A type may contain itself.
        }
        final JsonNode one = withoutNull(before, old);
        final JsonNode other = withoutNull(after, now);
        compareTypes(place, types(before, old), types(after, now), isInput);
        compareEnums(place, one, other, isInput);
        if (isInput && isEnum(after, now) && !isEnum(before, old) && !one.has("const")) {
            report(place + " may no longer be any value.");
        }
        compareFormat(place, one, other, isInput);
        if (isInput) {
            compareBounds(place, one, other);
            compareFurtherProperties(place, one, other);
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

    private static boolean hasReference(final JsonNode schema) {
        for (final JsonNode each : schema.path("anyOf")) {
            if (hasReference(each)) {
                return true;
            }
        }
        return schema.has("$ref");
    }

    /** Adds a sentence, unless another keyword of the same place has already added it. */
    private void report(final String sentence) {
        if (!breaks.contains(sentence)) {
            breaks.add(sentence);
        }
    }

    private static Set<String> types(final JsonNode document, final JsonNode schema) {
        final Set<String> all = new TreeSet<>();
        final JsonNode found = Compatibility.resolved(document, schema);
        if (found.path("type").isTextual()) {
            all.add(found.path("type").asText());
        }
        found.path("type").forEach(each -> all.add(each.asText()));
        if (all.isEmpty()) {
            found.path("anyOf").forEach(each -> all.addAll(types(document, each)));
            found.path("oneOf").forEach(each -> all.addAll(types(document, each)));
            found.path("enum").forEach(each -> all.add(type(each)));
            if (found.has("const")) {
                all.add(type(found.path("const")));
            }
        }
        return all.isEmpty() || all.contains(ANY) ? Set.of(ANY) : all;
    }

    private static String type(final JsonNode value) {
        return value.isIntegralNumber() ? "integer" : value.getNodeType().name().toLowerCase(Locale.ROOT);
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
        final Set<String> allowed = isInput ? now : old;
        final Set<String> possible = new TreeSet<>(isInput ? old : now);
        if (allowed.contains("number")) {
            possible.remove("integer");
        }
        possible.removeAll(allowed);
        if (!allowed.contains(ANY) && !possible.isEmpty()) {
            report(
                    isInput
                            ? place + " may no longer be " + String.join(" or ", possible) + "."
                            : place + " may now be " + String.join(" or ", possible) + ".");
        }
    }

    /** Returns true if a schema lists all its values, apart from null. */
    private static boolean isEnum(final JsonNode document, final JsonNode schema) {
        final JsonNode found = Compatibility.resolved(document, schema);
        boolean isEnum = !found.path("enum").isEmpty();
        for (final JsonNode each : found.path("anyOf")) {
            if (!each.path("type").asText().equals("null")) {
                if (!isEnum(document, each)) {
                    return false;
                }
                isEnum = true;
            }
        }
        return isEnum;
    }

    private void compareEnums(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final Set<String> values = new TreeSet<>();
        (isInput ? old : now).path("enum").forEach(each -> values.add(each.asText()));
        final JsonNode others = (isInput ? now : old).path("enum");
        others.forEach(each -> values.remove(each.asText()));
        if (!isInput && !others.isEmpty() && now.path("enum").isEmpty()) {
            report(place + " may now be any value.");
        }
        if (!others.isEmpty() && !values.isEmpty()) {
            breaks.add(
                    isInput
                            ? place + " may no longer be '" + String.join("', '", values) + "'."
                            : place + " may now be '" + String.join("', '", values) + "'.");
        }
    }

    private void compareBounds(final String place, final JsonNode old, final JsonNode now) {
        LOWER_BOUNDS.forEach(keyword -> compareBound(place, old, now, keyword, 1));
        UPPER_BOUNDS.forEach(keyword -> compareBound(place, old, now, keyword, -1));
        for (final String keyword : List.of("pattern", "multipleOf", "const")) {
            if (now.has(keyword) && !now.path(keyword).equals(old.path(keyword))) {
                breaks.add(
                        place + " now has " + keyword + " " + now.path(keyword).asText() + ".");
            }
        }
    }

    /** @param direction 1 for a lower bound, which breaks clients when it rises, and -1 for an upper one */
    private void compareBound(
            final String place, final JsonNode old, final JsonNode now, final String keyword, final int direction) {
        final double change = now.path(keyword).asDouble() - old.path(keyword).asDouble();
        if (now.has(keyword) && (!old.has(keyword) || direction * change > 0)) {
            breaks.add(place + " now has " + keyword + " " + now.path(keyword).asText() + ".");
        }
    }

    /** Compares the formats of values that have the same type in both schemas. */
    private void compareFormat(final String place, final JsonNode old, final JsonNode now, final boolean isInput) {
        final String allowed = (isInput ? now : old).path("format").asText();
        final String possible = (isInput ? old : now).path("format").asText();
        final Set<String> types = new TreeSet<>(types(before, old));
        types.retainAll(types(after, now));
        types.remove("null");
        if (!allowed.isEmpty()
                && !allowed.equals(possible)
                && !allowed.equals(WIDER.get(possible))
                && !types.isEmpty()) {
            final String format = now.path("format").asText();
            report(place + (format.isEmpty() ? " now has no format." : " now has the format " + format + "."));
        }
    }

    private void compareFurtherProperties(final String place, final JsonNode old, final JsonNode now) {
        if (isClosed(now) && !isClosed(old) && types(before, old).contains("object")) {
            report(place + " may no longer have additional properties.");
        }
    }

    private static boolean isClosed(final JsonNode schema) {
        return !schema.path("additionalProperties").asBoolean(true);
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
            } else if (!isInput || isClosed(now)) {
                breaks.add(where + " is gone.");
            }
        });
    }

    static Set<String> texts(final JsonNode array) {
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
