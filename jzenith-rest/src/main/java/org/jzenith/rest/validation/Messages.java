package org.jzenith.rest.validation;

import jakarta.validation.MessageInterpolator;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.hibernate.validator.messageinterpolation.ResourceBundleMessageInterpolator;
import org.jspecify.annotations.Nullable;

/** Messages in the language of the current request. The default locale of the JVM is not used. */
final class Messages implements MessageInterpolator {

    private static final String USER_MESSAGES = "ValidationMessages";

    private final MessageInterpolator texts = new ResourceBundleMessageInterpolator(Messages::userBundle);
    private final RequestLocale locale = new RequestLocale();

    @Override
    public String interpolate(final String template, final Context context) {
        return texts.interpolate(template, context, locale.current());
    }

    @Override
    public String interpolate(final String template, final Context context, final Locale locale) {
        return texts.interpolate(template, context, locale);
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
