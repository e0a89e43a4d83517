package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The components of a document with their names. Uses of a type whose schemas are equal share one component; a type that is read in
 * another way than it is written has two, such as {@code Order} and {@code OrderInput}. Immutable.
 */
public final class SchemaComponents {

    private static final String PLACE = "#/components/schemas/";

    /** A reference as a schema's text has it. */
    private static final Pattern REFERENCE = Pattern.compile("\"(#/[0-9]+)\"");

    private final Map<String, String> places;
    private final Map<String, ObjectNode> schemas = new TreeMap<>();

    private SchemaComponents(final Map<String, String> places) {
        this.places = places;
    }

    /** The text of a schema without its references, and the references in their order. */
    private record Shape(String text, List<String> references) {

        static Shape of(final SchemaKey key, final ObjectNode schema) {
            final String text = schema.toString();
            final List<String> references =
                    REFERENCE.matcher(text).results().map(each -> each.group(1)).toList();
            return new Shape(
                    key.type().toCanonical()
                            + (references.isEmpty()
                                    ? text
                                    : REFERENCE.matcher(text).replaceAll("#")),
                    references);
        }

        Object with(final Map<String, String> classes) {
            return List.of(text, references.stream().map(classes::get).toList());
        }
    }

    static SchemaComponents of(
            final Map<SchemaKey, ObjectNode> made,
            final Map<SchemaKey, String> references,
            final Set<String> reserved) {
        final Map<String, String> classes = equalClasses(made, references);
        final Map<String, String> names = new HashMap<>();
        final Set<String> taken = new HashSet<>(reserved);
        final Map<JavaType, List<SchemaKey>> byType = new LinkedHashMap<>();
        made.keySet().stream()
                .sorted(Comparator.comparing((SchemaKey key) -> key.type().toCanonical())
                        .thenComparing(SchemaKey::isInput)
                        .thenComparing(SchemaKey::isAlone)
                        .thenComparing(key -> key.groups().isEmpty())
                        .thenComparing(SchemaComponents::suffix))
                .forEach(key -> byType.computeIfAbsent(key.type(), type -> new ArrayList<>())
                        .add(key));
        final Map<String, String> nameOfClass = new HashMap<>();
        byType.forEach((type, keys) -> {
            for (final SchemaKey key : keys) {
                final String name = nameOfClass.computeIfAbsent(
                        classes.get(references.get(key)), each -> free(key, keys, classes, references, taken));
                names.put(references.get(key), name);
            }
        });
        final Map<String, String> places = new HashMap<>();
        names.forEach((reference, name) -> places.put(reference, PLACE + name));
        final SchemaComponents all = new SchemaComponents(places);
        made.forEach((key, schema) ->
                all.schemas.computeIfAbsent(names.getOrDefault(references.get(key), ""), name -> all.resolved(schema)));
        return all;
    }

    /** Groups the references of one type until all schemas of a group are equal. */
    private static Map<String, String> equalClasses(
            final Map<SchemaKey, ObjectNode> made, final Map<SchemaKey, String> references) {
        final Map<String, Shape> shapes = new HashMap<>();
        made.forEach((key, schema) -> shapes.put(references.get(key), Shape.of(key, schema)));
        Map<String, String> classes = firstOfEach(shapes, Shape::text);
        while (true) {
            final Map<String, String> known = classes;
            classes = firstOfEach(shapes, shape -> shape.with(known));
            if (classes.equals(known)) {
                return classes;
            }
        }
    }

    /** Returns the first reference of each group of shapes. */
    private static Map<String, String> firstOfEach(
            final Map<String, Shape> shapes, final Function<Shape, Object> group) {
        final Map<Object, String> first = new HashMap<>();
        shapes.forEach((reference, shape) ->
                first.merge(group.apply(shape), reference, (one, other) -> one.compareTo(other) < 0 ? one : other));
        final Map<String, String> all = new HashMap<>();
        shapes.forEach((reference, shape) -> all.put(reference, first.get(group.apply(shape))));
        return all;
    }

    private static String free(
            final SchemaKey key,
            final List<SchemaKey> ofType,
            final Map<String, String> classes,
            final Map<SchemaKey, String> references,
            final Set<String> taken) {
        final String plain = simpleName(key.type());
        final boolean isOnlyOne = ofType.stream()
                        .map(each -> classes.get(references.get(each)))
                        .distinct()
                        .count()
                == 1;
        final boolean isFirst = ofType.get(0).equals(key);
        final String wanted = isOnlyOne || isFirst ? plain : plain + (key.isInput() ? "Input" : "") + suffix(key);
        final String longer = longName(key.type()) + wanted.substring(plain.length());
        for (final String each : List.of(wanted, wanted + (key.groups().isEmpty() ? "Unchecked" : ""), longer)) {
            if (taken.add(each)) {
                return each;
            }
        }
        int number = 2;
        while (!taken.add(longer + number)) {
            number++;
        }
        return longer + number;
    }

    private static String suffix(final SchemaKey key) {
        final StringBuilder text = new StringBuilder();
        if (!key.groups().equals(Rules.DEFAULT)) {
            key.groups().forEach(group -> text.append(group.getSimpleName()));
        }
        if (key.view() != null) {
            text.append(key.view().getSimpleName());
        }
        return text.toString();
    }

    private static String simpleName(final JavaType type) {
        final String given = SchemaAnnotations.name(type.getRawClass());
        final StringBuilder name =
                new StringBuilder(given.isEmpty() ? type.getRawClass().getSimpleName() : given);
        type.getBindings().getTypeParameters().forEach(each -> name.append(simpleName(each)));
        return name.toString().replaceAll("[^A-Za-z0-9._-]", "_");
    }

    private static String longName(final JavaType type) {
        return type.toCanonical()
                .replaceAll("[^A-Za-z0-9.$_-]+", "_")
                .replace('$', '.')
                .replaceAll("_+$", "");
    }

    private static JsonNode replaced(final JsonNode node, final Map<String, String> texts) {
        if (node instanceof final ObjectNode object) {
            object.properties().forEach(each -> {
                final String text =
                        each.getValue().isTextual() ? texts.get(each.getValue().asText()) : null;
                if (text != null) {
                    each.setValue(TextNode.valueOf(text));
                } else {
                    replaced(each.getValue(), texts);
                }
            });
        } else {
            node.forEach(each -> replaced(each, texts));
        }
        return node;
    }

    /**
     * Replaces the places in a schema by the names of the components.
     *
     * @param schema is changed
     * @return the same
     */
    public <T extends JsonNode> T resolved(final T schema) {
        replaced(schema, places);
        return schema;
    }

    /**
     * Returns the schemas by name.
     *
     * @return sorted by name
     */
    public Map<String, ObjectNode> all() {
        return schemas;
    }
}
