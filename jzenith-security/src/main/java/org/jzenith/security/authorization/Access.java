package org.jzenith.security.authorization;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;

/**
 * A decision about who may call something:
 *
 * <pre>{@code
 * SecurityPlugin.create().withPath("/reports", Access.roles("auditor", "admin"))
 * }</pre>
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class Access {

    private static final Access EVERYONE = new Access("everyone", Set.of(), true, true);
    private static final Access AUTHENTICATED = new Access("authenticated", Set.of(), false, true);
    private static final Access NOBODY = new Access("nobody", Set.of(), false, false);
    private static final List<Access> WORDS = List.of(EVERYONE, AUTHENTICATED, NOBODY);
    private static final String ROLES = "roles";

    private final String text;
    private final Set<String> roles;
    private final boolean anonymous;
    private final boolean everyIdentity;

    private Access(final String text, final Set<String> roles, final boolean anonymous, final boolean everyIdentity) {
        this.text = text;
        this.roles = roles;
        this.anonymous = anonymous;
        this.everyIdentity = everyIdentity;
    }

    /**
     * Allows everyone, even without credentials.
     *
     * @return always the same object
     */
    public static Access everyone() {
        return EVERYONE;
    }

    /**
     * Allows every authenticated user.
     *
     * @return always the same object
     */
    public static Access authenticated() {
        return AUTHENTICATED;
    }

    /**
     * Refuses everyone.
     *
     * @return always the same object
     */
    public static Access nobody() {
        return NOBODY;
    }

    /**
     * Allows users with at least one of some roles.
     *
     * @param roles compared case-sensitively; an empty list refuses everyone
     * @return a decision by roles
     * @throws IllegalArgumentException if a role is blank
     */
    public static Access roles(final String... roles) {
        return roles(List.of(roles));
    }

    /**
     * Allows users with at least one of some roles.
     *
     * @param roles compared case-sensitively; an empty list refuses everyone
     * @return a decision by roles
     * @throws IllegalArgumentException if a role is blank
     */
    public static Access roles(final Collection<String> roles) {
        if (roles.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("One of the roles " + roles + " is blank.");
        }
        return roles.isEmpty()
                ? NOBODY
                : new Access(
                        ROLES + " " + String.join(", ", roles),
                        Collections.unmodifiableSet(new LinkedHashSet<>(roles)),
                        false,
                        false);
    }

    /**
     * Reads the value of a setting.
     *
     * @param text {@code everyone}, {@code authenticated}, {@code nobody}, or {@code roles} and the names of roles with commas between
     *     them, for example {@code roles auditor, admin}
     * @return the access
     * @throws IllegalArgumentException if the text is none of these
     */
    public static Access parse(final String text) {
        final String stripped = text.strip();
        for (final Access word : WORDS) {
            if (word.text.equals(stripped)) {
                return word;
            }
        }
        final List<String> words = Arrays.asList(stripped.split("\\s+", 2));
        if (words.size() == 2 && words.get(0).equals(ROLES)) {
            final List<String> names = Arrays.stream(words.get(1).split(",", -1))
                    .map(String::strip)
                    .toList();
            if (names.stream().noneMatch(String::isEmpty)) {
                return roles(names);
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not valid. Use everyone, authenticated, nobody, or roles followed by names:"
                        + " roles auditor, admin.");
    }

    /**
     * Returns true if a client is allowed.
     *
     * @param identity null for an anonymous client
     * @return false if the client gets a 401 or 403
     */
    public boolean allows(final @Nullable Identity identity) {
        if (identity == null) {
            return anonymous;
        }
        for (final String role : roles) {
            if (identity.hasRole(role)) {
                return true;
            }
        }
        return everyIdentity;
    }

    /**
     * Returns the roles of {@link #roles(String...)}.
     *
     * @return the roles in their order; empty for the other decisions
     */
    public Set<String> roles() {
        return roles;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final Access access && text.equals(access.text) && roles.equals(access.roles);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return text;
    }
}
