package org.jzenith.core.configuration;

import jakarta.validation.MessageInterpolator;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.hibernate.validator.messageinterpolation.AbstractMessageInterpolator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.jzenith.core.configuration.converter.DurationConverter;

/**
 * The messages of constraints on settings, in English. Some messages of Hibernate Validator contain expressions, and the library that
 * evaluates them is not on every class path. This class has its own texts for these messages.
 */
final class ConstraintMessages implements MessageInterpolator {

    private static final String EXPRESSION = "${";
    private static final String USER_MESSAGES = "ValidationMessages";
    private static final ResourceBundle.Control NO_FALLBACK =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

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
                        + DurationConverter.text(limit(
                                min.days(), min.hours(), min.minutes(), min.seconds(), min.millis(), min.nanos()));
            }
            if (constraint instanceof final DurationMax max) {
                return (max.inclusive() ? "must be at most " : "must be shorter than ")
                        + DurationConverter.text(limit(
                                max.days(), max.hours(), max.minutes(), max.seconds(), max.millis(), max.nanos()));
            }
            if (constraint instanceof final DecimalMin min) {
                return (min.inclusive() ? "must be at least " : "must be greater than ") + min.value();
            }
            if (constraint instanceof final DecimalMax max) {
                return (max.inclusive() ? "must be at most " : "must be less than ") + max.value();
            }
        }
        if (template.contains(EXPRESSION) || isExpression(template)) {
            return otherwise;
        }
        final String message = others.interpolate(template, context, locale);
        return message.contains(EXPRESSION) ? otherwise : message;
    }

    /** Returns true if the message has an expression, for which Hibernate Validator would log a warning. */
    private boolean isExpression(final String template) {
        if (!template.startsWith("{") || !template.endsWith("}")) {
            return false;
        }
        final String key = template.substring(1, template.length() - 1);
        return Stream.of(USER_MESSAGES, AbstractMessageInterpolator.DEFAULT_VALIDATION_MESSAGES)
                .anyMatch(bundle -> text(bundle, key).contains(EXPRESSION));
    }

    /** Returns a message of the bundle for English, whatever the machine's default locale. */
    private static String text(final String bundle, final String key) {
        final ClassLoader context = Thread.currentThread().getContextClassLoader();
        final ClassLoader loader = context == null ? ConstraintMessages.class.getClassLoader() : context;
        try {
            return ResourceBundle.getBundle(bundle, Locale.ENGLISH, loader, NO_FALLBACK)
                    .getString(key);
        } catch (final MissingResourceException e) {
            return "";
        }
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
