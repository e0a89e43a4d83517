package org.jzenith.docs.cookbook.basicauth;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authorization.Authenticated;

/** Knows who asks. */
@Path("/account")
public final class AccountResource {

    @GET
    @Authenticated
    @Produces(MediaType.TEXT_PLAIN)
    public String name(final Identity caller) {
        return caller.getName();
    }
}
