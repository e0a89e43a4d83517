package org.jzenith.docs.cookbook.tls;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** Tells a client who it is. */
@Path("/partner")
@Produces(MediaType.TEXT_PLAIN)
public final class PartnerResource {

    @GET
    public String partner(@Context final SecurityContext security) {
        return security.getUserPrincipal().getName();
    }
}
