package org.jzenith.security.oidc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.ResponseHead;

/**
 * The response of a login endpoint.
 *
 * @param detail the detail of a problem; null for a response without content
 */
record Reply(
        int status,
        Map<String, List<Object>> headers,
        @Nullable String detail) implements ResponseHead {

    private static final int OK = 200;
    private static final int SEE_OTHER = 303;

    static Reply redirect(final String location) {
        return new Reply(SEE_OTHER, uncached("Location", location), null);
    }

    static Reply ok() {
        return new Reply(OK, uncached(null, ""), null);
    }

    static Reply problem(final int status, final String detail) {
        return new Reply(status, uncached(null, ""), detail);
    }

    private static Map<String, List<Object>> uncached(final @Nullable String name, final String value) {
        final Map<String, List<Object>> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", List.of("no-store"));
        if (name != null) {
            headers.put(name, List.of(value));
        }
        return headers;
    }

    Reply with(final String name, final String value) {
        headers.put(name, List.of(value));
        return this;
    }

    /** Adds fields that set or delete cookies. */
    Reply withCookies(final List<String> fields) {
        final List<Object> all = new ArrayList<>(headers.getOrDefault("Set-Cookie", List.of()));
        all.addAll(fields);
        headers.put("Set-Cookie", all);
        return this;
    }
}
