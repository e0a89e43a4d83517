package org.jzenith.restclient.method;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.restclient.call.DotSegments;
import org.jzenith.restclient.response.UnsendableValueException;

/** The path of a method with its parameters, such as {@code /articles/{id}}. Immutable. */
final class MethodPath {

    /** A literal text, or a parameter with its name as the text. */
    private record Piece(String text, boolean isParameter, UriText place) {}

    private final List<Piece> pieces = new ArrayList<>();
    private final String text;

    private MethodPath(final String text) {
        this.text = text;
    }

    /** Joins and parses paths; throws an IllegalArgumentException if braces do not match. */
    static MethodPath of(final String... paths) {
        final StringBuilder joined = new StringBuilder();
        for (final String path : paths) {
            final String stripped = path.startsWith("/") ? path.substring(1) : path;
            if (!stripped.isEmpty()) {
                if (joined.length() == 0 || joined.charAt(joined.length() - 1) != '/') {
                    joined.append('/');
                }
                joined.append(stripped);
            }
        }
        final MethodPath template = new MethodPath(joined.length() == 0 ? "/" : joined.toString());
        template.parse();
        return template;
    }

    private void parse() {
        int from = 0;
        while (from < text.length()) {
            final int open = text.indexOf('{', from);
            if (open < 0) {
                addLiteral(text.substring(from));
                return;
            }
            addLiteral(text.substring(from, open));
            final int close = close(open);
            final String inside = text.substring(open + 1, close);
            final int colon = inside.indexOf(':');
            final String pattern = colon < 0 ? "" : inside.substring(colon + 1).strip();
            pieces.add(new Piece(
                    (colon < 0 ? inside : inside.substring(0, colon)).strip(),
                    true,
                    pattern.contains(".*") || pattern.contains(".+") || pattern.contains("/")
                            ? UriText.SEGMENTS
                            : UriText.SEGMENT));
            from = close + 1;
        }
    }

    /** Patterns may have braces of their own. */
    private int close(final int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("a brace is not closed");
    }

    private void addLiteral(final String literal) {
        if (!literal.isEmpty()) {
            final StringBuilder encoded = new StringBuilder();
            UriText.SEGMENTS.append(encoded, literal, true);
            pieces.add(new Piece(encoded.toString(), false, UriText.SEGMENTS));
        }
    }

    Set<String> parameters() {
        final Set<String> names = new LinkedHashSet<>();
        pieces.stream().filter(Piece::isParameter).map(Piece::text).forEach(names::add);
        return names;
    }

    /** Appends the path with the values of its parameters. */
    void append(final StringBuilder target, final Map<String, RequestBuilder.PathValue> values) {
        for (final Piece piece : pieces) {
            if (piece.isParameter()) {
                final RequestBuilder.PathValue value = values.get(piece.text());
                if (value == null) {
                    throw new IllegalArgumentException(
                            "The path parameter '" + piece.text() + "' of " + text + " is null.");
                }
                piece.place().append(target, value.text(), value.encoded());
            } else {
                target.append(piece.text());
            }
        }
        if (DotSegments.areIn(target)) {
            throw new UnsendableValueException("The path parameters of " + text
                    + " produce a '.' or '..' segment. Validate them before the call.");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
