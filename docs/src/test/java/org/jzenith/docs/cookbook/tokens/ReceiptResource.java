package org.jzenith.docs.cookbook.tokens;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.context.Identity;

// region resource
@Path("/receipts")
public final class ReceiptResource {

    @GET
    @RolesAllowed({"clerk", "admin"})
    @Produces(MediaType.TEXT_PLAIN)
    public String receipts(final Identity caller) {
        return "receipts of " + caller.getName();
    }

    @DELETE
    @RolesAllowed("admin")
    public void deleteAll() {
        // deletes them
    }
}
// endregion
