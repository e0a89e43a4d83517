package org.jzenith.javascript.internal.request;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.HeaderList;

/** Chooses the media type of a response by the client's {@code Accept} (RFC 9110, 12.5.1). */
final class Negotiation {

    private Negotiation() {}

    /**
     * Chooses a media type.
     *
     * @param accept the header; null if the client accepts all
     * @param offered media types in the order of preference, without parameters
     * @return null if the client accepts none of them
     */
    static @Nullable String choose(final @Nullable String accept, final List<String> offered) {
        if (accept == null || accept.isBlank()) {
            return offered.get(0);
        }
        final List<String> ranges = HeaderList.elements(List.of(accept));
        String best = null;
        int bestWeight = 0;
        for (final String type : offered) {
            final int weight = weight(ranges, type);
            if (weight > bestWeight) {
                best = type;
                bestWeight = weight;
            }
        }
        return best;
    }

    /** Returns the weight of the most specific range that includes a type; 0 if there is none. */
    private static int weight(final List<String> ranges, final String type) {
        int weight = 0;
        int specific = 0;
        for (final String range : ranges) {
            final String name = HeaderList.parts(range).get(0).toLowerCase(Locale.ROOT);
            final int match = name.equals(type) ? 3 : name.equals("*/*") ? 1 : matchesFamily(name, type) ? 2 : 0;
            if (match > specific) {
                specific = match;
                weight = HeaderList.weight(range);
            }
        }
        return weight;
    }

    private static boolean matchesFamily(final String range, final String type) {
        return range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1));
    }
}
