package org.jzenith.security.oidc;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotAuthorizedException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;

/** Shows who sends a request. */
@Path("/")
@Produces({"text/html", "application/json"})
public final class PageResource {

    @GET
    public String home() {
        return "home of " + name();
    }

    @GET
    @Path("page")
    public String page() {
        return "page of " + name();
    }

    @GET
    @Path("roles")
    public String roles() {
        final Identity identity = identity();
        if (identity == null) {
            throw new NotAuthorizedException("oidc");
        }
        return String.join(",", new TreeSet<>(identity.roles())) + " "
                + identity.attribute("email").orElse("none");
    }

    @POST
    @Path("order")
    public String order() {
        return "order of " + name();
    }

    private static String name() {
        final Identity identity = identity();
        return identity == null ? "nobody" : identity.getName();
    }

    private static @Nullable Identity identity() {
        final RequestContext context = RequestContext.current();
        return context == null ? null : context.identity();
    }
}
