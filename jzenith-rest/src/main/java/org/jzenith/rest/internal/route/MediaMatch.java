package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.AcceptedTypes;
import org.jzenith.rest.internal.entity.MediaRange;

/**
 * The match of a media type of the client and one of the server: the combined type of Jakarta REST 3.7.2, step 3.
 * Matches of the same distance are ordered by the number of parameters that differ.
 */
record MediaMatch(String type, String subtype, int q, float qs, int distance, int differences) {

    /** The match for a request where no content type matters. */
    static final MediaMatch NO_DIFFERENCE =
            new MediaMatch(MediaType.MEDIA_TYPE_WILDCARD, MediaType.MEDIA_TYPE_WILDCARD, 1000, 1, 0, 0);

    /** Null if the two are incompatible. */
    static @Nullable MediaMatch of(final MediaType client, final MediaType server) {
        if (!MediaRange.areCompatible(client, server)) {
            return null;
        }
        final int width = MediaRange.width(server.getSubtype()) - MediaRange.width(client.getSubtype());
        return new MediaMatch(
                server.isWildcardType() ? client.getType() : server.getType(),
                width > 0 ? client.getSubtype() : server.getSubtype(),
                AcceptedTypes.weight(client),
                serverWeight(server),
                (client.isWildcardType() == server.isWildcardType() ? 0 : 2) + Math.abs(width),
                differences(client, server) + differences(server, client));
    }

    /** Null loses; of equal ones the first wins. */
    boolean isBetterThan(final @Nullable MediaMatch other) {
        return other == null || compareTo(other) < 0;
    }

    /** The better comes first. */
    private int compareTo(final MediaMatch other) {
        int order = Boolean.compare(isWildcard(type), isWildcard(other.type));
        order = order != 0 ? order : Integer.compare(MediaRange.width(subtype), MediaRange.width(other.subtype));
        order = order != 0 ? order : compareWeights(other);
        order = order != 0 ? order : Integer.compare(distance, other.distance);
        return order != 0 ? order : Integer.compare(differences, other.differences);
    }

    /** The better comes first. */
    int compareWeights(final MediaMatch other) {
        final int order = Integer.compare(other.q, q);
        return order != 0 ? order : Float.compare(other.qs, qs);
    }

    boolean isConcrete() {
        return !isWildcard(type) && MediaRange.width(subtype) == 0;
    }

    private static boolean isWildcard(final String type) {
        return type.equals(MediaType.MEDIA_TYPE_WILDCARD);
    }

    private static float serverWeight(final MediaType type) {
        final String weight = type.getParameters().get("qs");
        return weight == null ? 1 : Float.parseFloat(weight);
    }

    private static int differences(final MediaType one, final MediaType other) {
        int differences = 0;
        for (final Map.Entry<String, String> parameter : one.getParameters().entrySet()) {
            final String name = parameter.getKey();
            if (!isWeight(name)
                    && !parameter.getValue().equals(other.getParameters().get(name))) {
                differences++;
            }
        }
        return differences;
    }

    static boolean isWeight(final String parameter) {
        return parameter.equals("q") || parameter.equals("qs");
    }
}
