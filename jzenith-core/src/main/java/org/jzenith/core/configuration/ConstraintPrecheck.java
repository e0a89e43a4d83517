package org.jzenith.core.configuration;

import io.smallrye.config.Secret;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.PatternSyntaxException;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * Tests the common constraints without Hibernate Validator, whose start takes longer than all the rest of the
 * configuration. A value that fails here, or has another constraint, is left to Hibernate Validator.
 */
final class ConstraintPrecheck {

    private ConstraintPrecheck() {}

    static boolean test(final Annotation constraint, final Object value) {
        final Object inner = value instanceof final Secret<?> secret ? secret.get() : value;
        if (constraint instanceof final Min min) {
            return isPlain(min.groups()) && number(inner, min.value(), Long.MAX_VALUE);
        }
        if (constraint instanceof final Max max) {
            return isPlain(max.groups()) && number(inner, Long.MIN_VALUE, max.value());
        }
        if (constraint instanceof final Positive positive) {
            return isPlain(positive.groups()) && number(inner, 1, Long.MAX_VALUE);
        }
        if (constraint instanceof final PositiveOrZero notNegative) {
            return isPlain(notNegative.groups()) && number(inner, 0, Long.MAX_VALUE);
        }
        if (constraint instanceof final DurationMin min) {
            return isPlain(min.groups()) && inner instanceof final Duration duration && atLeast(duration, min);
        }
        if (constraint instanceof final DurationMax max) {
            return isPlain(max.groups()) && inner instanceof final Duration duration && atMost(duration, max);
        }
        if (constraint instanceof final NotNull notNull) {
            return isPlain(notNull.groups());
        }
        if (constraint instanceof final NotBlank notBlank) {
            return isPlain(notBlank.groups()) && inner instanceof final String text && !text.isBlank();
        }
        if (constraint instanceof final NotEmpty notEmpty) {
            return isPlain(notEmpty.groups()) && length(inner) > 0;
        }
        if (constraint instanceof final Size size) {
            return isPlain(size.groups()) && length(inner) >= size.min() && length(inner) <= size.max();
        }
        return constraint instanceof final Pattern pattern && isPlain(pattern.groups()) && matches(pattern, inner);
    }

    private static boolean matches(final Pattern pattern, final @Nullable Object value) {
        try {
            return pattern.flags().length == 0
                    && value instanceof final String text
                    && java.util.regex.Pattern.matches(pattern.regexp(), text);
        } catch (final PatternSyntaxException e) {
            return false; // Hibernate Validator reports it
        }
    }

    /** Whether there are no elements that could break a constraint. */
    static boolean isEmpty(final Object value) {
        return (value instanceof final Optional<?> optional && optional.isEmpty()) || length(value) == 0;
    }

    private static boolean isPlain(final Class<?>[] groups) {
        return groups.length == 0;
    }

    private static boolean number(final Object value, final long least, final long most) {
        if (value instanceof final OptionalInt optional) {
            return optional.isEmpty() || isBetween(optional.getAsInt(), least, most);
        }
        if (value instanceof final OptionalLong optional) {
            return optional.isEmpty() || isBetween(optional.getAsLong(), least, most);
        }
        final @Nullable Long number = value instanceof final DataSize size
                ? Long.valueOf(size.bytes())
                : value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte
                        ? Long.valueOf(((Number) value).longValue())
                        : null;
        return number != null && isBetween(number, least, most);
    }

    private static boolean isBetween(final long number, final long least, final long most) {
        return number >= least && number <= most;
    }

    private static boolean atLeast(final Duration duration, final DurationMin min) {
        final int compared = duration.compareTo(limit(min));
        return compared > 0 || (compared == 0 && min.inclusive());
    }

    private static boolean atMost(final Duration duration, final DurationMax max) {
        final int compared = duration.compareTo(limit(max));
        return compared < 0 || (compared == 0 && max.inclusive());
    }

    /** The shortest duration that a constraint names. */
    static Duration limit(final DurationMin min) {
        return limit(min.days(), min.hours(), min.minutes(), min.seconds(), min.millis(), min.nanos());
    }

    /** The longest duration that a constraint names. */
    static Duration limit(final DurationMax max) {
        return limit(max.days(), max.hours(), max.minutes(), max.seconds(), max.millis(), max.nanos());
    }

    private static Duration limit(
            final long days,
            final long hours,
            final long minutes,
            final long seconds,
            final long millis,
            final long nanos) {
        return Duration.ofDays(days)
                .plusHours(hours)
                .plusMinutes(minutes)
                .plusSeconds(seconds)
                .plusMillis(millis)
                .plusNanos(nanos);
    }

    private static int length(final Object value) {
        if (value instanceof final String text) {
            return text.length();
        }
        if (value instanceof final Collection<?> list) {
            return list.size();
        }
        return value instanceof final Map<?, ?> map ? map.size() : -1;
    }
}
