package org.jzenith.security.authorization;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;

/** An access decision: everyone, every user, some roles, or nobody. Immutable. */
public final class Access {

    private static final Access EVERYONE = new Access("everyone", false, null);
    private static final Access AUTHENTICATED = new Access("authenticated", true, null);
    private static final Access NOBODY = new Access("nobody", true, Set.of());

    private final String text;
    private final boolean needsIdentity;

    /** Null if no role is needed. */
    private final @Nullable Set<String> roles;

    private Access(final String text, final boolean needsIdentity, final @Nullable Set<String> roles) {
        this.text = text;
        this.needsIdentity = needsIdentity;
        this.roles = roles;
    }

    /**
     * Allows everyone, also without credentials.
     *
     * @return always the same
     */
    public static Access everyone() {
        return EVERYONE;
    }

    /**
     * Allows everyone who has authenticated.
     *
     * @return always the same
     */
    public static Access authenticated() {
        return AUTHENTICATED;
    }

    /**
     * Allows nobody.
     *
     * @return always the same
     */
    public static Access nobody() {
        return NOBODY;
    }

    /**
     * Allows those who have at least one of some roles.
     *
     * @param names the names of roles, at least one
     * @return a decision by roles
     * @throws IllegalArgumentException if there is no role
     */
    public static Access roles(final String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("Name at least one role, or use nobody().");
        }
        final Set<String> all = new LinkedHashSet<>(List.of(names));
        return new Access("roles " + String.join(", ", all), true, Set.copyOf(all));
    }

    /** Returns true if the identity may pass; null is an anonymous client. */
    boolean allows(final @Nullable Identity identity) {
        if (!needsIdentity) {
            return true;
        }
        if (identity == null) {
            return false;
        }
        if (roles == null) {
            return true;
        }
        for (final String role : roles) {
            if (identity.hasRole(role)) {
                return true;
            }
        }
        return false;
    }

    /** Returns for example {@code roles admin}. */
    @Override
    public String toString() {
        return text;
    }
}
