package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/** A resource method whose path and HTTP method are those of the request. */
final class Candidate<T> {

    private static final List<MediaType> ANYTHING = List.of(MediaType.WILDCARD_TYPE);

    private final MethodTable.Entry<T> method;
    private final List<String> names;
    private final List<MediaType> consumes;
    private final List<String> consumedTexts;
    private final boolean takesUnnamedContent;
    private final List<MediaType> produces;

    /** The selection for each produced type; null for wildcards, which the client completes. */
    private final List<@Nullable Selection<T>> selections = new ArrayList<>();

    Candidate(final MethodTable.Entry<T> method, final List<String> names) {
        this.method = method;
        this.names = names;
        this.consumes =
                method.body().types().isEmpty() ? ANYTHING : method.body().types();
        this.consumedTexts =
                method.body().types().stream().map(MediaType::toString).toList();
        // Without a name the content is a sequence of bytes, if there is any.
        this.takesUnnamedContent = !method.body().isExpected()
                || consumes.stream().anyMatch(MediaType.APPLICATION_OCTET_STREAM_TYPE::isCompatible);
        this.produces =
                method.result().types().isEmpty() ? ANYTHING : method.result().types();
        for (final MediaType type : produces) {
            selections.add(MediaRange.isConcrete(type) ? selection(type.getType(), type.getSubtype(), type) : null);
        }
    }

    T target() {
        return method.target();
    }

    Set<String> httpMethods() {
        return method.httpMethods();
    }

    /** Returns the types of its {@code @Consumes}; empty without the annotation. */
    List<String> consumedTexts() {
        return consumedTexts;
    }

    boolean consumesAnything() {
        return method.body().types().isEmpty();
    }

    /** Returns the types of its {@code @Produces}, without parameters. */
    List<String> producedTexts() {
        return method.result().types().stream()
                .map(type -> type.getType() + "/" + type.getSubtype())
                .toList();
    }

    /** Returns the types that it produces, without the server's weights. */
    Set<MediaType> producedTypes() {
        return MethodTable.withoutWeights(method.result().types());
    }

    boolean negotiatesType() {
        return method.result().isNegotiated();
    }

    boolean consumes(final @Nullable String contentType) {
        return contentType == null
                ? takesUnnamedContent
                : consumedTexts.contains(contentType) || consumed(RequestMediaTypes.parse(contentType)) != null;
    }

    /** Returns the best match of a content type; null if it does not consume it. */
    @Nullable
    MediaMatch consumed(final @Nullable MediaType content) {
        if (content == null && !takesUnnamedContent) {
            return null;
        }
        final MediaType client = content == null ? MediaType.WILDCARD_TYPE : content;
        MediaMatch best = null;
        for (final MediaType server : consumes) {
            final MediaMatch match = MediaMatch.of(client, server);
            best = match != null && match.isBetterThan(best) ? match : best;
        }
        return best;
    }

    /** The best that it can respond with; null if nothing of it is acceptable. */
    @Nullable
    Offer<T> offer(final RequestMediaTypes request, final MediaMatch consumed) {
        MediaMatch best = null;
        int at = 0;
        for (int i = 0; i < produces.size(); i++) {
            final MediaType server = produces.get(i);
            if (selections.get(i) != null && request.refuse(server)) {
                continue;
            }
            for (final MediaType client : request.accepted()) {
                final MediaMatch match = MediaMatch.of(client, server);
                if (match != null && match.q() > 0 && match.isBetterThan(best)) {
                    best = match;
                    at = i;
                }
            }
        }
        if (best == null) {
            return null;
        }
        final Selection<T> known = selections.get(at);
        return new Offer<>(
                consumed, best, known == null ? selection(best.type(), best.subtype(), produces.get(at)) : known);
    }

    /**
     * Makes a selection whose type is that of RESTEasy's attribute: the server's, or the client's if the server's has a
     * wildcard.
     */
    private Selection<T> selection(final String type, final String subtype, final MediaType produced) {
        final Map<String, String> parameters = new HashMap<>(produced.getParameters());
        parameters.keySet().removeIf(MediaMatch::isWeight);
        if (method.result().isOfMethod()) {
            parameters.put(MethodTable.SERVER_HAS_PRODUCES, "true");
        }
        return new Selection<>(method.target(), names, new MediaType(type, subtype, parameters), false);
    }

    /** One method's best for a request. */
    record Offer<T>(MediaMatch consumed, MediaMatch produced, Selection<T> selection) {

        /** Returns true if this offer is better than another one; among equal ones the first wins. */
        boolean isBetterThan(final @Nullable Offer<T> other) {
            return other == null
                    || consumed.isBetterThan(other.consumed)
                    || (!other.consumed.isBetterThan(consumed) && produced.isBetterThan(other.produced));
        }
    }
}
