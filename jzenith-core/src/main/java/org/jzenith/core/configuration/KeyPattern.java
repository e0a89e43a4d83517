package org.jzenith.core.configuration;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a key in which {@code *} stands for a name of the user's choice and {@code [*]} for an index. */
final class KeyPattern {

    private static final Pattern STAR = Pattern.compile("\\[\\*]|\\*");

    private static final Pattern SEPARATOR = Pattern.compile("[^A-Za-z0-9*]");

    /** The pattern of a key without a star, which is looked up by its name. */
    static final KeyPattern NONE = new KeyPattern("");

    private final String text;
    private final Pattern names;
    private final Pattern variables;

    KeyPattern(final String text) {
        this.text = text;
        final StringBuilder name = new StringBuilder();
        final StringBuilder variable = new StringBuilder();
        final Matcher stars = STAR.matcher(text);
        int end = 0;
        while (stars.find()) {
            append(text.substring(end, stars.start()), name, variable);
            end = stars.end();
            final boolean index = stars.group().length() > 1;
            // the last name in a map may contain dots
            name.append(index ? "\\[[0-9]+]" : end == text.length() ? ".+" : "(?:\"[^\"]+\"|[^\".\\[][^.\\[]*)");
            variable.append(index ? "_([0-9]+)_" : "(.+?)");
        }
        append(text.substring(end), name, variable);
        this.names = Pattern.compile(name.toString());
        this.variables = Pattern.compile(variable.toString());
    }

    private static void append(final String literal, final StringBuilder name, final StringBuilder variable) {
        name.append(Pattern.quote(literal));
        variable.append(Pattern.quote(environmentName(literal)));
    }

    /** The name of a key below a path; either may be empty. */
    static String join(final String path, final String name) {
        return name.isEmpty() || path.isEmpty() || name.charAt(0) == '[' ? path + name : path + "." + name;
    }

    static boolean isOpen(final String pattern) {
        return pattern.indexOf('*') >= 0;
    }

    boolean matches(final String name) {
        return names.matcher(name).matches();
    }

    /** Returns the name of a key as an environment variable: {@code rest.max-body} is {@code REST_MAX_BODY}. */
    static String environmentName(final String key) {
        return SEPARATOR.matcher(key).replaceAll("_").toUpperCase(Locale.ROOT);
    }

    /** The key that an environment name in capitals means under the pattern, or null if it does not match. */
    @Nullable
    String fromEnvironment(final String variable) {
        final Matcher parts = variables.matcher(variable);
        if (!parts.matches()) {
            return null;
        }
        String key = text;
        for (int i = 1; i <= parts.groupCount(); i++) {
            final String part = parts.group(i).toLowerCase(Locale.ROOT).replace('_', '.');
            key = key.replaceFirst("\\*", Matcher.quoteReplacement(part));
        }
        return key;
    }
}
