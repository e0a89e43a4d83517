package org.jzenith.docs.cookbook.roles;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** For auditors only. */
@Path("/report")
@RolesAllowed("auditor")
public final class ReportResource {

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String report() {
        return "all is well";
    }
}
