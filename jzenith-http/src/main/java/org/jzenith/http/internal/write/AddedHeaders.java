package org.jzenith.http.internal.write;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.response.ResponsePolicy;

/** Headers that are added to a response, whichever is written. Used on the event loop of the request. */
public final class AddedHeaders {

    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private final Map<String, String> ofProblem = new LinkedHashMap<>();
    private final List<String> cookies = new ArrayList<>();
    private @Nullable CharSequence varies;

    AddedHeaders() {}

    /** Adds a header to a problem that is written instead of what has been prepared. */
    public void keep(final String name, final String value) {
        ofProblem.put(name, value);
    }

    /** Adds to the names of request headers on which the response depends. */
    public void addVary(final CharSequence name) {
        varies = varies == null ? name : varies + ", " + name;
    }

    /** Sets a cookie. */
    public void addCookie(final String field) {
        cookies.add(field);
    }

    void addToProblem(final MultiMap headers) {
        ofProblem.forEach(headers::set);
    }

    void addTo(final MultiMap headers) {
        if (!cookies.isEmpty()) {
            addCookies(headers);
        }
        if (varies != null) {
            ResponsePolicy.addVary(headers, varies);
        }
    }

    /**
     * Adds the cookies that the response does not set itself. A response with a cookie is for one user, so caches that many users
     * share do not store it.
     */
    private void addCookies(final MultiMap headers) {
        final List<String> own = headers.getAll(HttpHeaders.SET_COOKIE);
        for (final String field : cookies) {
            final String name = field.substring(0, field.indexOf('=') + 1);
            if (own.stream().noneMatch(set -> set.startsWith(name))) {
                headers.add(HttpHeaders.SET_COOKIE, field);
            }
        }
        final String caching = headers.get(HttpHeaders.CACHE_CONTROL);
        if (caching == null || !(caching.contains("no-store") || caching.contains("private"))) {
            headers.set(HttpHeaders.CACHE_CONTROL, NO_STORE);
        }
    }
}
