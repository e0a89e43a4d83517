package org.jzenith.docs.cookbook.proxy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.resteasy.spi.HttpRequest;

/** Shows what a resource sees of the client and of its address. */
@Path("/links")
@Produces(MediaType.APPLICATION_JSON)
public final class LinkResource {

    /** A link to this resource, and who asks. */
    public record Links(String self, String client) {}

    @GET
    public Links links(@Context final UriInfo uri, @Context final HttpRequest request) {
        return new Links(uri.getAbsolutePath().toString(), request.getRemoteAddress());
    }
}
