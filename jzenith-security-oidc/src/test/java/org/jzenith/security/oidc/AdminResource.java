package org.jzenith.security.oidc;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;

/** Is on another listener. */
@Path("admin")
@Produces("text/html")
public final class AdminResource {

    @GET
    public String who() {
        final RequestContext context = RequestContext.current();
        final Identity identity = context == null ? null : context.identity();
        return "admin is " + (identity == null ? "nobody" : identity.getName());
    }
}
