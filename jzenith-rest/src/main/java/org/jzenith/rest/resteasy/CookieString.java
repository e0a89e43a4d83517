package org.jzenith.rest.resteasy;

import org.jspecify.annotations.Nullable;

/** Finds a cookie in a header as RESTEasy's parser would, which makes a list of all of them by regular expressions. */
final class CookieString {

    private CookieString() {}

    /** Returns true if the header has attributes of RFC 2965, which are not cookies. */
    static boolean hasAttributes(final String header) {
        return header.indexOf('$') >= 0;
    }

    /** The value of a cookie in a header without attributes, the last of several; null if there is none. */
    static @Nullable String value(final String header, final String name) {
        String value = null;
        for (int begin = 0; begin < header.length(); begin = end(header, begin) + 1) {
            final int end = end(header, begin);
            final int equals = header.indexOf('=', begin);
            final int nameEnd = equals < 0 || equals > end ? end : equals;
            if (isName(header, begin, nameEnd, name)) {
                value = nameEnd == end
                        ? ""
                        : unquoted(header.substring(nameEnd + 1, end).trim());
            }
        }
        return value;
    }

    private static int end(final String header, final int begin) {
        int end = begin;
        while (end < header.length() && header.charAt(end) != ';' && header.charAt(end) != ',') {
            end++;
        }
        return end;
    }

    private static boolean isName(final String header, final int begin, final int end, final String name) {
        int from = begin;
        int to = end;
        while (from < to && header.charAt(from) <= ' ') {
            from++;
        }
        while (from < to && header.charAt(to - 1) <= ' ') {
            to--;
        }
        return to - from == name.length() && header.startsWith(name, from);
    }

    private static String unquoted(final String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
