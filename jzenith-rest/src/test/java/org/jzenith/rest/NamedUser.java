package org.jzenith.rest;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/** Somebody with a name and without roles, as an authenticating proxy may give it. */
record NamedUser(String name) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
        return () -> name;
    }

    @Override
    public boolean isUserInRole(final String role) {
        return false;
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String getAuthenticationScheme() {
        return "name";
    }
}
