package org.jzenith.http.internal.request;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name and value of a cookie (RFC 6265, 4.2.1), read by the one reader of {@code Cookie}. Pairs end at semicolons only. Immutable.
 *
 * @param name not empty
 * @param value without the quotes around it; empty also if there is no equals sign
 */
public record CookiePair(String name, String value) {

    /**
     * Reads the header. A pair without a name is skipped.
     *
     * @param fields the fields of the header, which HTTP/2 clients may split (RFC 9113, 8.2.3)
     * @return the pairs in their order
     */
    public static List<CookiePair> of(final List<String> fields) {
        final List<CookiePair> pairs = new ArrayList<>();
        for (final String field : fields) {
            for (final String pair : field.split(";", -1)) {
                final int equals = pair.indexOf('=');
                final String name = (equals < 0 ? pair : pair.substring(0, equals)).trim();
                if (!name.isEmpty()) {
                    pairs.add(new CookiePair(
                            name,
                            equals < 0
                                    ? ""
                                    : unquoted(pair.substring(equals + 1).trim())));
                }
            }
        }
        return pairs;
    }

    /**
     * Finds a cookie.
     *
     * @param fields the fields of the header
     * @param name its name, in the case of the server that has set it
     * @return its value; of several, the first, which has the longest path (RFC 6265, 5.4); null if there is none
     */
    public static @Nullable String value(final List<String> fields, final String name) {
        for (final CookiePair pair : of(fields)) {
            if (pair.name.equals(name)) {
                return pair.value;
            }
        }
        return null;
    }

    private static String unquoted(final String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
