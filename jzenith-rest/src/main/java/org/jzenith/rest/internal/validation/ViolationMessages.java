package org.jzenith.rest.internal.validation;

import jakarta.validation.MessageInterpolator;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.regex.Pattern;
import org.hibernate.validator.messageinterpolation.ResourceBundleMessageInterpolator;
import org.jspecify.annotations.Nullable;

/** The messages of violations in the language of the current request. The default locale of the JVM is not used. */
final class ViolationMessages implements MessageInterpolator {

    private static final String USER_MESSAGES = "ValidationMessages";

    /** An expression that was not evaluated. */
    private static final Pattern UNRENDERED = Pattern.compile("\\$\\{|\\{[^{}]* [?=]+ [^{}]*}");

    private final MessageInterpolator texts = new ResourceBundleMessageInterpolator(ViolationMessages::userBundle);
    private final RequestLocale locale = new RequestLocale();

    @Override
    public String interpolate(final String template, final Context context) {
        return interpolate(template, context, locale.current());
    }

    /** In English where a translation of Hibernate Validator is defective, as that to Azerbaijani is. */
    @Override
    public String interpolate(final String template, final Context context, final Locale locale) {
        final String message = texts.interpolate(template, context, locale);
        return UNRENDERED.matcher(message).find() ? texts.interpolate(template, context, Locale.ENGLISH) : message;
    }

    static @Nullable ResourceBundle userBundle(final Locale locale) {
        final ResourceBundle found = bundle(locale);
        return found == null ? bundle(Locale.ROOT) : found;
    }

    /** Java falls back to the default locale; such a bundle is ignored. */
    private static @Nullable ResourceBundle bundle(final Locale locale) {
        try {
            final ResourceBundle bundle = ResourceBundle.getBundle(USER_MESSAGES, locale, RequestLocale.classLoader());
            final String language = bundle.getLocale().getLanguage();
            return language.isEmpty() || language.equals(locale.getLanguage()) ? bundle : null;
        } catch (final MissingResourceException e) {
            return null;
        }
    }
}
