package org.jzenith.docs.cookbook.tokens;

import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

// region resource
@Path("/receipts")
public final class ReceiptResource {

    private final SecurityContext security;

    @Inject
    ReceiptResource(final SecurityContext security) {
        this.security = security;
    }

    @GET
    @RolesAllowed({"clerk", "admin"})
    @Produces(MediaType.TEXT_PLAIN)
    public String receipts() {
        return "receipts of " + security.getUserPrincipal().getName();
    }

    @DELETE
    @RolesAllowed("admin")
    public void deleteAll() {
        // deletes them
    }
}
// endregion
