package org.jzenith.core.context;

import java.security.Principal;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated user or program: its name, its roles, and further attributes such as the claims of a token.
 *
 * <pre>{@code
 * Identity.of("ann", "basic").withRoles(List.of("admin")).withAttribute("tenant", "acme")
 * }</pre>
 *
 * <p>Authentication puts it into the {@linkplain RequestContext#identity() request context}, where it follows the request to all of
 * its threads. Immutable.
 */
public final class Identity implements Principal {

    private final String name;
    private final String mechanism;
    private final Set<String> roles;
    private final Map<String, Object> attributes;
    private final @Nullable Instant expiry;

    private Identity(
            final String name,
            final String mechanism,
            final Set<String> roles,
            final Map<String, Object> attributes,
            final @Nullable Instant expiry) {
        this.name = name;
        this.mechanism = mechanism;
        this.roles = roles;
        this.attributes = attributes;
        this.expiry = expiry;
    }

    /**
     * Creates an identity without roles.
     *
     * @param name the name of the user or program; not blank
     * @param mechanism name of the mechanism that authenticated it, for example {@code basic} or {@code jwt}
     * @return an identity that does not expire
     * @throws IllegalArgumentException if the name is blank
     */
    public static Identity of(final String name, final String mechanism) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of an identity is blank.");
        }
        return new Identity(name, Objects.requireNonNull(mechanism, "mechanism"), Set.of(), Map.of(), null);
    }

    /**
     * Replaces the roles.
     *
     * @param all compared case-sensitively, as in {@code @RolesAllowed}
     * @return a changed copy
     */
    public Identity withRoles(final Collection<String> all) {
        return new Identity(
                name,
                mechanism,
                Collections.unmodifiableSet(new LinkedHashSet<>(List.copyOf(all))),
                attributes,
                expiry);
    }

    /**
     * Adds an attribute.
     *
     * @param key replaces an attribute with this key
     * @param value an immutable value
     * @return a changed copy
     */
    public Identity withAttribute(final String key, final Object value) {
        return withAttributes(Collections.singletonMap(key, value));
    }

    /**
     * Adds attributes.
     *
     * @param added immutable values; they replace attributes with the same keys
     * @return a changed copy
     */
    public Identity withAttributes(final Map<String, ?> added) {
        final Map<String, Object> all = new LinkedHashMap<>(attributes);
        added.forEach(
                (key, value) -> all.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value")));
        return new Identity(name, mechanism, roles, Collections.unmodifiableMap(all), expiry);
    }

    /**
     * Limits the time for which the identity is valid.
     *
     * @param expiresAt the end of this time
     * @return a changed copy
     */
    public Identity withExpiry(final Instant expiresAt) {
        return new Identity(name, mechanism, roles, attributes, Objects.requireNonNull(expiresAt, "expiresAt"));
    }

    @Override
    public String getName() {
        return name;
    }

    /**
     * Returns the mechanism.
     *
     * @return a value such as {@code basic}
     */
    public String mechanism() {
        return mechanism;
    }

    /**
     * Returns the roles.
     *
     * @return unmodifiable
     */
    public Set<String> roles() {
        return roles;
    }

    /**
     * Returns true if the identity has a role.
     *
     * @param role compared case-sensitively
     * @return false for any role that is not among {@link #roles}
     */
    public boolean hasRole(final String role) {
        return roles.contains(role);
    }

    /**
     * Returns the attributes.
     *
     * @return unmodifiable; for a JWT, its claims
     */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /**
     * Finds an attribute.
     *
     * @param key its key
     * @return empty if the identity does not have it
     */
    public Optional<Object> attribute(final String key) {
        return Optional.ofNullable(attributes.get(key));
    }

    /**
     * Returns the time until which the identity is valid.
     *
     * @return empty if it does not expire
     */
    public Optional<Instant> expiry() {
        return Optional.ofNullable(expiry);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final Identity identity
                && name.equals(identity.name)
                && mechanism.equals(identity.mechanism)
                && roles.equals(identity.roles)
                && attributes.equals(identity.attributes)
                && Objects.equals(expiry, identity.expiry);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, mechanism, roles);
    }

    /** Returns the name, the mechanism and the roles. Attributes may be personal data and are left out. */
    @Override
    public String toString() {
        return name + " (" + mechanism + (roles.isEmpty() ? "" : ", roles " + String.join(", ", roles)) + ")";
    }
}
