package org.jzenith.rest.route;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.HeaderList;

/** The Content-Type and Accept types of a request. */
record RequestMediaTypes(@Nullable MediaType content, List<MediaType> accepted) {

    private static final List<MediaType> ANYTHING = List.of(MediaType.WILDCARD_TYPE);

    private static final MediaType PROBLEM = new MediaType("application", "problem+json");

    /** An empty {@code Accept} says as much as none. */
    static RequestMediaTypes of(final @Nullable String contentType, final @Nullable String accept) {
        final List<MediaType> accepted = accept == null
                ? ANYTHING
                : HeaderList.elements(List.of(accept)).stream()
                        .map(RequestMediaTypes::parse)
                        .toList();
        return new RequestMediaTypes(
                contentType == null ? null : parse(contentType), accepted.isEmpty() ? ANYTHING : accepted);
    }

    static MediaType parse(final String text) {
        try {
            final MediaType type = MediaType.valueOf(text);
            final float weight = MediaMatch.weight(type, "q");
            if (weight >= 0 && weight <= 1) {
                return type;
            }
        } catch (final IllegalArgumentException e) {
            throw Refusals.malformedMediaType();
        }
        throw Refusals.malformedMediaType();
    }

    /**
     * Returns true if the client accepts no other type than that of errors: generated clients do so for methods that declare it as the only
     * JSON that they produce. A server may disregard such a header (RFC 9110, 12.5.1).
     */
    boolean acceptsOnlyProblems() {
        return accepted.stream()
                .allMatch(type -> type.getType().equalsIgnoreCase(PROBLEM.getType())
                        && type.getSubtype().equalsIgnoreCase(PROBLEM.getSubtype())
                        && MediaMatch.weight(type, "q") > 0);
    }

    /** Returns true if the client refuses the type: the most specific range that covers it has the weight 0. */
    boolean refuse(final MediaType type) {
        boolean isRefused = false;
        int most = -1;
        for (final MediaType range : accepted) {
            final int specific = range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
            if (specific >= most && range.isCompatible(type)) {
                isRefused = MediaMatch.weight(range, "q") == 0 && (isRefused || specific > most);
                most = specific;
            }
        }
        return isRefused;
    }
}
