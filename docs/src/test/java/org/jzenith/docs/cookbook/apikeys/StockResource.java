package org.jzenith.docs.cookbook.apikeys;

import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** For the programs that may read the stock. */
@Path("/stock")
public final class StockResource {

    private final SecurityContext security;

    @Inject
    StockResource(final SecurityContext security) {
        this.security = security;
    }

    @GET
    @RolesAllowed("stock")
    @Produces(MediaType.TEXT_PLAIN)
    public String stock() {
        return "12 pieces for " + security.getUserPrincipal().getName();
    }
}
