package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;

/**
 * Finds methods between which section 3.7.2 of Jakarta REST does not decide: their paths are the same but for names of
 * parameters, and there is a Content-Type and an Accept, each naming one type, for which neither fits better. A client
 * that names no type, or a range, leaves the choice to the server, which is not a mistake.
 */
final class SameRequests {

    /** Stands for a type that no annotation names. */
    private static final String UNNAMED = "x-unnamed";

    private SameRequests() {}

    /** All pairs; of equal methods each is in a pair with the first. */
    static <T> List<MethodTable.Conflict<T>> of(final List<MethodTable.Entry<T>> entries) {
        final List<MethodTable.Conflict<T>> found = new ArrayList<>();
        for (final List<MethodTable.Entry<T>> samePath : RouteOrder.samePaths(entries)) {
            for (int i = 1; i < samePath.size(); i++) {
                for (int j = 0; j < i; j++) {
                    final String request = request(samePath.get(j), samePath.get(i));
                    if (request != null) {
                        found.add(new MethodTable.Conflict<>(
                                samePath.get(j).target(), samePath.get(i).target(), request));
                        break;
                    }
                }
            }
        }
        return found;
    }

    /** One that both match; null if there is none. */
    private static <T> @Nullable String request(final MethodTable.Entry<T> one, final MethodTable.Entry<T> other) {
        if (one.httpMethods().isEmpty() || other.httpMethods().isEmpty()) {
            return one.httpMethods().isEmpty() && other.httpMethods().isEmpty() ? one.template() : null;
        }
        final Set<String> both = new LinkedHashSet<>(one.httpMethods());
        both.retainAll(other.httpMethods());
        if (both.isEmpty() || !areConsumedAlike(one, other) || !areProducedAlike(one, other)) {
            return null;
        }
        final String httpMethod = both.stream()
                .filter(name -> name.equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(both.iterator().next());
        return httpMethod + " " + one.template();
    }

    private static <T> boolean areConsumedAlike(final MethodTable.Entry<T> one, final MethodTable.Entry<T> other) {
        final Candidate<T> first = new Candidate<>(one, List.of());
        final Candidate<T> second = new Candidate<>(other, List.of());
        for (final MediaType content : named(one.body().types(), other.body().types())) {
            if (isTie(first.consumed(content), second.consumed(content))) {
                return true;
            }
        }
        return false;
    }

    private static <T> boolean areProducedAlike(final MethodTable.Entry<T> one, final MethodTable.Entry<T> other) {
        final Candidate<T> first = new Candidate<>(one, List.of());
        final Candidate<T> second = new Candidate<>(other, List.of());
        for (final MediaType accepted :
                named(one.result().types(), other.result().types())) {
            final RequestMediaTypes request = new RequestMediaTypes(null, List.of(accepted));
            final Candidate.Offer<T> offer = first.offer(request, MediaMatch.NO_DIFFERENCE);
            final Candidate.Offer<T> offered = second.offer(request, MediaMatch.NO_DIFFERENCE);
            if (offer != null && offered != null && isTie(offer.produced(), offered.produced())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTie(final @Nullable MediaMatch one, final @Nullable MediaMatch other) {
        return one != null && other != null && !one.isBetterThan(other) && !other.isBetterThan(one);
    }

    /** Returns a concrete subtype that the given one covers. */
    private static String unnamed(final String subtype) {
        return MediaRange.width(subtype) == 0 ? subtype : subtype.replace(MediaType.MEDIA_TYPE_WILDCARD, UNNAMED);
    }

    /** Returns the media types by which a client can address the types of two methods. */
    private static Set<MediaType> named(final List<MediaType> one, final List<MediaType> other) {
        final Set<MediaType> named = new LinkedHashSet<>();
        for (final List<MediaType> types : List.of(one, other)) {
            for (final MediaType type : types.isEmpty() ? List.of(MediaType.WILDCARD_TYPE) : types) {
                final MediaType concrete =
                        new MediaType(type.isWildcardType() ? UNNAMED : type.getType(), unnamed(type.getSubtype()));
                named.add(concrete);
                if (!type.getParameters().isEmpty()) {
                    final Map<String, String> parameters = new HashMap<>(type.getParameters());
                    parameters.keySet().removeIf(MediaMatch::isWeight);
                    named.add(new MediaType(concrete.getType(), concrete.getSubtype(), parameters));
                }
            }
        }
        return named;
    }
}
