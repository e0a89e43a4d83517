package org.jzenith.rest.route;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.route.MethodTable.Selection;

/** The resource methods at one path template. */
final class MethodGroup<T> {

    private static final String ACCEPT_PATCH = "Accept-Patch";

    private final Map<String, Candidates<T>> byHttpMethod;
    private final String allow;
    private final @Nullable String acceptPatch;

    MethodGroup(final List<Candidate<T>> methods) {
        final Map<String, List<Candidate<T>>> candidates = new LinkedHashMap<>();
        for (final Candidate<T> method : methods) {
            for (final String httpMethod : method.httpMethods()) {
                candidates
                        .computeIfAbsent(httpMethod, missing -> new ArrayList<>())
                        .add(method);
            }
        }
        this.byHttpMethod = candidates.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> new Candidates<>(entry.getValue())));
        final TreeSet<String> allowed = new TreeSet<>(candidates.keySet());
        if (allowed.contains(HttpMethod.GET)) {
            allowed.add(HttpMethod.HEAD);
        }
        allowed.add(HttpMethod.OPTIONS);
        this.allow = String.join(", ", allowed);
        this.acceptPatch = candidates.containsKey(HttpMethod.PATCH)
                ? candidates.get(HttpMethod.PATCH).stream()
                        .flatMap(method -> method.consumedTexts().stream())
                        .distinct()
                        .collect(Collectors.joining(", "))
                : null;
    }

    @Nullable
    Selection<T> select(final String httpMethod, final @Nullable String contentType, final @Nullable String accept) {
        Candidates<T> candidates = byHttpMethod.get(httpMethod);
        if (candidates == null && httpMethod.equals(HttpMethod.HEAD)) {
            candidates = byHttpMethod.get(HttpMethod.GET);
        }
        if (candidates != null) {
            return candidates.select(contentType, accept);
        }
        if (httpMethod.equals(HttpMethod.OPTIONS)) {
            return null;
        }
        throw Refusals.notAllowed(allow);
    }

    Response options() {
        return Response.ok(allow, MediaType.TEXT_PLAIN_TYPE)
                .header(HttpHeaders.ALLOW, allow)
                .header(ACCEPT_PATCH, acceptPatch)
                .build();
    }
}
