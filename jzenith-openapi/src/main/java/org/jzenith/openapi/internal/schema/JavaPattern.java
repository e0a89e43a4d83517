package org.jzenith.openapi.internal.schema;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Translates regular expressions of Java into those of ECMA-262, which JSON Schema has. */
final class JavaPattern {

    /** Syntax that ECMA-262 does not have, or reads in another way. */
    private static final Pattern ONLY_JAVA =
            Pattern.compile("\\(\\?[a-zA-Z-]|\\(\\?>|[+*?}]\\+|&&|\\\\[QEAZzGRhHVpPX]|\\[[^\\]\\\\]*\\[");

    /** The characters of classes that other languages extend to all of Unicode. */
    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("d", "0-9"),
            Map.entry("w", "A-Za-z0-9_"),
            Map.entry("s", " \\t\\n\\u000b\\f\\r"),
            Map.entry("p{Cc}", "\\u0000-\\u001f\\u007f-\\u009f"),
            Map.entry("p{IsCc}", "\\u0000-\\u001f\\u007f-\\u009f"),
            Map.entry("p{Cntrl}", "\\u0000-\\u001f\\u007f"),
            Map.entry("p{Alpha}", "A-Za-z"),
            Map.entry("p{Digit}", "0-9"),
            Map.entry("p{Alnum}", "A-Za-z0-9"),
            Map.entry("p{Upper}", "A-Z"),
            Map.entry("p{Lower}", "a-z"));

    private JavaPattern() {}

    /** Returns an expression that finds the texts that the whole of the given one matches; empty if there is none. */
    static Optional<String> translated(final String expression) {
        try {
            Pattern.compile(expression);
        } catch (final PatternSyntaxException e) {
            return Optional.empty();
        }
        final String same = withoutClasses(expression);
        return ONLY_JAVA.matcher(same).find() ? Optional.empty() : Optional.of("^(?:" + same + ")$");
    }

    private static String withoutClasses(final String expression) {
        final StringBuilder text = new StringBuilder();
        boolean isInside = false;
        for (int i = 0; i < expression.length(); i++) {
            final char each = expression.charAt(i);
            if (each == '\\' && i + 1 < expression.length()) {
                final int end = end(expression, i + 1);
                final String escape = expression.substring(i + 1, end);
                final String positive = escape.substring(0, 1).toLowerCase(Locale.ROOT) + escape.substring(1);
                final String characters = CLASSES.get(positive);
                final boolean isNegative = !positive.equals(escape);
                if (characters == null || (isInside && isNegative)) {
                    text.append('\\').append(escape);
                } else {
                    text.append(isInside ? characters : (isNegative ? "[^" : "[") + characters + "]");
                }
                i = end - 1;
            } else {
                isInside = each == '[' || (isInside && each != ']');
                text.append(each);
            }
        }
        return text.toString();
    }

    /** Returns the end of an escape that starts after the backslash. */
    private static int end(final String expression, final int at) {
        final char kind = expression.charAt(at);
        if ((kind == 'p' || kind == 'P') && at + 1 < expression.length() && expression.charAt(at + 1) == '{') {
            return expression.indexOf('}', at) + 1;
        }
        return at + 1;
    }
}
