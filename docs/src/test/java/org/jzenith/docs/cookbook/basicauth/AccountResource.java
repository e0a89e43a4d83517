package org.jzenith.docs.cookbook.basicauth;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import org.jzenith.security.authorization.Authenticated;

/** Knows who asks. */
@Path("/account")
public final class AccountResource {

    private final SecurityContext security;

    @Inject
    AccountResource(final SecurityContext security) {
        this.security = security;
    }

    @GET
    @Authenticated
    @Produces(MediaType.TEXT_PLAIN)
    public String name() {
        return security.getUserPrincipal().getName();
    }
}
