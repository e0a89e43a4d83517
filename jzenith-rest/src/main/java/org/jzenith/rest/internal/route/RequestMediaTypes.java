package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.AcceptedTypes;
import org.jzenith.rest.internal.entity.MediaRange;

/** The Content-Type and Accept types of a request. */
record RequestMediaTypes(@Nullable MediaType content, List<MediaType> accepted) {

    private static final List<MediaType> ANYTHING = List.of(MediaType.WILDCARD_TYPE);

    private static final MediaType PROBLEM = new MediaType("application", "problem+json");

    /** An empty {@code Accept} says as much as none. */
    static RequestMediaTypes of(final @Nullable String contentType, final @Nullable String accept) {
        final List<MediaType> accepted = accept == null ? ANYTHING : read(AcceptedTypes::of, accept);
        return new RequestMediaTypes(
                contentType == null ? null : parse(contentType), accepted.isEmpty() ? ANYTHING : accepted);
    }

    static MediaType parse(final String text) {
        return read(AcceptedTypes::type, text);
    }

    private static <T> T read(final Function<String, T> reading, final String text) {
        try {
            return reading.apply(text);
        } catch (final IllegalArgumentException e) {
            throw Refusals.malformedMediaType();
        }
    }

    /**
     * Returns true if the client accepts no other type than that of errors: generated clients do so for methods that declare it as the only
     * JSON that they produce. A server may disregard such a header (RFC 9110, 12.5.1).
     */
    boolean acceptsOnlyProblems() {
        return accepted.stream()
                .allMatch(type -> type.getType().equalsIgnoreCase(PROBLEM.getType())
                        && type.getSubtype().equalsIgnoreCase(PROBLEM.getSubtype())
                        && AcceptedTypes.weight(type) > 0);
    }

    /** Returns true if the client refuses the type: the most specific range that covers it has the weight 0. */
    boolean refuse(final MediaType type) {
        boolean isRefused = false;
        int most = -1;
        for (final MediaType range : accepted) {
            final int specific = range.isWildcardType() ? 0 : 3 - MediaRange.width(range.getSubtype());
            if (specific >= most && MediaRange.areCompatible(range, type)) {
                isRefused = AcceptedTypes.weight(range) == 0 && (isRefused || specific > most);
                most = specific;
            }
        }
        return isRefused;
    }
}
