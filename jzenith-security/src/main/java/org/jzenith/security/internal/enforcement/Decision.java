package org.jzenith.security.internal.enforcement;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessPolicy;

/**
 * A permission, and its origin.
 *
 * @param access those who may call
 * @param policy asked second, about those who may call; null for none
 * @param rule the rule, for reports, for example {@code @RolesAllowed on OrderResource}
 */
record Decision(Access access, @Nullable AccessPolicy policy, String rule) {

    Decision(final Access access, final String rule) {
        this(access, null, rule);
    }

    /** Returns those who may call, for example {@code roles admin}. */
    String allowed() {
        if (policy == null) {
            return access.toString();
        }
        final String name = "policy " + policy.getClass().getSimpleName();
        return access.equals(Access.everyone()) ? name : access + " and " + name;
    }

    /** Returns those who may call, for the table of resource methods. */
    RouteAccess route() {
        return new RouteAccess(
                access.allows(null), access.roles().isEmpty() ? List.of() : List.of(access.roles()), policy != null);
    }

    /** Returns those who may call and why. */
    String description() {
        return allowed() + ", by " + rule;
    }
}
