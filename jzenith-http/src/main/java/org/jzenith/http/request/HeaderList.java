package org.jzenith.http.request;

import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads headers that are lists, and elements with parameters (RFC 9110, 5.6.1 and 5.6.6): all fields of a name are one list, empty
 * elements and parameters and the white space around them mean nothing, and a quoted string is no end.
 */
public final class HeaderList {

    private static final int MOST_WEIGHT = 1000;

    private HeaderList() {}

    /**
     * Joins the fields of a header to the one list that they are (RFC 9110, 5.3).
     *
     * @param headers the headers of a message
     * @param name any case
     * @return null if there is none
     */
    public static @Nullable String joined(final MultiMap headers, final CharSequence name) {
        return headers.contains(name) ? String.join(",", headers.getAll(name)) : null;
    }

    /**
     * Splits a list.
     *
     * @param fields the fields of a header
     * @return its elements
     */
    public static List<String> elements(final Iterable<String> fields) {
        final List<String> elements = new ArrayList<>();
        fields.forEach(field -> split(field, ',', elements));
        return elements;
    }

    /**
     * Returns true if a list has an element of a value that its weight does not refuse.
     *
     * @param headers the headers of a request
     * @param name the name of the header, in any case
     * @param value compared case-insensitively
     * @return false if there is no such header
     */
    public static boolean accepts(final MultiMap headers, final CharSequence name, final String value) {
        return headers.contains(name)
                && elements(headers.getAll(name)).stream()
                        .anyMatch(each -> parts(each).get(0).equalsIgnoreCase(value) && weight(each) > 0);
    }

    /**
     * Splits an element at its semicolons.
     *
     * @param element an element, or a field that is one
     * @return the value, which may be empty, and then its parameters
     */
    public static List<String> parts(final String element) {
        final List<String> parts = new ArrayList<>();
        split(element, ';', parts);
        if (parts.isEmpty() || element.stripLeading().startsWith(";")) {
            parts.add(0, "");
        }
        return parts;
    }

    /**
     * Returns an element in the form that every reader understands.
     *
     * @param element an element, or a field that is one
     * @return the same without white space around its semicolons, and without empty parameters
     */
    public static String normalized(final String element) {
        for (int i = element.indexOf(';'); i >= 0; i = element.indexOf(';', i + 1)) {
            if (i == 0 || i == element.length() - 1 || isSpace(element.charAt(i - 1)) || element.charAt(i + 1) == ';') {
                return String.join(";", parts(element));
            }
        }
        return element;
    }

    /**
     * Returns the weight of an element (RFC 9110, 12.4.2).
     *
     * @param element an element
     * @return thousandths; 0 for a malformed weight
     */
    public static int weight(final String element) {
        if (element.indexOf(';') < 0) {
            return MOST_WEIGHT;
        }
        for (final String part : parts(element)) {
            final String parameter = part.toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                final String number = parameter.substring(2).strip();
                return number.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?")
                        ? (int) Math.round(Double.parseDouble(number) * MOST_WEIGHT)
                        : 0;
            }
        }
        return MOST_WEIGHT;
    }

    private static void split(final String text, final char separator, final List<String> parts) {
        int start = 0;
        boolean isQuoted = false;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || (text.charAt(i) == separator && !isQuoted)) {
                final String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            } else if (text.charAt(i) == '"') {
                isQuoted = !isQuoted;
            } else if (text.charAt(i) == '\\' && isQuoted && i < text.length() - 1) {
                i++;
            }
        }
    }

    private static boolean isSpace(final char c) {
        return c == ' ' || c == '\t';
    }
}
