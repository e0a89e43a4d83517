package org.jzenith.docs.cookbook.sharedlimit;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.rest.limit.RateLimit;

// region class
/** Invites people, five in an hour for each client. */
@Path("/invitations")
@Produces(MediaType.TEXT_PLAIN)
public final class InvitationResource {

    @POST
    @RateLimit(permits = 5, per = "1h")
    public String invite(final String email) {
        return "An invitation is on its way to " + email + ".";
    }
}
// endregion
