package org.jzenith.security.jwt.claims;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
     * @param claims become its attributes
     * @param expiry null if it does not expire
     * @return a new identity
     * @throws WrongCredentialsException if there is no name
     */
    public Identity of(final Map<String, Object> claims, final @Nullable Instant expiry) {
        if (!(ClaimPath.find(claims, nameClaim) instanceof final String name) || name.isBlank()) {
            throw new WrongCredentialsException("The claim '" + nameClaim + "' has no name.");
        }
        Identity identity = Identity.of(name, mechanism);
        for (final Map.Entry<String, Object> claim : claims.entrySet()) {
            identity = identity.withAttribute(claim.getKey(), claim.getValue());
        }
        final List<String> roles = new ArrayList<>();
        roleClaims.forEach(path -> roles.addAll(ClaimPath.texts(ClaimPath.find(claims, path))));
        identity = identity.withRoles(roles);
        return expiry == null ? identity : identity.withExpiry(expiry);
    }
}
