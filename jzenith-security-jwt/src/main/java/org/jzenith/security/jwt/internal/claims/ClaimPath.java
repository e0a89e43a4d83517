package org.jzenith.security.jwt.internal.claims;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a claim by a path such as {@code realm_access.roles}. A claim whose own name has dots is found, too. */
public final class ClaimPath {

    private ClaimPath() {}

    /**
     * Finds a claim.
     *
     * @param claims the claims, which may have others inside
     * @param path names with dots between them; a name may have dots, such as {@code https://shop.example/roles}
     * @return null if there is none
     */
    public static @Nullable Object find(final Map<?, ?> claims, final String path) {
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

    /**
     * Returns the texts of a claim.
     *
     * @param value the value of a claim; null for none
     * @return the elements of an array, or the words of a text such as {@code scope}
     */
    public static List<String> texts(final @Nullable Object value) {
        final List<String> texts = new ArrayList<>();
        if (value instanceof final String text) {
            for (final String word : text.split(" ", -1)) {
                if (!word.isEmpty()) {
                    texts.add(word);
                }
            }
        } else if (value instanceof final Collection<?> list) {
            for (final Object each : list) {
                if (each instanceof final String text && !text.isBlank()) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
