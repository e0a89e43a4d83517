package org.jzenith.core.configuration;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.PatternSyntaxException;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * Tests the constraints that the framework's own interfaces have without Hibernate Validator, whose start takes a third of
 * a second of processor time. A value that fails here, or has another constraint, is left to Hibernate Validator.
 */
final class ConstraintPrecheck {

    private ConstraintPrecheck() {}

    /** Whether the value satisfies the constraint beyond doubt. */
    static boolean isSatisfied(final Annotation constraint, final Object value) {
        if (constraint instanceof final Min min) {
            return isBetween(value, min.value(), Long.MAX_VALUE);
        }
        if (constraint instanceof final Max max) {
            return isBetween(value, Long.MIN_VALUE, max.value());
        }
        if (constraint instanceof final DurationMin min) {
            return value instanceof final Duration duration
                    && duration.compareTo(limit(min)) >= (min.inclusive() ? 0 : 1);
        }
        if (constraint instanceof final DurationMax max) {
            return value instanceof final Duration duration
                    && duration.compareTo(limit(max)) <= (max.inclusive() ? 0 : -1);
        }
        if (constraint instanceof NotBlank) {
            return value instanceof final String text && !text.isBlank();
        }
        if (constraint instanceof NotEmpty) {
            return (value instanceof final String text && !text.isEmpty())
                    || (value instanceof final Collection<?> collection && !collection.isEmpty());
        }
        if (constraint instanceof final DecimalMin min) {
            final @Nullable Integer compared = compared(value, min.value());
            return compared != null && compared >= (min.inclusive() ? 0 : 1);
        }
        if (constraint instanceof final DecimalMax max) {
            final @Nullable Integer compared = compared(value, max.value());
            return compared != null && compared <= (max.inclusive() ? 0 : -1);
        }
        return constraint instanceof final Pattern pattern
                && pattern.flags().length == 0
                && value instanceof final String text
                && matches(pattern.regexp(), text);
    }

    private static boolean matches(final String regexp, final String text) {
        try {
            return java.util.regex.Pattern.matches(regexp, text);
        } catch (final PatternSyntaxException e) {
            return false; // Hibernate Validator reports it
        }
    }

    /** Null if it is no number that can be compared. */
    private static @Nullable Integer compared(final Object value, final String limit) {
        try {
            return value instanceof final Double number && Double.isFinite(number)
                    ? BigDecimal.valueOf(number).compareTo(new BigDecimal(limit))
                    : null;
        } catch (final NumberFormatException e) {
            return null; // Hibernate Validator reports it
        }
    }

    private static boolean isBetween(final Object value, final long least, final long most) {
        final @Nullable Long number;
        if (value instanceof final OptionalInt optional) {
            number = optional.isEmpty() ? Long.valueOf(least) : Long.valueOf(optional.getAsInt());
        } else if (value instanceof final OptionalLong optional) {
            number = optional.isEmpty() ? Long.valueOf(least) : Long.valueOf(optional.getAsLong());
        } else if (value instanceof final DataSize size) {
            number = size.bytes();
        } else {
            number = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : null;
        }
        return number != null && number >= least && number <= most;
    }

    static Duration limit(final DurationMin min) {
        return limit(min.days(), min.hours(), min.minutes(), min.seconds(), min.millis(), min.nanos());
    }

    static Duration limit(final DurationMax max) {
        return limit(max.days(), max.hours(), max.minutes(), max.seconds(), max.millis(), max.nanos());
    }

    private static Duration limit(
            final long days, final long hours, final long minutes, final long s, final long ms, final long nanos) {
        return Duration.ofDays(days)
                .plusHours(hours)
                .plusMinutes(minutes)
                .plusSeconds(s)
                .plusMillis(ms)
                .plusNanos(nanos);
    }
}
