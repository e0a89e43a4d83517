package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads headers that are lists, and elements with parameters (RFC 9110, 5.6.1 and 5.6.6): all fields of a name are one list, empty
 * elements and parameters and the white space around them mean nothing, and a quoted string is not an end.
 */
public final class HeaderList {

    /** The weight of an element that says none. */
    private static final int MOST_WEIGHT = 1000;

    /** A weight as clients send it, also with more digits than RFC 9110, 12.4.2 allows and without the 0 before the point. */
    private static final Pattern WEIGHT = Pattern.compile("(?:0?\\.)?\\d{1,16}|0\\.|1\\.0{0,16}");

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
     * @return thousandths; negative for a malformed weight, or one above 1
     */
    public static int weight(final String element) {
        if (element.indexOf(';') < 0) {
            return MOST_WEIGHT;
        }
        for (final String part : parts(element)) {
            if (isWeight(part)) {
                return weightOf(part.substring(part.indexOf('=') + 1));
            }
        }
        return MOST_WEIGHT;
    }

    /**
     * Reads a weight.
     *
     * @param number the value of the parameter {@code q}; null if there is none, which is the largest weight
     * @return thousandths; negative for a malformed weight, or one above 1
     */
    public static int weightOf(final @Nullable String number) {
        if (number == null) {
            return MOST_WEIGHT;
        }
        final String text = number.strip();
        final double weight = WEIGHT.matcher(text).matches() ? Double.parseDouble(text) : -1;
        return weight > 1 ? -1 : weight > 0 ? (int) Math.max(1, Math.round(weight * MOST_WEIGHT)) : (int) weight;
    }

    /**
     * Returns an element with its weight as RFC 9110 writes it, for readers that know no other spelling.
     *
     * @param element an element
     * @return its value and parameters, and then the weight
     */
    public static String weighted(final String element) {
        final List<String> parts = parts(element);
        parts.removeIf(HeaderList::isWeight);
        return String.join(";", parts) + ";q=" + decimal(Math.max(0, weight(element)));
    }

    /**
     * Returns a weight as text.
     *
     * @param weight thousandths
     * @return a decimal fraction
     */
    public static String decimal(final int weight) {
        return BigDecimal.valueOf(weight, 3).toString();
    }

    private static boolean isWeight(final String parameter) {
        return parameter.regionMatches(true, 0, "q=", 0, 2);
    }

    /**
     * Returns the value of a parameter (RFC 9110, 5.6.4).
     *
     * @param value a token or a quoted string
     * @return the value without quotes, and each quoted pair as its character
     */
    public static String unquoted(final String value) {
        final String text = value.strip();
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1")
                : text;
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
