package org.jzenith.http.internal.accesslog;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks the values of parameters with secret-sounding names, and credentials in URLs. */
final class SecretParameters {

    private static final String MASK = "****";

    /** A parameter of a path follows a semicolon and ends with its segment. */
    private static final Pattern IN_PATH = Pattern.compile("(?<=;)([^=;/]*)=([^;/]*)");

    private static final Pattern IN_QUERY = Pattern.compile("(?<![^&;])([^=&;]*)=([^&;]*)");

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
        return masked(path, IN_PATH) + (query < 0 ? "" : "?" + masked(whole.substring(query + 1), IN_QUERY));
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

    private String masked(final String text, final Pattern parameter) {
        return parameter.matcher(text).replaceAll(found -> {
            final boolean secret = isSecret(decoded(found.group(1))) || holdsSecret(decoded(found.group(2)));
            return Matcher.quoteReplacement(secret ? found.group(1) + "=" + MASK : found.group());
        });
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
        if (parts.stream().anyMatch(lower::contains)) {
            return true;
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

    /** Returns true if a word starts or ends at an index of a name such as {@code user_pin} or {@code userPin}. */
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
