package org.jzenith.security.authentication;

import java.util.List;

/**
 * For plugins: describes where a mechanism's roles come from, for the log. Immutable.
 *
 * @param givesRoles false if no identity ever has a role
 * @param description a sentence such as {@code jwt.role-claims is not set.}; empty for none
 */
public record RoleSource(boolean givesRoles, String description) {

    /** An unknown source; its identities can have roles. */
    public static final RoleSource UNKNOWN = new RoleSource(true, "");

    /**
     * Describes a setting that names the claims with roles.
     *
     * @param key the key of the setting
     * @param claims the names of the claims
     * @return a source without roles if no claim is named
     */
    public static RoleSource ofClaims(final String key, final List<String> claims) {
        return claims.isEmpty()
                ? new RoleSource(false, key + " is not set.")
                : new RoleSource(true, "The roles are in the claims " + String.join(", ", claims) + " (" + key + ").");
    }
}
