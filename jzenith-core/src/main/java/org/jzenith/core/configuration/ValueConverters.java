package org.jzenith.core.configuration;

import io.smallrye.config.Secret;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts text where SmallRye has no converter or accepts too much, and describes the expected text of a type. */
final class ValueConverters {

    private static final int PRIORITY = 200;

    private ValueConverters() {}

    static void register(final SmallRyeConfigBuilder builder) {
        builder.withConverter(Duration.class, PRIORITY, ValueConverters::duration)
                .withConverter(DataSize.class, PRIORITY, ValueConverters::size)
                .withConverter(Boolean.class, PRIORITY, ValueConverters::bool);
    }

    private static @Nullable DataSize size(final String text) {
        return text.isBlank() ? null : DataSize.of(text);
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
        final char first = stripped.charAt(0);
        if (first == 'P' || first == 'p' || first == '-' || first == '+') {
            try {
                return Duration.parse(stripped);
            } catch (final DateTimeException e) {
                throw new IllegalArgumentException(e);
            }
        }
        final int digits = digits(stripped);
        if (digits == 0 || digits == stripped.length()) {
            throw new IllegalArgumentException("a duration has a unit");
        }
        return amount(stripped, digits);
    }

    private static Duration amount(final String text, final int digits) {
        try {
            final long amount = Long.parseLong(text.substring(0, digits));
            return switch (text.substring(digits).strip().toLowerCase(Locale.ROOT)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                case "d" -> Duration.ofDays(amount);
                default -> throw new IllegalArgumentException("not a unit of time");
            };
        } catch (final ArithmeticException e) {
            throw new IllegalArgumentException("too long", e);
        }
    }

    private static int digits(final String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /** What a value of the type looks like, to stand after "is not" and "set it to". */
    static String expected(final Type type) {
        if (!(type instanceof final Class<?> raw)) {
            return "a " + type.getTypeName();
        }
        if (raw == Duration.class) {
            return "a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S";
        }
        if (raw == DataSize.class) {
            return "a size such as 512, 64K, 10M or 1G";
        }
        if (raw.isEnum()) {
            return "one of " + constants(raw);
        }
        return switch (raw.getSimpleName()) {
            case "int", "Integer", "long", "Long", "short", "Short", "byte", "Byte", "BigInteger" -> range(raw);
            case "double", "Double", "float", "Float", "BigDecimal" -> "a number";
            case "boolean", "Boolean" -> "true or false";
            case "char", "Character" -> "a single character";
            default -> "a " + raw.getSimpleName();
        };
    }

    private static String range(final Class<?> type) {
        return type == int.class || type == Integer.class
                ? "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE
                : "a whole number";
    }

    /** What to do when a value of the type cannot be understood. */
    static String remedy(final String key, final Type type, final String value) {
        final String stripped = value.strip();
        if (type == Duration.class && !stripped.isEmpty() && digits(stripped) == stripped.length()) {
            return "Write the unit: " + stripped + "s for seconds or " + stripped + "ms for milliseconds.";
        }
        return "Set " + key + " to " + expected(type) + ".";
    }

    /** The type in the few words of a table. */
    static String inWords(final Class<?> raw) {
        if (raw.isEnum()) {
            return constants(raw);
        }
        if (raw == Duration.class) {
            return "duration";
        }
        if (raw == DataSize.class) {
            return "size";
        }
        if (raw == String.class) {
            return "text";
        }
        return switch (raw.getSimpleName()) {
            case "int", "Integer", "long", "Long", "short", "Short", "byte", "Byte", "BigInteger" -> "number";
            case "double", "Double", "float", "Float", "BigDecimal" -> "decimal number";
            case "boolean", "Boolean" -> "true/false";
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
    static String text(final Object value) {
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
            map.forEach((name, inner) -> {
                final String text = String.valueOf(name);
                flatten(key + "." + (text.indexOf('.') < 0 ? text : '"' + text + '"'), inner, target);
            });
        } else {
            target.accept(key, text(value));
        }
    }

    private static String constants(final Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }
}
