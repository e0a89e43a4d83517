package org.jzenith.security.authentication;

import java.util.List;

/**
 * For plugins: the origin of the roles of a mechanism's identities, for the log. Immutable.
 *
 * @param givesRoles false if no identity ever has a role
 * @param description a sentence such as {@code jwt.role-claims is not set.}; empty for none
 */
public record RoleSource(boolean givesRoles, String description) {

    /** The origin of roles about which nothing is known. */
    public static final RoleSource UNKNOWN = new RoleSource(true, "");

    /**
     * Describes a setting with the names of claims.
     *
     * @param key the key of the setting
     * @param claims its value
     * @return a source without roles if there is no claim
     */
    public static RoleSource ofClaims(final String key, final List<String> claims) {
        return claims.isEmpty()
                ? new RoleSource(false, key + " is not set.")
                : new RoleSource(true, "The roles are in the claims " + String.join(", ", claims) + " (" + key + ").");
    }
}
