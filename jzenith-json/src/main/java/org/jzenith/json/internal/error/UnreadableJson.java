package org.jzenith.json.internal.error;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.io.CharConversionException;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.json.Json;

/** Explains invalid JSON in the client's terms: fields and JSON types, never classes or values, which may be secret. */
public final class UnreadableJson {

    private static final Set<Class<?>> TEXTS = Set.of(char.class, Character.class, char[].class);

    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(
            byte.class,
            short.class,
            int.class,
            long.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            BigInteger.class);

    private static final int MOST_CONSTANTS = 20;

    /** Jackson's word for a member of a tree that comes again. */
    private static final Pattern REPEATED = Pattern.compile("Duplicate field '(.*)' for ", Pattern.DOTALL);

    /** Jackson's words for a document that is nested too deeply. */
    private static final Pattern DEPTH = Pattern.compile("^Document nesting depth .* maximum allowed \\((\\d+)");

    // The first matching row applies.
    private static final List<Row<?>> ROWS = List.of(
            row(StreamConstraintsException.class, UnreadableJson::constraint),
            row(InputCoercionException.class, e -> "The JSON holds a number that is too large or too small."),
            row(StreamReadException.class, UnreadableJson::malformed),
            row(CharConversionException.class, e -> "The JSON is malformed."),
            row(PropertyBindingException.class, UnreadableJson::unknownField),
            row(InvalidDefinitionException.class, e -> isRepeated(e) ? repeated(e) : null),
            row(ValueInstantiationException.class, UnreadableJson::invalid),
            row(InvalidTypeIdException.class, UnreadableJson::invalid),
            row(MismatchedInputException.class, UnreadableJson::mismatch),
            row(
                    JsonMappingException.class,
                    e -> e.getCause() instanceof final StreamConstraintsException limit
                            ? constraint(limit)
                            : isTooLarge(e) ? tooLarge(e) : invalid(e)));

    private record Row<T>(Class<T> type, Function<T, @Nullable String> reason) {

        @Nullable
        String apply(final Throwable error) {
            return reason.apply(type.cast(error));
        }
    }

    private static <T> Row<T> row(final Class<T> type, final Function<T, @Nullable String> reason) {
        return new Row<>(type, reason);
    }

    private UnreadableJson() {}

    /**
     * Returns the reason why JSON cannot be read.
     *
     * @param error Jackson's exception
     * @return a sentence that names members and what is expected of them; null if the JSON is not to blame
     */
    public static @Nullable String reason(final @Nullable Throwable error) {
        for (final Row<?> row : ROWS) {
            if (error != null && row.type().isInstance(error)) {
                return row.apply(error);
            }
        }
        return null;
    }

    private static String malformed(final StreamReadException error) {
        return "The JSON is malformed" + at(error.getLocation()) + ".";
    }

    private static String unknownField(final PropertyBindingException error) {
        return "Unknown field '" + path(error) + "'.";
    }

    private static String invalid(final JsonMappingException error) {
        return error.getCause() instanceof final StreamReadException document
                ? malformed(document)
                : subject(error) + " is not valid.";
    }

    private static String mismatch(final MismatchedInputException error) {
        if (error.getPath().isEmpty()
                && String.valueOf(error.getOriginalMessage()).startsWith("No content")) {
            return "The body is empty; JSON is expected.";
        }
        final Matcher repeated = REPEATED.matcher(String.valueOf(error.getOriginalMessage()));
        if (repeated.lookingAt()) {
            return "The member '" + repeated.group(1) + "' occurs more than once" + at(error.getLocation()) + ".";
        }
        if (isTooLarge(error)) {
            return tooLarge(error);
        }
        if (error instanceof InvalidFormatException format && format.getValue() instanceof Number && isNumber(error)) {
            return subject(error) + " holds a number that is too large or too small.";
        }
        final @Nullable String expected =
                error.getClass() == MismatchedInputException.class && isBean(error.getTargetType())
                        ? "an object"
                        : expected(error.getTargetType());
        if (Json.Documents.isFieldMissing(error)) {
            return misspelt(error) + subject(error) + " is missing"
                    + (expected == null ? "." : "; it must be " + expected + ".");
        }
        return expected == null ? invalid(error) : subject(error) + " must be " + expected + ".";
    }

    /** Names the unknown field of the object in which a field is missing; empty if none is known. */
    private static String misspelt(final MismatchedInputException error) {
        final String object = parent(path(error));
        final String inElement = object.replaceFirst("^\\[\\d+]\\.", "");
        for (final Throwable second : error.getSuppressed()) {
            if (second instanceof final PropertyBindingException unknown
                    && List.of(object, inElement).contains(parent(path(unknown)))) {
                final List<String> nearest = Suggestions.nearest(unknown.getPropertyName(), names(unknown)).stream()
                        .map(name -> "'" + name + "'")
                        .toList();
                final String question = Suggestions.question("", nearest, "");
                return "Unknown field '" + object + unknown.getPropertyName() + "'. " + question
                        + (question.isEmpty() ? "" : " ");
            }
        }
        return "";
    }

