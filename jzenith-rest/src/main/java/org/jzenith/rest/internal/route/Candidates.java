package org.jzenith.rest.internal.route;

import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/** The resource methods for one path template and HTTP method: the media types select among them. */
final class Candidates<T> {

    /** The decisions that are kept for requests. */
    private static final int KEPT = 32;

    private static final int LONGEST = 256;

    /** Headers that tell which bodies a method takes (RFC 5789, section 3.1; Linked Data Platform, section 7.1). */
    static final Map<String, String> ACCEPT_HEADERS =
            Map.of(HttpMethod.PATCH, "Accept-Patch", HttpMethod.POST, "Accept-Post");

    /** The media types of a request, as far as they select. */
    private record MediaTypes(
            @Nullable String contentType, @Nullable String accept) {}

    private final List<Candidate<T>> candidates;

    /** The only candidate if it names what it consumes: it refuses other content. */
    private final @Nullable Candidate<T> refusing;

    private final boolean contentTypeSelects;
    private final boolean acceptSelects;
    private final @Nullable String acceptHeader;

    private final BoundedCache<MediaTypes, Selection<T>> decisions = new BoundedCache<>(KEPT);

    /** The selection for a request that names no types; null if it is refused. */
    private final @Nullable Selection<T> plain;

    /** @param acceptHeader tells which bodies are taken where another one has come; null for none */
    private Candidates(final List<Candidate<T>> candidates, final @Nullable String acceptHeader) {
        this.candidates = List.copyOf(candidates);
        this.acceptHeader = acceptHeader;
        final boolean takeAnything = candidates.stream().allMatch(Candidate::consumesAnything);
        this.refusing = candidates.size() > 1 || takeAnything ? null : candidates.get(0);
        this.contentTypeSelects = candidates.size() > 1 && !takeAnything;
        this.acceptSelects = candidates.stream().anyMatch(Candidate::negotiatesType)
                || (candidates.size() > 1 && producedTypes() > 1);
        this.plain = plain();
    }

    /** Groups the methods at a path by their HTTP methods. Those of a GET also match HEAD, unless others do. */
    static <T> Map<String, Candidates<T>> byHttpMethod(final List<Candidate<T>> methods) {
        final Map<String, List<Candidate<T>>> groups = new HashMap<>();
        for (final Candidate<T> method : methods) {
            for (final String httpMethod : method.httpMethods()) {
                groups.computeIfAbsent(httpMethod, missing -> new ArrayList<>()).add(method);
            }
        }
        final Map<String, Candidates<T>> all = new HashMap<>();
        groups.forEach(
                (httpMethod, group) -> all.put(httpMethod, new Candidates<>(group, ACCEPT_HEADERS.get(httpMethod))));
        if (all.containsKey(HttpMethod.GET)) {
            all.putIfAbsent(HttpMethod.HEAD, all.get(HttpMethod.GET));
        }
        return all;
    }

    private long producedTypes() {
        return candidates.stream()
                .flatMap(candidate -> candidate.producedTypes().stream())
                .distinct()
                .count();
    }

    private @Nullable Selection<T> plain() {
        try {
            return decide(null, null);
        } catch (final ClientErrorException e) {
            return null;
        }
    }

    Selection<T> select(final @Nullable String contentType, final @Nullable String accept) {
        if (refusing != null && !refusing.consumes(contentType)) {
            throw notSupported(contentType);
        }
        final String content = contentTypeSelects ? contentType : null;
        final String accepted = MediaType.WILDCARD.equals(accept) ? null : accept;
        if (content == null && accepted == null && plain != null) {
            return plain;
        }
        final MediaTypes types = new MediaTypes(content, accepted);
        final Selection<T> known = decisions.get(types);
        if (known != null) {
            return known;
        }
        final Selection<T> selection = decide(content, accepted);
        if (isWorthKeeping(content, accepted)) {
            decisions.put(types, selection);
        }
        return selection;
    }

    /** Types with parameters may be new in each request, as the boundaries of multipart bodies are. */
    private static boolean isWorthKeeping(final @Nullable String contentType, final @Nullable String accept) {
        return (contentType == null || (contentType.length() <= LONGEST && contentType.indexOf(';') < 0))
                && (accept == null || accept.length() <= LONGEST);
    }

    private Selection<T> decide(final @Nullable String contentType, final @Nullable String accept) {
        final RequestMediaTypes request = RequestMediaTypes.of(contentType, accept);
        boolean isConsumed = false;
        Candidate.Offer<T> best = null;
        for (final Candidate<T> candidate : candidates) {
            final MediaMatch consumed =
                    contentTypeSelects ? candidate.consumed(request.content()) : MediaMatch.NO_DIFFERENCE;
            if (consumed != null) {
                isConsumed = true;
                final Candidate.Offer<T> offer = candidate.offer(request, consumed);
                best = offer != null && offer.isBetterThan(best) ? offer : best;
            }
        }
        if (best != null) {
            return acceptSelects ? best.selection().asNegotiated() : best.selection();
        }
        if (isConsumed && request.acceptsOnlyProblems()) {
            return decide(contentType, null);
        }
        throw isConsumed
                ? Refusals.notAcceptable(
                        accept, candidates.stream().flatMap(candidate -> candidate.producedTexts().stream()))
                : notSupported(contentType);
    }

    boolean has(final T target) {
        return candidates.stream().anyMatch(candidate -> candidate.target() == target);
    }

    /** Returns the types that all candidates together declare to consume. */
    List<String> consumedTexts() {
        return candidates.stream()
                .flatMap(candidate -> candidate.consumedTexts().stream())
                .distinct()
                .toList();
    }

    private NotSupportedException notSupported(final @Nullable String contentType) {
        return Refusals.notSupported(contentType, consumedTexts(), acceptHeader);
    }
}
