package org.jzenith.core.configuration;

import jakarta.validation.MessageInterpolator;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/**
 * The messages of constraints on settings, in English. Some messages of Hibernate Validator hold expressions, and the
 * library that evaluates them is not on every class path; those are put in words here, so that none is shown unrendered.
 */
final class ConstraintMessages implements MessageInterpolator {

    private static final String EXPRESSION = "${";

    private final MessageInterpolator others =
            new ParameterMessageInterpolator(Set.of(Locale.ENGLISH), Locale.ENGLISH, false);

    @Override
    public String interpolate(final String template, final Context context) {
        return interpolate(template, context, Locale.ENGLISH);
    }

    @Override
    public String interpolate(final String template, final Context context, final Locale locale) {
        final Annotation constraint = context.getConstraintDescriptor().getAnnotation();
        final String otherwise = "must satisfy @" + constraint.annotationType().getSimpleName();
        if (template.equals("{" + constraint.annotationType().getName() + ".message}")) {
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
        }
        if (template.contains(EXPRESSION)) {
            return otherwise;
        }
        final String message = others.interpolate(template, context, locale);
        return message.contains(EXPRESSION) ? otherwise : message;
    }

    /** As a setting is written: in the largest unit that needs no fraction. */
    private static String text(final Duration limit) {
        if (limit.toNanosPart() % 1_000_000 != 0) {
            return limit.toString();
        }
        if (limit.toMillisPart() != 0) {
            return limit.toMillis() + "ms";
        }
        final long seconds = limit.toSeconds();
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        return seconds % 3600 != 0
                ? seconds / 60 + "m"
                : seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}
