package org.jzenith.restclient.internal.method;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.restclient.internal.call.DotSegments;
import org.jzenith.restclient.response.UnsendableValueException;

/** The path of a method with its parameters, such as {@code /articles/{id}}. Immutable. */
final class MethodPath {

    /** A literal text, or a parameter with its name as the text. */
    private record Piece(String text, boolean isParameter, UriText place) {}

    private final PathTemplate template;
    private final List<Piece> pieces;

    private MethodPath(final PathTemplate template) {
        this.template = template;
        this.pieces = template.parts().stream().map(MethodPath::piece).toList();
    }

    /** Joins and parses paths; throws an IllegalArgumentException as {@link PathTemplate#of} does. */
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
        return new MethodPath(PathTemplate.of(joined.length() == 0 ? "/" : joined.toString()));
    }

    private static Piece piece(final PathTemplate.Part part) {
        if (part.isParameter()) {
            final String pattern = part.expression() == null ? "" : part.expression();
            final boolean hasSlashes = pattern.contains(".*") || pattern.contains(".+") || pattern.contains("/");
            return new Piece(part.text(), true, hasSlashes ? UriText.SEGMENTS : UriText.SEGMENT);
        }
        final StringBuilder encoded = new StringBuilder();
        UriText.SEGMENTS.append(encoded, part.text(), true);
        return new Piece(encoded.toString(), false, UriText.SEGMENTS);
    }

    Set<String> parameters() {
        return new LinkedHashSet<>(template.names());
    }

    /** Appends the path with the values of its parameters. */
    void append(final StringBuilder target, final Map<String, RequestBuilder.PathValue> values) {
        for (final Piece piece : pieces) {
            if (piece.isParameter()) {
                final RequestBuilder.PathValue value = values.get(piece.text());
                if (value == null) {
                    throw new IllegalArgumentException(
                            "The path parameter '" + piece.text() + "' of " + template + " is null.");
                }
                piece.place().append(target, value.text(), value.encoded());
            } else {
                target.append(piece.text());
            }
        }
        if (DotSegments.areIn(target)) {
            throw new UnsendableValueException("The path parameters of " + template
                    + " produce a '.' or '..' segment. Validate them before the call.");
        }
    }

    @Override
    public String toString() {
        return template.toString();
    }
}
