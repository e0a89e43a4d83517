package org.jzenith.postgresql.internal.pgclient;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array as the server writes it, such as {@code {1,NULL,"a \"b\""}}, with {@code [0:2]=} before it if its first index is not 1. */
final class ArrayText {

    private final String text;
    private final char delimiter;
    private final List<@Nullable String> elements = new ArrayList<>();
    private int at;

    private ArrayText(final String text, final char delimiter) {
        this.text = text;
        this.delimiter = delimiter;
    }

    /** Returns the elements; throws if this is not an array of one dimension. */
    static List<@Nullable String> elements(final String text, final char delimiter) {
        final ArrayText array = new ArrayText(text, delimiter);
        array.read();
        return array.elements;
    }

    private void read() {
        at = text.startsWith("[") ? text.indexOf('=') + 1 : 0;
        expect('{');
        if (text.charAt(at) == '}') {
            return;
        }
        do {
            elements.add(text.charAt(at) == '"' ? quoted() : unquoted());
        } while (text.charAt(at++) == delimiter);
        if (at != text.length()) {
            throw malformed();
        }
    }

    private void expect(final char expected) {
        if (text.charAt(at) != expected) {
            throw malformed();
        }
        at++;
    }

    private String quoted() {
        final StringBuilder element = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            element.append(text.charAt(at));
            at++;
        }
        at++;
        return element.toString();
    }

    private @Nullable String unquoted() {
        final int start = at;
        while (text.charAt(at) != delimiter && text.charAt(at) != '}') {
            if (text.charAt(at) == '{') {
                throw malformed();
            }
            at++;
        }
        final String element = text.substring(start, at);
        return element.equalsIgnoreCase("NULL") ? null : element;
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException("This is not the text of an array of one dimension.");
    }
}
