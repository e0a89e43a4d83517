package org.jzenith.http.accesslog;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Masks the values of parameters with secret-sounding names, and credentials in URLs. */
final class SecretParameters {

    private static final String MASK = "****";

    /** Marks a setting that matches whole words of a name only. */
    private static final String WORD = "=";

    private final List<String> parts;
    private final List<String> words;

    /** @param names parts of names, or whole words after an equals sign, in any case */
    SecretParameters(final List<String> names) {
        final List<String> lower =
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        this.parts = lower.stream().filter(name -> !name.startsWith(WORD)).toList();
        this.words = lower.stream()
                .filter(name -> name.startsWith(WORD))
                .map(name -> name.substring(WORD.length()))
                .toList();
    }

    /** A path, or a whole URL, as a log may show it. */
    String mask(final String url) {
        if (url.indexOf('?') < 0 && url.indexOf(';') < 0 && url.indexOf('#') < 0 && url.startsWith("/")) {
            return url;
        }
        final int fragment = url.indexOf('#');
        final String whole = fragment < 0 ? url : url.substring(0, fragment);
        final int query = whole.indexOf('?');
        final String path = withoutUser(query < 0 ? whole : whole.substring(0, query));
        final StringBuilder masked = new StringBuilder(whole.length() + 16);
        appendMasked(masked, path, ';', "/;", true);
        if (query >= 0) {
            masked.append('?');
            appendMasked(masked, whole.substring(query + 1), '&', "&;", false);
        }
        return masked.toString();
    }

    /** Removes the user and password before the host: {@code https://user:password@host}. */
    private static String withoutUser(final String url) {
        final int authority = url.indexOf("//");
        if (authority < 0) {
            return url;
        }
        final int end = url.indexOf('/', authority + 2);
        final int at = url.lastIndexOf('@', end < 0 ? url.length() : end);
        return at < authority ? url : url.substring(0, authority + 2) + MASK + url.substring(at);
    }

    /** Each parameter is name=value; in a path, what does not follow a semicolon is none. */
    private void appendMasked(
            final StringBuilder target,
            final String text,
            final char first,
            final String separators,
            final boolean inPath) {
        char separator = inPath ? '/' : first;
        int start = 0;
        while (start <= text.length()) {
            int end = start;
            while (end < text.length() && separators.indexOf(text.charAt(end)) < 0) {
                end++;
            }
            final String parameter = text.substring(start, end);
            target.append(inPath && separator == '/' ? parameter : maskedParameter(parameter));
            if (end < text.length()) {
                separator = text.charAt(end);
                target.append(separator);
            }
            start = end + 1;
        }
    }

    private String maskedParameter(final String parameter) {
        final int equals = parameter.indexOf('=');
        if (equals < 0) {
            return parameter;
        }
        final String value = parameter.substring(equals + 1);
        return isSecret(decoded(parameter.substring(0, equals))) || holdsSecret(decoded(value))
                ? parameter.substring(0, equals + 1) + MASK
                : parameter;
    }

    /** Returns true if a value is a URL or a form that contains a secret itself. */
    private boolean holdsSecret(final String value) {
        final int equals = value.indexOf('=');
        if (equals >= 0 && isSecret(value.substring(0, value.lastIndexOf('=')))) {
            return true;
        }
        final int authority = value.indexOf("//");
        return authority >= 0 && value.indexOf('@', authority) >= 0;
    }

    private boolean isSecret(final String name) {
        final String lower = name.toLowerCase(Locale.ROOT);
        for (final String part : parts) {
            if (lower.contains(part)) {
                return true;
            }
        }
        for (final String word : words) {
            for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
                if (isBoundary(name, at) && isBoundary(name, at + word.length())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns true if a word begins or ends at an index of a name such as {@code user_pin} or {@code userPin}. */
    private static boolean isBoundary(final String name, final int at) {
        return at == 0
                || at >= name.length()
                || !Character.isLetter(name.charAt(at - 1))
                || !Character.isLetter(name.charAt(at))
                || (Character.isLowerCase(name.charAt(at - 1)) && Character.isUpperCase(name.charAt(at)));
    }

    /** Decodes repeated escapes, at most three times; text that cannot be decoded stays as it is. */
    private static String decoded(final String text) {
        String decoded = text;
        for (int i = 0; i < 3 && decoded.indexOf('%') >= 0; i++) {
            try {
                decoded = URLDecoder.decode(decoded, StandardCharsets.UTF_8);
            } catch (final IllegalArgumentException e) {
                return decoded;
            }
        }
        return decoded;
    }
}
