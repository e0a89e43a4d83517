package org.jzenith.rest.invoke;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** The security context of a request until a filter sets another (Jakarta REST 3.1, 10.2.5). */
record AnonymousSecurityContext(boolean isSecure) implements SecurityContext {

    private static final SecurityContext OVER_TLS = new AnonymousSecurityContext(true);
    private static final SecurityContext IN_THE_CLEAR = new AnonymousSecurityContext(false);

    static SecurityContext of(final String scheme) {
        return scheme.equals("https") ? OVER_TLS : IN_THE_CLEAR;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return null;
    }

    @Override
    public boolean isUserInRole(final String role) {
        return false;
    }

    @Override
    public @Nullable String getAuthenticationScheme() {
        return null;
    }
}
