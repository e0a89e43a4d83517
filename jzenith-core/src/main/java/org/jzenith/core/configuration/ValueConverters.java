package org.jzenith.core.configuration;

import io.smallrye.config.Secret;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.WithConverter;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.configuration.converter.RangeConverter;
import org.jzenith.core.internal.configuration.source.Setting;

/** Converts texts for which SmallRye has no converter, or one that accepts too much. Also describes the expected text of a type. */
final class ValueConverters {

    private static final int PRIORITY = 200;

    private ValueConverters() {}

    static void register(final SmallRyeConfigBuilder builder) {
        builder.withConverter(Duration.class, PRIORITY, ValueConverters::duration)
                .withConverter(DataSize.class, PRIORITY, text -> text.isBlank() ? null : DataSize.of(text))
                .withConverter(Boolean.class, PRIORITY, ValueConverters::bool);
    }

    static @Nullable Boolean bool(final String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "" -> null;
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static @Nullable Duration duration(final String text) {
        final Duration time = DurationConverter.parse(text);
        if (time == null && !text.isBlank()) {
            throw new IllegalArgumentException("no duration");
        }
        return time;
    }

    /**
     * Describes a valid value of the type, to follow "is not" and "set it to".
     *
     * @param method has the constraints; null if none is known
     */
    static String expected(final Type type, final @Nullable Method method) {
        final List<Annotation> annotations = method == null ? List.of() : annotations(method);
        for (final Annotation each : annotations) {
            if (each instanceof final WithConverter with && RangeConverter.class.isAssignableFrom(with.value())) {
                try {
                    return with.value().getConstructor().newInstance().toString();
                } catch (final ReflectiveOperationException e) {
                    throw new IllegalStateException(e); // SmallRye has made one
                }
            }
        }
        return switch (inWords(type)) {
            case "duration" -> "a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S";
            case "size" -> "a size such as 512, 64K, 10M or 1G";
            case "number" -> method == null ? "a whole number" : wholeNumber(annotations, type);
            case "decimal number" -> "a number";
            case "true/false" -> "true or false";
            case "text" -> "a text";
            default -> (type instanceof final Class<?> raw && raw.isEnum() ? "one of " : "a ") + inWords(type);
        };
    }

    /** The annotations on a method and on the type of its value, also if that type is inside a container. */
    private static List<Annotation> annotations(final Method method) {
        final List<Annotation> all = new ArrayList<>(List.of(method.getAnnotations()));
        AnnotatedType type = method.getAnnotatedReturnType();
        Collections.addAll(all, type.getAnnotations());
        while (type instanceof final AnnotatedParameterizedType container) {
            final AnnotatedType[] arguments = container.getAnnotatedActualTypeArguments();
            type = arguments[arguments.length - 1];
            Collections.addAll(all, type.getAnnotations());
        }
        return all;
    }

    private static String wholeNumber(final List<Annotation> constraints, final Type type) {
        final boolean isInt = type == int.class || type == Integer.class || type == OptionalInt.class;
        long least = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
        long most = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
        for (final Annotation constraint : constraints) {
            if (constraint instanceof final Min min) {
                least = Math.max(least, min.value());
            } else if (constraint instanceof final Max max) {
                most = Math.min(most, max.value());
            } else if (constraint instanceof Positive) {
                least = Math.max(least, 1);
            } else if (constraint instanceof PositiveOrZero) {
                least = Math.max(least, 0);
            }
        }
        if (least == Long.MIN_VALUE) {
            return "a whole number" + (most == Long.MAX_VALUE ? "" : " of at most " + most);
        }
        return "a whole number " + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most);
    }

    /** Returns the remedy for an unreadable value of the type. */
    static String remedy(final String key, final Type type, final @Nullable Method method, final String value) {
        final String stripped = value.strip();
        return type == Duration.class && stripped.matches("[0-9]+")
                ? "Write the unit: " + stripped + "s for seconds or " + stripped + "ms for milliseconds."
                : "Set " + key + " to " + expected(type, method) + ".";
    }

    /** The type in a few words, for a table. */
    static String inWords(final Type type) {
        if (!(type instanceof final Class<?> raw)) {
            return type.getTypeName();
        }
        if (raw.isEnum()) {
            return Arrays.stream(raw.getEnumConstants())
                    .map(constant ->
                            ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", "));
        }
        return switch (raw.getSimpleName().replace("Optional", "")) {
            case "int", "Int", "Integer", "long", "Long", "short", "Short", "byte", "Byte", "BigInteger" -> "number";
            case "double", "Double", "float", "Float", "BigDecimal" -> "decimal number";
            case "boolean", "Boolean" -> "true/false";
            case "char", "Character" -> "single character";
            case "String" -> "text";
            case "Duration" -> "duration";
            case "DataSize" -> "size";
            default -> raw.getSimpleName();
        };
    }

    /** Converts a value given in code to the text that a file would contain. */
    private static String text(final Object value) {
        if (value instanceof final Collection<?> list) {
            return Setting.joined(list.stream().map(ValueConverters::text).toList());
        }
        if (value instanceof final Secret<?> secret) {
            return text(secret.get());
        }
        return value instanceof final Enum<?> constant ? constant.name() : value.toString();
    }

    /** Adds a value given in code. A map becomes one key for each entry. */
    static void flatten(final String key, final Object value, final BiConsumer<String, String> target) {
        if (value instanceof final Map<?, ?> map) {
            map.forEach((name, inner) -> flatten(key + "." + quoted(name), inner, target));
        } else {
            target.accept(key, text(value));
        }
    }

    /** The name of a map entry, as a part of a key. */
    static String quoted(final Object name) {
        final String text = String.valueOf(name);
        return text.indexOf('.') < 0 ? text : '"' + text + '"';
    }
}
