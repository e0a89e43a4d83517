package org.jzenith.core.configuration;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.core.internal.configuration.source.Source;

/** Masks secrets in everything that is shown. */
record Masker(KeyCatalogue catalogue, List<Source> sources) {

    static final String MASK = "****";

    private static final int MAX_DEPTH = 16;
    private static final List<String> SECRET_WORDS = List.of(
            "password", "passwd", "pasword", "passphrase", "pwd", "secret", "token", "credential", "private-key");

    /** Matches a secret only as a whole word, because {@code shipping} contains it. */
    private static final Pattern SECRET_WORD = Pattern.compile("\\bpin\\b");

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^}:]*)");

    /** The user and password of a URL, up to the last at sign, because an unescaped password can contain one. */
    private static final Pattern USER_INFO = Pattern.compile("(://[^\\s:]*:)\\S*@");

    private static final Pattern PARAMETER = Pattern.compile("(password=)[^&; ,]*", Pattern.CASE_INSENSITIVE);

    /** Returns the value for display, masked if the key or an expression is secret. */
    String shown(final String key, final String value) {
        return sources.stream()
                        .map(source -> source.setting(key))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .filter(winner -> mentionsSecret(winner.value(), 0))
                        .isPresent()
                ? MASK
                : written(key, value);
    }

    /** Returns the text of a source for display, with its expressions. */
    String written(final String key, final String value) {
        return isSecret(key) || mentionsSecret(value, 0) ? MASK : maskCredentials(value);
    }

    /** Returns true for a secret key. For an unknown key the name decides, because it can be a misspelled secret. */
    private boolean isSecret(final String key) {
        return catalogue.isSecret(key) || (!catalogue.knows(key) && looksSecret(key));
    }

    static boolean looksSecret(final String key) {
        final String lower = key.toLowerCase(Locale.ROOT).replace('_', '-');
        return SECRET_WORDS.stream().anyMatch(lower::contains)
                || SECRET_WORD.matcher(lower).find();
    }

    /** Returns the value of an unknown key for display, masked if the key or a similar known key is a secret. */
    static String unknown(
            final KeyCatalogue catalogue, final String key, final List<String> nearest, final String value) {
        return looksSecret(key) || nearest.stream().anyMatch(catalogue::isSecret) ? MASK : maskCredentials(value);
    }

    /** Returns true if an expression in the text refers to a secret. */
    private boolean mentionsSecret(final String text, final int depth) {
        final Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            final String name = expressions.group(1);
            if (depth > MAX_DEPTH || isSecret(name) || looksSecret(name)) {
                return true;
            }
            for (final Source source : sources) {
                final String value = source.getValue(name);
                if (value != null && mentionsSecret(value, depth + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Masks the passwords in {@code scheme://user:password@host} and in {@code password=...}. */
    static String maskCredentials(final String value) {
        final String masked = USER_INFO.matcher(value).replaceAll("$1****@");
        return PARAMETER.matcher(masked).replaceAll("$1****");
    }
}
