package org.jzenith.http.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names and values of cookies one after another (RFC 6265, 4.2.1): the one reader of {@code Cookie}. Pairs end at
 * semicolons only. For one thread.
 *
 * <pre>{@code
 * for (final CookiePairs cookies = new CookiePairs(fields); cookies.next();) {
 *     found.put(cookies.name(), cookies.value());
 * }
 * }</pre>
 */
public final class CookiePairs {

    private final List<String> fields;
    private int index;
    private String field = "";
    private int name;
    private int nameEnd;
    private int end = -1;

    /**
     * Starts before the first pair.
     *
     * @param fields the fields of the header, which HTTP/2 clients may split (RFC 9113, 8.2.3)
     */
    public CookiePairs(final List<String> fields) {
        this.fields = fields;
    }

    /**
     * Finds a cookie.
     *
     * @param fields the fields of the header
     * @param name its name, in the case of the server that has set it
     * @return its value; of several, the first, which has the longest path (RFC 6265, 5.4); null if there is none
     */
    public static @Nullable String value(final List<String> fields, final String name) {
        final CookiePairs cookies = new CookiePairs(fields);
        while (cookies.next()) {
            if (cookies.isNamed(name)) {
                return cookies.value();
            }
        }
        return null;
    }

    /**
     * Moves to the next pair. A pair without a name is skipped.
     *
     * @return false if there is none
     */
    public boolean next() {
        do {
            if (end < 0 || end == field.length()) {
                if (index == fields.size()) {
                    return false;
                }
                field = fields.get(index);
                index++;
                end = -1;
            }
            name = skipSpace(end + 1);
            final int semicolon = field.indexOf(';', name);
            end = semicolon < 0 ? field.length() : semicolon;
            final int equals = field.indexOf('=', name);
            nameEnd = trimSpace(name, equals < 0 || equals > end ? end : equals);
        } while (name == nameEnd);
        return true;
    }

    /**
     * Compares the name of the current pair.
     *
     * @param other a name
     * @return true if it is the same
     */
    public boolean isNamed(final String other) {
        return nameEnd - name == other.length() && field.startsWith(other, name);
    }

    /**
     * Returns the name of the current pair.
     *
     * @return not empty
     */
    public String name() {
        return field.substring(name, nameEnd);
    }

    /**
     * Returns the value of the current pair, without the quotes around it.
     *
     * @return empty also if there is no equals sign
     */
    public String value() {
        final int equals = field.indexOf('=', nameEnd);
        if (equals < 0 || equals > end) {
            return "";
        }
        final int start = skipSpace(equals + 1);
        final int last = trimSpace(start, end);
        final boolean isQuoted = last - start > 1 && field.charAt(start) == '"' && field.charAt(last - 1) == '"';
        return isQuoted ? field.substring(start + 1, last - 1) : field.substring(start, last);
    }

    private int skipSpace(final int start) {
        int at = start;
        while (at < field.length() && field.charAt(at) <= ' ') {
            at++;
        }
        return at;
    }

    private int trimSpace(final int start, final int limit) {
        int last = limit;
        while (last > start && field.charAt(last - 1) <= ' ') {
            last--;
        }
        return last;
    }
}
