package org.jzenith.core.configuration;

import io.smallrye.config.Secret;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts text where SmallRye has no converter or accepts too much, and describes the expected text of a type. */
final class ValueConverters {

    private static final int PRIORITY = 200;
    private static final Pattern DURATION = Pattern.compile("([0-9]+)\\s*(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);

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

    static @Nullable Duration duration(final String text) {
        final String stripped = text.strip();
        if (stripped.isEmpty()) {
            return null;
        }
        try {
            final Matcher form = DURATION.matcher(stripped);
            if (!form.matches()) {
                return Duration.parse(stripped);
            }
            final long amount = Long.parseLong(form.group(1));
            return switch (form.group(2).toLowerCase(Locale.ROOT)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        } catch (final DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * What a value of the type looks like, to stand after "is not" and "set it to".
     *
     * @param method has the constraints; null if none is known
     */
    static String expected(final Type type, final @Nullable Method method) {
        return switch (inWords(type)) {
            case "duration" -> "a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S";
            case "size" -> "a size such as 512, 64K, 10M or 1G";
            case "number" ->
                method == null ? "a whole number" : NumberRange.of(method, type).toString();
            case "decimal number" -> "a number";
            case "true/false" -> "true or false";
            case "text" -> "a text";
            default -> (type instanceof final Class<?> raw && raw.isEnum() ? "one of " : "a ") + inWords(type);
        };
    }

    /** What to do when a value of the type cannot be understood. */
    static String remedy(final String key, final Type type, final @Nullable Method method, final String value) {
        final String stripped = value.strip();
        return type == Duration.class && stripped.matches("[0-9]+")
                ? "Write the unit: " + stripped + "s for seconds or " + stripped + "ms for milliseconds."
                : "Set " + key + " to " + expected(type, method) + ".";
    }

    /** The type in the few words of a table. */
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

    /** A list as one text: commas between the elements, those inside escaped. */
    static String joined(final Collection<?> elements) {
        return elements.stream()
                .map(element -> text(element).replace("\\", "\\\\").replace(",", "\\,"))
                .collect(Collectors.joining(","));
    }

    /** A value given in code as the text that would mean it. */
    private static String text(final Object value) {
        if (value instanceof final Collection<?> list) {
            return joined(list);
        }
        if (value instanceof final Secret<?> secret) {
            return text(secret.get());
        }
        return value instanceof final Enum<?> constant ? constant.name() : value.toString();
    }

    /** Values given in code: maps are taken apart into one key each. */
    static void flatten(final String key, final Object value, final BiConsumer<String, String> target) {
        if (value instanceof final Map<?, ?> map) {
            map.forEach((name, inner) -> flatten(key + "." + quoted(name), inner, target));
        } else {
            target.accept(key, text(value));
        }
    }

    /** A name in a map as it stands in a key. */
    static String quoted(final Object name) {
        final String text = String.valueOf(name);
        return text.indexOf('.') < 0 ? text : '"' + text + '"';
    }
}
