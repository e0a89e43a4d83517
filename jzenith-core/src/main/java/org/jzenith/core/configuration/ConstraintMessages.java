package org.jzenith.core.configuration;

import jakarta.validation.MessageInterpolator;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * The messages of constraints on settings, in English. Some messages of Hibernate Validator hold expressions, and the
 * library that evaluates them is not on every class path; those are put in words here, so that none is shown unrendered.
 */
final class ConstraintMessages implements MessageInterpolator {

    private static final String EXPRESSION = "${";

    private static final Map<String, Duration> UNITS = Map.of(
            "d", Duration.ofDays(1),
            "h", Duration.ofHours(1),
            "m", Duration.ofMinutes(1),
            "s", Duration.ofSeconds(1),
            "ms", Duration.ofMillis(1));

    private final MessageInterpolator others;

    ConstraintMessages(final MessageInterpolator others) {
        this.others = others;
    }

    @Override
    public String interpolate(final String template, final Context context) {
        return interpolate(template, context, Locale.ENGLISH);
    }

    @Override
    public String interpolate(final String template, final Context context, final Locale locale) {
        final Annotation constraint = context.getConstraintDescriptor().getAnnotation();
        final boolean ofLibrary =
                template.equals("{" + constraint.annotationType().getName() + ".message}");
        final String words = ofLibrary ? words(constraint) : null;
        if (words != null) {
            return words;
        }
        final String message = template.contains(EXPRESSION) ? template : others.interpolate(template, context, locale);
        return message.contains(EXPRESSION)
                ? "must satisfy @" + constraint.annotationType().getSimpleName()
                : message;
    }

    private static @Nullable String words(final Annotation constraint) {
        if (constraint instanceof final DurationMin min) {
            return (min.inclusive() ? "must be at least " : "must be longer than ")
                    + text(ConstraintPrecheck.limit(min));
        }
        if (constraint instanceof final DurationMax max) {
            return (max.inclusive() ? "must be at most " : "must be shorter than ")
                    + text(ConstraintPrecheck.limit(max));
        }
        if (constraint instanceof final DecimalMin min) {
            return (min.inclusive() ? "must be at least " : "must be greater than ") + min.value();
        }
        if (constraint instanceof final DecimalMax max) {
            return (max.inclusive() ? "must be at most " : "must be less than ") + max.value();
        }
        return null;
    }

    /** As a setting is written: in the largest unit that needs no fraction. */
    private static String text(final Duration duration) {
        return UNITS.entrySet().stream()
                .filter(unit -> !duration.isZero() && isMultiple(duration, unit.getValue()))
                .max(Map.Entry.comparingByValue())
                .map(unit -> duration.dividedBy(unit.getValue()) + unit.getKey())
                .orElse(duration.isZero() ? "0s" : duration.toString());
    }

    private static boolean isMultiple(final Duration duration, final Duration unit) {
        return unit.multipliedBy(duration.dividedBy(unit)).equals(duration);
    }
}
