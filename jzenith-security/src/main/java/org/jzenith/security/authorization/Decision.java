package org.jzenith.security.authorization;

/**
 * An access with its reason.
 *
 * @param access the decision
 * @param reason for logs and tables, for example {@code @RolesAllowed on OrderResource}
 */
record Decision(Access access, String reason) {

    @Override
    public String toString() {
        return access + ", by " + reason;
    }
}
