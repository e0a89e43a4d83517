package org.jzenith.rest.internal.error;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.error.UnreadableJson;

/**
 * Names the parameter that could not be converted. Only RESTEasy's message holds the name, and the message as a whole
 * is never shown.
 */
final class ParameterDetail {

    private static final Pattern PARAMETER =
            Pattern.compile("RESTEASY\\d+: .*?\\.(\\w+)Param\\(\"([^\"]{1,100})\"\\)(?: value is '([^']*)')?");

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d+");

    /** Characters of a value that are repeated to the client. */
    private static final int LONGEST = 50;

    /** The longest message of RESTEasy to parse; it contains the value of a parameter. */
    private static final int LONGEST_MESSAGE = 65_536;

    private static final Map<String, String> LOCATIONS = Map.of(
            "Path", "path",
            "Query", "query",
            "Matrix", "matrix",
            "Header", "header",
            "Cookie", "cookie",
            "Form", "form");

    private static final Map<Class<?>, String> RANGES = Map.of(
            long.class, range(Long.MIN_VALUE, Long.MAX_VALUE),
            Long.class, range(Long.MIN_VALUE, Long.MAX_VALUE),
            int.class, range(Integer.MIN_VALUE, Integer.MAX_VALUE),
            Integer.class, range(Integer.MIN_VALUE, Integer.MAX_VALUE),
            short.class, range(Short.MIN_VALUE, Short.MAX_VALUE),
            Short.class, range(Short.MIN_VALUE, Short.MAX_VALUE),
            byte.class, range(Byte.MIN_VALUE, Byte.MAX_VALUE),
            Byte.class, range(Byte.MIN_VALUE, Byte.MAX_VALUE));

    private ParameterDetail() {}

    /** Null if the message names no parameter. */
    static @Nullable String of(final @Nullable String message) {
        return of(message, null);
    }

    /**
     * Names the parameter, its value and what is expected.
     *
     * @param message the message of RESTEasy, with the value escaped as in a query
     * @param type the type of the parameter; null if it is not known
     * @return null if the message names no parameter
     */
    static @Nullable String of(final @Nullable String message, final @Nullable Class<?> type) {
        final int begin = message == null ? -1 : message.indexOf("RESTEASY");
        if (message == null || begin < 0) {
            return null;
        }
        // At one place only: a client may have sent a text with a thousand such words, each of which would be tried.
        final Matcher matcher =
                PARAMETER.matcher(message).region(begin, Math.min(message.length(), begin + LONGEST_MESSAGE));
        final String location = matcher.lookingAt() ? LOCATIONS.get(matcher.group(1)) : null;
        if (location == null) {
            return null;
        }
        final String subject = "The " + location + " parameter '" + matcher.group(2) + "'";
        final String value = matcher.group(3) == null ? null : decoded(matcher.group(3));
        if (value == null) {
            return subject + " is invalid.";
        }
        final String expected = UnreadableJson.expected(type);
        return expected == null
                ? subject + " has an invalid value: '" + shown(value) + "'."
                : subject + " is '" + shown(value) + "', but must be " + expected + range(type, value) + ".";
    }

    /** A whole number fails for its size alone. */
    private static String range(final @Nullable Class<?> type, final String value) {
        return type == null || !WHOLE_NUMBER.matcher(value).matches() ? "" : RANGES.getOrDefault(type, "");
    }

    private static String range(final long least, final long largest) {
        return " from " + least + " to " + largest;
    }

    private static @Nullable String decoded(final String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    private static String shown(final String value) {
        if (value.length() <= LONGEST) {
            return value;
        }
        final int end = Character.isHighSurrogate(value.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return value.substring(0, end) + "..";
    }
}
