package org.jzenith.security.password;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A user with the hash of the password. Immutable.
 *
 * @param name the name of the user
 * @param hash the hash of the password: argon2id ({@code $argon2id$..}), bcrypt ({@code $2b$..}) or PBKDF2 ({@code
 *     $pbkdf2-sha256$..})
 * @param roles compared case-sensitively, as in {@code @RolesAllowed}
 */
public record StoredUser(String name, String hash, Set<String> roles) {

    /** @throws IllegalArgumentException if the name is blank */
    public StoredUser {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of a user is blank.");
        }
        Objects.requireNonNull(hash, "hash");
        roles = Collections.unmodifiableSet(new LinkedHashSet<>(List.copyOf(roles)));
    }

    /**
     * Creates a user.
     *
     * @param name the name of the user
     * @param hash the hash of the password
     * @param roles the roles of the user
     * @return a user, for example from a row of a table
     */
    public static StoredUser of(final String name, final String hash, final Collection<String> roles) {
        return new StoredUser(name, hash, new LinkedHashSet<>(roles));
    }

    /** Returns the name and the roles. The hash is left out. */
    @Override
    public String toString() {
        return name + (roles.isEmpty() ? "" : " (roles " + String.join(", ", roles) + ")");
    }
}
