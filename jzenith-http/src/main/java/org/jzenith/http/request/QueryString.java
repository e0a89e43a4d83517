package org.jzenith.http.request;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds parameters in the query of a request target, which is of the form {@code application/x-www-form-urlencoded}. */
public final class QueryString {

    private QueryString() {}

    /**
     * Returns the first value of a parameter.
     *
     * @param uri a path with its query, as the server has checked it
     * @param name the name, not encoded
     * @return null if there is none
     */
    public static @Nullable String value(final String uri, final String name) {
        for (int at = begin(uri); at < uri.length(); at = end(uri, at) + 1) {
            final String value = value(uri, at, end(uri, at), name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /**
     * Returns all values of a parameter.
     *
     * @param uri a path with its query, as the server has checked it
     * @param name the name, not encoded
     * @return null if there is none
     */
    public static @Nullable List<String> values(final String uri, final String name) {
        List<String> values = null;
        for (int at = begin(uri); at < uri.length(); at = end(uri, at) + 1) {
            final String value = value(uri, at, end(uri, at), name);
            if (value != null) {
                values = values == null ? new ArrayList<>() : values;
                values.add(value);
            }
        }
        return values;
    }

    private static int begin(final String uri) {
        final int query = uri.indexOf('?');
        return query < 0 ? uri.length() : query + 1;
    }

    private static int end(final String uri, final int begin) {
        final int next = uri.indexOf('&', begin);
        return next < 0 ? uri.length() : next;
    }

    /** The value of the pair from begin to end; null if it has another name. */
    private static @Nullable String value(final String uri, final int begin, final int end, final String name) {
        final int equals = uri.indexOf('=', begin);
        final int nameEnd = equals < 0 || equals > end ? end : equals;
        if (!isName(uri, begin, nameEnd, name)) {
            return null;
        }
        return nameEnd == end ? "" : decoded(uri, nameEnd + 1, end);
    }

    private static boolean isName(final String uri, final int begin, final int end, final String name) {
        if (end - begin == name.length() && uri.startsWith(name, begin)) {
            return !isEscaped(uri, begin, end);
        }
        return isEscaped(uri, begin, end) && decoded(uri, begin, end).equals(name);
    }

    private static String decoded(final String uri, final int begin, final int end) {
        return Escapes.decoded(uri.substring(begin, end), true);
    }

    private static boolean isEscaped(final String uri, final int begin, final int end) {
        for (int i = begin; i < end; i++) {
            if (uri.charAt(i) == '%' || uri.charAt(i) == '+') {
                return true;
            }
        }
        return false;
    }
}
