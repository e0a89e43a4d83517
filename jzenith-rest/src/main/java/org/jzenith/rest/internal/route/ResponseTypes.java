package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;

/** Chooses the media type of a response among those that can be produced (Jakarta REST 3.1, 3.8, steps 4 to 10). */
public final class ResponseTypes {

    private static final Set<String> OF_OCTETS = Set.of(MediaType.MEDIA_TYPE_WILDCARD, "application");

    private final RequestMediaTypes request;

    /** True if the client takes a type of bytes that nobody names. */
    private boolean takesOctets;

    private @Nullable MediaMatch best;
    private Map<String, String> parameters = Map.of();
    private Class<?> bestWritten = Object.class;

    /**
     * Starts without a choice.
     *
     * @param accepted the types that the client accepts, with their weights
     */
    public ResponseTypes(final List<MediaType> accepted) {
        this.request = new RequestMediaTypes(null, accepted);
    }

    /**
     * Adds a type that can be produced.
     *
     * @param accepted one of the types that the client accepts
     * @param type a media type, which may have wildcards and a weight
     * @param written the class that its writer is created for; among equal types, that of a subclass is chosen
     */
    public void add(final MediaType accepted, final MediaType type, final Class<?> written) {
        final MediaMatch match = MediaMatch.of(accepted, type);
        if (match != null && match.q() > 0) {
            add(match, MediaRange.isConcrete(type) ? type : accepted, written);
        }
    }

    /** @param type the more specific one of the two that match, whose parameters the response has */
    private void add(final MediaMatch match, final MediaType type, final Class<?> written) {
        if (!match.isConcrete()) {
            takesOctets |= OF_OCTETS.contains(match.type()) && match.subtype().equals(MediaType.MEDIA_TYPE_WILDCARD);
        } else if (!request.refuse(new MediaType(match.type(), match.subtype()))) {
            final int order = best == null ? -1 : match.compareWeights(best);
            if (order < 0 || (order == 0 && bestWritten != written && bestWritten.isAssignableFrom(written))) {
                best = match;
                parameters = type.getParameters();
                bestWritten = written;
            }
        }
    }

    /**
     * Returns the best type.
     *
     * @return without weights; null if the client accepts none
     */
    public @Nullable MediaType chosen() {
        if (best != null) {
            final Map<String, String> kept = new HashMap<>(parameters);
            kept.keySet().removeIf(MediaMatch::isWeight);
            return new MediaType(best.type(), best.subtype(), kept);
        }
        return takesOctets && !request.refuse(MediaType.APPLICATION_OCTET_STREAM_TYPE)
                ? MediaType.APPLICATION_OCTET_STREAM_TYPE
                : null;
    }
}
