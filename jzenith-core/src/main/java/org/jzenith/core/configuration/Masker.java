package org.jzenith.core.configuration;

import java.util.List;
import java.util.Locale;

/** Masks secrets in everything that is shown. */
final class Masker {

    static final String MASK = "****";

    private static final int MAX_DEPTH = 16;
    private static final List<String> SECRET_WORDS = List.of(
            "password", "passwd", "pasword", "passphrase", "pwd", "secret", "token", "credential", "private-key");

    private final KeyCatalogue catalogue;
    private final List<Source> sources;

    Masker(final KeyCatalogue catalogue, final List<Source> sources) {
        this.catalogue = catalogue;
        this.sources = sources;
    }

    /** The value as it may be shown for this key. */
    String shown(final String key, final String value) {
        return winnerMentionsSecret(key) ? MASK : written(key, value);
    }

    /** A value of the key as it is written in a source, with its expressions. */
    String written(final String key, final String value) {
        return isSecret(key) || mentionsSecret(value, 0) ? MASK : maskCredentials(value);
    }

    /** An unknown key can be a misspelled secret, so its name decides. */
    boolean isSecret(final String key) {
        return catalogue.isSecret(key) || (!catalogue.knows(key) && looksSecret(key));
    }

    static boolean looksSecret(final String key) {
        final String lower = key.toLowerCase(Locale.ROOT).replace('_', '-');
        return SECRET_WORDS.stream().anyMatch(lower::contains);
    }

    private boolean winnerMentionsSecret(final String key) {
        for (final Source source : sources) {
            final Setting setting = source.setting(key);
            if (setting != null) {
                return mentionsSecret(setting.value(), 0);
            }
        }
        return false;
    }

    /** Whether an expression in the text would bring in a secret. */
    private boolean mentionsSecret(final String text, final int depth) {
        if (depth > MAX_DEPTH) {
            return true;
        }
        int begin = text.indexOf("${");
        while (begin >= 0) {
            final String name = name(text, begin + 2);
            if (isSecret(name) || looksSecret(name)) {
                return true;
            }
            for (final Source source : sources) {
                final String value = source.getValue(name);
                if (value != null && mentionsSecret(value, depth + 1)) {
                    return true;
                }
            }
            begin = text.indexOf("${", begin + 2);
        }
        return false;
    }

    private static String name(final String text, final int begin) {
        int end = begin;
        while (end < text.length() && text.charAt(end) != '}' && text.charAt(end) != ':') {
            end++;
        }
        return text.substring(begin, end);
    }

    /** Masks the passwords in {@code scheme://user:password@host} and in {@code password=...}. */
    static String maskCredentials(final String value) {
        return maskParameters(maskUserInfo(value));
    }

    /** Masks up to the last at sign, because an unescaped password can contain one. */
    private static String maskUserInfo(final String value) {
        final StringBuilder text = new StringBuilder(value);
        int scheme = text.indexOf("://");
        while (scheme >= 0) {
            final int begin = scheme + 3;
            int end = begin;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            final int at = text.substring(begin, end).lastIndexOf('@');
            final int colon = text.indexOf(":", begin);
            if (at >= 0 && colon >= 0 && colon < begin + at) {
                text.replace(colon + 1, begin + at, MASK);
            }
            scheme = text.indexOf("://", begin);
        }
        return text.toString();
    }

    private static String maskParameters(final String value) {
        final StringBuilder text = new StringBuilder(value);
        int found = text.toString().toLowerCase(Locale.ROOT).indexOf("password=");
        while (found >= 0) {
            final int begin = found + "password=".length();
            int end = begin;
            while (end < text.length() && "&; ,".indexOf(text.charAt(end)) < 0) {
                end++;
            }
            text.replace(begin, end, MASK);
            found = text.toString().toLowerCase(Locale.ROOT).indexOf("password=", begin);
        }
        return text.toString();
    }
}
