package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Pointer (RFC 6901). Jackson's own takes escapes that are none.
 *
 * @param tokens without escapes; none for the whole document
 */
record PatchPointer(List<String> tokens) {

    private static final int LONGEST_SHOWN = 100;

    /** The maximum number of digits; an index with more is beyond any array. */
    private static final int MOST_DIGITS = 9;

    /** Null if the text is not a pointer. */
    static @Nullable PatchPointer parse(final String text) {
        if (text.isEmpty()) {
            return new PatchPointer(List.of());
        }
        if (text.charAt(0) != '/') {
            return null;
        }
        final List<String> tokens = new ArrayList<>();
        final StringBuilder token = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '/') {
                tokens.add(token.toString());
                token.setLength(0);
            } else if (c != '~') {
                token.append(c);
            } else if (i + 1 < text.length() && (text.charAt(i + 1) == '0' || text.charAt(i + 1) == '1')) {
                i++;
                token.append(text.charAt(i) == '0' ? '~' : '/');
            } else {
                return null;
            }
        }
        tokens.add(token.toString());
        return new PatchPointer(List.copyOf(tokens));
    }

    boolean isRoot() {
        return tokens.isEmpty();
    }

    PatchPointer parent() {
        return new PatchPointer(tokens.subList(0, tokens.size() - 1));
    }

    String last() {
        return tokens.get(tokens.size() - 1);
    }

    /** Returns true if another pointer leads to a value inside the one this pointer leads to. */
    boolean contains(final PatchPointer other) {
        return other.tokens.size() > tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    /** Returns the value at this pointer; null if there is none. */
    @Nullable
    JsonNode find(final JsonNode document) {
        JsonNode node = document;
        for (final String token : tokens) {
            if (node instanceof final ObjectNode object) {
                node = object.get(token);
            } else if (node instanceof final ArrayNode array) {
                final int index = index(token);
                node = index < 0 ? null : array.get(index);
            } else {
                return null;
            }
            if (node == null) {
                return null;
            }
        }
        return node;
    }

    /** A token as the index of an element; negative if it is none (RFC 6901, section 4). */
    static int index(final String token) {
        final boolean isIndex = !token.isEmpty()
                && token.length() <= MOST_DIGITS
                && token.chars().allMatch(c -> c >= '0' && c <= '9')
                && (token.length() == 1 || token.charAt(0) != '0');
        return isIndex ? Integer.parseInt(token) : -1;
    }

    /** Returns the pointer in quotes, for a sentence to the client. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("'");
        for (final String token : tokens) {
            text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
        return shown(text) + "'";
    }

    static String shown(final CharSequence text) {
        return text.length() <= LONGEST_SHOWN ? text.toString() : text.subSequence(0, LONGEST_SHOWN) + "..";
    }
}
