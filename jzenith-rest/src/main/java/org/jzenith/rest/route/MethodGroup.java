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

    /** What tells which bodies a method takes (RFC 5789, section 3.1; Linked Data Platform, section 7.1). */
    private static final Map<String, String> ACCEPT_HEADERS =
            Map.of(HttpMethod.PATCH, "Accept-Patch", HttpMethod.POST, "Accept-Post");

    private final Map<String, Candidates<T>> byHttpMethod;
    private final String allow;

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
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        entry -> new Candidates<>(entry.getValue(), ACCEPT_HEADERS.get(entry.getKey()))));
        final TreeSet<String> allowed = new TreeSet<>(candidates.keySet());
        if (allowed.contains(HttpMethod.GET)) {
            allowed.add(HttpMethod.HEAD);
        }
        allowed.add(HttpMethod.OPTIONS);
        this.allow = String.join(", ", allowed);
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
        final Response.ResponseBuilder response =
                Response.ok(allow, MediaType.TEXT_PLAIN_TYPE).header(HttpHeaders.ALLOW, allow);
        ACCEPT_HEADERS.forEach((httpMethod, header) -> {
            final Candidates<T> candidates = byHttpMethod.get(httpMethod);
            if (candidates != null && !candidates.consumedTexts().isEmpty()) {
                response.header(header, String.join(", ", candidates.consumedTexts()));
            }
        });
        return response.build();
    }
}
