package org.jzenith.security.embedded.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the claims of tokens. */
public final class NestedClaims {

    private NestedClaims() {}

    /**
     * Sets a claim inside others, as {@code realm_access.roles}.
     *
     * @param claims to be changed
     * @param path names with dots between them; a name such as {@code https://shop.example/roles} is not a path
     * @param value the value of the claim
     */
    public static void put(final Map<String, Object> claims, final String path, final Object value) {
        final int dot = path.contains("/") ? -1 : path.indexOf('.');
        if (dot < 0) {
            claims.put(path, value);
            return;
        }
        final Map<String, Object> inner = new LinkedHashMap<>();
        if (claims.get(path.substring(0, dot)) instanceof final Map<?, ?> present) {
            present.forEach((name, each) -> inner.put(String.valueOf(name), each));
        }
        put(inner, path.substring(dot + 1), value);
        claims.put(path.substring(0, dot), inner);
    }
}
