package org.jzenith.rest.internal.validation;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.AcceptLanguage;

/** Finds the best language for the current request among those that have messages. */
final class RequestLocale {

    private static final String SHIPPED = "org/hibernate/validator/ValidationMessages_";
    private static final String OWN = "ValidationMessages_";
    private static final int HEADER_LIMIT = 200;
    private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

    // Bounded: only known languages and countries come in.
    private final Map<Locale, Boolean> messages = new ConcurrentHashMap<>();

    Locale current() {
        final HttpHeaders headers = ResteasyContext.getContextData(HttpHeaders.class);
        return headers == null ? Locale.ENGLISH : of(headers.getHeaderString(HttpHeaders.ACCEPT_LANGUAGE));
    }

    Locale of(final @Nullable String acceptLanguage) {
        if (acceptLanguage == null || acceptLanguage.isBlank() || acceptLanguage.length() > HEADER_LIMIT) {
            return Locale.ENGLISH;
        }
        for (final AcceptLanguage.Range range : ranges(acceptLanguage)) {
            final Locale asked = range.locale();
            if (range.weight() > 0 && LANGUAGES.contains(asked.getLanguage())) {
                final Locale regional = new Locale(asked.getLanguage(), asked.getCountry());
                if (COUNTRIES.contains(asked.getCountry()) && hasMessages(regional)) {
                    return regional;
                }
                final Locale language = new Locale(asked.getLanguage());
                if (language.equals(Locale.ENGLISH) || hasMessages(language)) {
                    return language;
                }
            }
        }
        return Locale.ENGLISH;
    }

    static ClassLoader classLoader() {
        final ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? RequestLocale.class.getClassLoader() : context;
    }

    private static List<AcceptLanguage.Range> ranges(final String acceptLanguage) {
        try {
            return AcceptLanguage.ranges(List.of(acceptLanguage));
        } catch (final IllegalArgumentException e) {
            return List.of();
        }
    }

    private boolean hasMessages(final Locale locale) {
        return messages.computeIfAbsent(
                locale,
                asked -> classLoader().getResource(OWN + asked + ".properties") != null
                        || classLoader().getResource(SHIPPED + asked + ".properties") != null);
    }
}
