package org.jzenith.security.jwt.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a claim by a path such as {@code realm_access.roles}. A claim whose own name has dots is found, too. */
final class ClaimPath {

    private ClaimPath() {}

    static @Nullable Object find(final Map<?, ?> claims, final String path) {
        final Object whole = claims.get(path);
        if (whole != null) {
            return whole;
        }
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            if (claims.get(path.substring(0, dot)) instanceof final Map<?, ?> inner) {
                final Object found = find(inner, path.substring(dot + 1));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Returns the texts of a claim: the elements of an array, or the words of a text such as {@code scope}. */
    static List<String> texts(final @Nullable Object value) {
        final List<String> texts = new ArrayList<>();
        if (value instanceof final String text) {
            for (final String word : text.split(" ", -1)) {
                if (!word.isEmpty()) {
                    texts.add(word);
                }
            }
        } else if (value instanceof final List<?> list) {
            for (final Object each : list) {
                if (each instanceof final String text && !text.isBlank()) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
