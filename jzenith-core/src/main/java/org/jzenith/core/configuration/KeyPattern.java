package org.jzenith.core.configuration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name of a key in which {@code *} stands for a name of the user's choice and {@code [*]} for an index. */
final class KeyPattern {

    private KeyPattern() {}

    static boolean isOpen(final String pattern) {
        return pattern.indexOf('*') >= 0;
    }

    static boolean matches(final String pattern, final String name) {
        return matches(pattern, 0, name, 0);
    }

    private static boolean matches(final String pattern, final int p, final String name, final int n) {
        if (p == pattern.length()) {
            return n == name.length();
        }
        if (n == name.length()) {
            return false;
        }
        if (pattern.charAt(p) != '*') {
            return pattern.charAt(p) == name.charAt(n) && matches(pattern, p + 1, name, n + 1);
        }
        if (p > 0 && pattern.charAt(p - 1) == '[') {
            final int end = digits(name, n);
            return end > n && matches(pattern, p + 1, name, end);
        }
        if (p == pattern.length() - 1) {
            return true;
        }
        if (name.charAt(n) == '"') {
            final int end = name.indexOf('"', n + 1);
            return end > n && matches(pattern, p + 1, name, end + 1);
        }
        int end = n;
        while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') {
            end++;
        }
        return end > n && matches(pattern, p + 1, name, end);
    }

    private static int digits(final String name, final int begin) {
        int end = begin;
        while (end < name.length() && name.charAt(end) >= '0' && name.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /** How the name of a key looks in the environment: {@code rest.max-body} is {@code REST_MAX_BODY}. */
    static String environmentName(final String key) {
        final StringBuilder text = new StringBuilder(key.length());
        for (int i = 0; i < key.length(); i++) {
            final char character = key.charAt(i);
            final boolean plain = (character >= 'a' && character <= 'z')
                    || (character >= 'A' && character <= 'Z')
                    || (character >= '0' && character <= '9')
                    || character == '*';
            text.append(plain ? character : '_');
        }
        return text.toString().toUpperCase(Locale.ROOT);
    }

    /** The key that an environment name in capitals means under the pattern, or null if it does not match. */
    static @Nullable String fromEnvironment(final String pattern, final String variable) {
        final StringBuilder key = new StringBuilder();
        return fromEnvironment(pattern, 0, variable, 0, key) ? key.toString() : null;
    }

    private static boolean fromEnvironment(
            final String pattern, final int p, final String variable, final int v, final StringBuilder key) {
        if (p == pattern.length()) {
            return v == variable.length();
        }
        if (v == variable.length()) {
            return false;
        }
        final char expected = pattern.charAt(p);
        final int length = key.length();
        if (expected != '*') {
            if (environmentName(String.valueOf(expected)).charAt(0) != variable.charAt(v)) {
                return false;
            }
            key.append(expected);
            if (fromEnvironment(pattern, p + 1, variable, v + 1, key)) {
                return true;
            }
            key.setLength(length);
            return false;
        }
        final boolean index = p > 0 && pattern.charAt(p - 1) == '[';
        final int last = index ? digits(variable, v) : variable.length();
        for (int end = v + 1; end <= last; end++) {
            key.append(variable.substring(v, end).toLowerCase(Locale.ROOT).replace('_', '.'));
            if (fromEnvironment(pattern, p + 1, variable, end, key)) {
                return true;
            }
            key.setLength(length);
        }
        return false;
    }
}
