package org.jzenith.docs.cookbook.apikeys;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.context.Identity;

/** For the programs that may read the stock. */
@Path("/stock")
public final class StockResource {

    @GET
    @RolesAllowed("stock")
    @Produces(MediaType.TEXT_PLAIN)
    public String stock(final Identity caller) {
        return "12 pieces for " + caller.getName();
    }
}
