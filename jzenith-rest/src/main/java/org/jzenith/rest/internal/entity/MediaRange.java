package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.core.MediaType;
import java.util.Locale;

/**
 * Media types that stand for others: those with a wildcard, and RESTEasy's {@code application/*+json}, which stands for {@code
 * application/json} and all types with this suffix, and {@code application/vnd.x+*}.
 */
public final class MediaRange {

    private MediaRange() {}

    /** Returns true if a type stands for itself only, so that a body can have it. */
    public static boolean isConcrete(final MediaType type) {
        return !type.isWildcardType() && width(type.getSubtype()) == 0;
    }

    /**
     * Returns the width of a subtype.
     *
     * @param subtype without parameters
     * @return 0 for a concrete one, 1 for one with a wildcard before or behind a {@code +}, 2 for a wildcard
     */
    public static int width(final String subtype) {
        return subtype.equals(MediaType.MEDIA_TYPE_WILDCARD)
                ? 2
                : subtype.startsWith("*+") || subtype.endsWith("+*") ? 1 : 0;
    }

    /** Returns true if there is a type that both stand for. */
    public static boolean areCompatible(final MediaType one, final MediaType other) {
        return one.isCompatible(other)
                || (one.getType().equalsIgnoreCase(other.getType())
                        && (covers(one.getSubtype(), other.getSubtype())
                                || covers(other.getSubtype(), one.getSubtype())));
    }

    private static boolean covers(final String range, final String subtype) {
        if (width(range) != 1) {
            return false;
        }
        final String pattern = range.toLowerCase(Locale.ROOT);
        final String name = subtype.toLowerCase(Locale.ROOT);
        return pattern.startsWith("*+")
                ? name.endsWith(pattern.substring(1)) || name.equals(pattern.substring(2))
                : name.startsWith(pattern.substring(0, pattern.length() - 1));
    }
}
