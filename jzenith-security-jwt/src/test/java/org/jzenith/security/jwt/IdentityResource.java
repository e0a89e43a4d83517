package org.jzenith.security.jwt;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Objects;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;

/** Shows the identity of the request. */
@Path("/me")
@Produces("text/plain")
public final class IdentityResource {

    @GET
    public String name(@Context final SecurityContext security) {
        return security.getUserPrincipal() == null
                ? "nobody"
                : security.getUserPrincipal().getName();
    }

    @GET
    @Path("all")
    public String all() {
        final Identity identity = Objects.requireNonNull(
                Objects.requireNonNull(RequestContext.current()).identity());
        return identity.mechanism()
                + ' '
                + identity.roles()
                + ' '
                + identity.attributes()
                + ' '
                + identity.expiry().isPresent();
    }
}
