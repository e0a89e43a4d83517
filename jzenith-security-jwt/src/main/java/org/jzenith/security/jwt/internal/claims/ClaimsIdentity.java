package org.jzenith.security.jwt.internal.claims;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * Makes the identity that claims describe.
 *
 * @param mechanism name of the mechanism
 * @param nameClaim path of the claim with the name
 * @param roleClaims paths of the claims with roles
 */
public record ClaimsIdentity(String mechanism, String nameClaim, List<String> roleClaims) {

    /**
     * Makes an identity.
     *
     * @param claims become its attributes, without those that are null
     * @param expiry null if it does not expire
     * @return a new identity
     * @throws WrongCredentialsException if there is no name
     */
    public Identity of(final Map<String, Object> claims, final @Nullable Instant expiry) {
        if (!(ClaimPath.find(claims, nameClaim) instanceof final String name) || name.isBlank()) {
            throw new WrongCredentialsException("The claim '" + nameClaim + "' does not contain a name.");
        }
        final Map<String, Object> attributes = new LinkedHashMap<>(claims);
        attributes.values().removeIf(Objects::isNull);
        final List<String> roles = new ArrayList<>();
        roleClaims.forEach(path -> roles.addAll(ClaimPath.texts(ClaimPath.find(claims, path))));
        final Identity identity =
                Identity.of(name, mechanism).withAttributes(attributes).withRoles(roles);
        return expiry == null ? identity : identity.withExpiry(expiry);
    }
}
