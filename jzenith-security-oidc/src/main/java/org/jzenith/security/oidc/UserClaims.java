package org.jzenith.security.oidc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.jwt.claims.ClaimPath;

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
        if (!(ClaimPath.find(session.claims(), nameClaim) instanceof final String name) || name.isBlank()) {
            return null;
        }
        final Map<String, Object> claims = new LinkedHashMap<>(session.claims());
        claims.values().removeIf(Objects::isNull);
        return Identity.of(name, MECHANISM)
                .withRoles(roleClaim == null ? List.of() : ClaimPath.texts(ClaimPath.find(session.claims(), roleClaim)))
                .withAttributes(claims)
                .withExpiry(session.expiresAt());
    }
}