    private static List<String> names(final PropertyBindingException unknown) {
        final Collection<Object> known = unknown.getKnownPropertyIds();
        return known == null ? List.of() : known.stream().map(String::valueOf).toList();
    }

    /** A path without its last step. */
    private static String parent(final String path) {
        return path.substring(0, path.lastIndexOf('.') + 1);
    }

    /** Jackson's exception has no type for each of its limits. */
    private static String constraint(final StreamConstraintsException error) {
        final Matcher depth = DEPTH.matcher(String.valueOf(error.getOriginalMessage()));
        return !depth.find()
                ? "The JSON holds a name or value that is too long."
                : error.getCause() instanceof StackOverflowError
                        ? "The JSON is nested too deeply for its type. Other types may have up to " + depth.group(1)
                                + " levels."
                        : "The JSON is nested more than " + depth.group(1) + " levels deep.";
    }

    /** Returns true if a number is out of range, which Jackson reports in the cause of a field's error. */
    private static boolean isTooLarge(final JsonMappingException error) {
        return error.getCause() instanceof InputCoercionException;
    }

    private static String tooLarge(final JsonMappingException error) {
        return subject(error) + " holds a number that is too large or too small.";
    }

    private static boolean isNumber(final MismatchedInputException error) {
        return "a number".equals(expected(error.getTargetType()));
    }

    private static String subject(final JsonMappingException error) {
        return error.getPath().isEmpty() ? "The JSON" : "'" + path(error) + "'";
    }

    /** Jackson's word for a field of a record that comes again when the record is created. */
    private static boolean isRepeated(final JsonMappingException error) {
        return String.valueOf(error.getOriginalMessage())
                .startsWith("No fallback setter/field defined for creator property");
    }

    private static String repeated(final JsonMappingException error) {
        return subject(error) + " occurs more than once.";
    }

    private static String path(final JsonMappingException error) {
        final StringBuilder path = new StringBuilder();
        for (final JsonMappingException.Reference step : error.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String at(final @Nullable JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /**
     * Returns the JSON that a type is read from.
     *
     * @param type the type of a value
     * @return such as {@code a whole number}; null if nothing is known of the type that clients understand
     */
    public static @Nullable String expected(final @Nullable Class<?> type) {
        if (type == null) {
            return null;
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return constants(type);
        }
        if (WHOLE_NUMBERS.contains(type)) {
            return "a whole number";
        }
        if (Number.class.isAssignableFrom(type) || (type.isPrimitive() && type != char.class)) {
            return "a number";
        }
        if (type == UUID.class) {
            return "a UUID";
        }
        if (Temporal.class.isAssignableFrom(type)) {
            return "a date or time in ISO-8601 form";
        }
        if (CharSequence.class.isAssignableFrom(type) || TEXTS.contains(type)) {
            return "a string";
        }
        if (type == byte[].class) {
            return "a string in Base64";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return Map.class.isAssignableFrom(type) ? "an object" : null;
    }

    /** Returns true if values are written as objects; a creator may change that. */
    private static boolean isBean(final @Nullable Class<?> type) {
        return type != null
                && !type.isPrimitive()
                && !type.isArray()
                && !type.isEnum()
                && !type.getName().startsWith("java.")
                && Arrays.stream(type.getDeclaredConstructors())
                        .noneMatch(each -> each.isAnnotationPresent(JsonCreator.class))
                && Arrays.stream(type.getDeclaredMethods())
                        .noneMatch(each -> each.isAnnotationPresent(JsonCreator.class));
    }

    /** The constants by their names in JSON; null if a method of the enum decides about those. */
    private static @Nullable String constants(final Class<?> type) {
        final boolean computed = Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method ->
                        method.isAnnotationPresent(JsonValue.class) || method.isAnnotationPresent(JsonCreator.class));
        final List<Field> constants = Arrays.stream(type.getDeclaredFields())
                .filter(Field::isEnumConstant)
                .toList();
        if (computed || constants.size() > MOST_CONSTANTS) {
            return null;
        }
        return constants.stream().map(UnreadableJson::nameInJson).collect(Collectors.joining(", ", "one of ", ""));
    }

    private static String nameInJson(final Field constant) {
        final JsonProperty property = constant.getAnnotation(JsonProperty.class);
        return property == null || property.value().isEmpty() ? constant.getName() : property.value();
    }
}
