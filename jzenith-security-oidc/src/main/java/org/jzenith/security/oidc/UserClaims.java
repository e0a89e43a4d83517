package org.jzenith.security.oidc;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;

/** Makes the identity of a user from the claims of the ID token. Immutable. */
final class UserClaims {

    static final String MECHANISM = "oidc";

    private final String nameClaim;
    private final @Nullable String roleClaim;

    UserClaims(final OidcConfiguration configuration) {
        this.nameClaim = configuration.nameClaim();
        this.roleClaim = configuration.roleClaim().orElse(null);
    }

    /** Returns the identity of a session; null if its claims name no user. */
    @Nullable
    Identity identity(final Session session) {
        if (!(find(session.claims(), nameClaim) instanceof final String name) || name.isBlank()) {
            return null;
        }
        final Map<String, Object> claims = new LinkedHashMap<>(session.claims());
        claims.values().removeIf(Objects::isNull);
        return Identity.of(name, MECHANISM)
                .withRoles(roleClaim == null ? Set.of() : roles(find(session.claims(), roleClaim)))
                .withAttributes(claims)
                .withExpiry(session.expiresAt());
    }

    private static Set<String> roles(final @Nullable Object value) {
        final Set<String> roles = new LinkedHashSet<>();
        if (value instanceof final Collection<?> all) {
            all.forEach(each -> {
                if (each instanceof final String role) {
                    roles.add(role);
                }
            });
        } else if (value instanceof final String text) {
            roles.addAll(List.of(text.strip().split(" +")));
            roles.remove("");
        }
        return roles;
    }

    /** Finds a claim by its name or by its path. A name may have dots, such as {@code https://shop.example/roles}. */
    private static @Nullable Object find(final Map<?, ?> claims, final String path) {
        final Object whole = claims.get(path);
        if (whole != null) {
            return whole;
        }
        final int dot = path.indexOf('.');
        if (dot > 0 && claims.get(path.substring(0, dot)) instanceof final Map<?, ?> inner) {
            return find(inner, path.substring(dot + 1));
        }
        return null;
    }
}
