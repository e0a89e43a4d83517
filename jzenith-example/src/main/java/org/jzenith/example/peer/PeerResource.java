package org.jzenith.example.peer;

import io.reactivex.Maybe;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jzenith.example.user.User;

/** The users of another instance, read through a REST client. By default, the other instance is this one. */
@PermitAll
@Singleton
@Path("/peer/users")
@Produces(MediaType.APPLICATION_JSON)
public final class PeerResource {

    private final PeerApi peer;

    @Inject
    PeerResource(final PeerApi peer) {
        this.peer = peer;
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "Get a user of the other instance")
    @ApiResponse(responseCode = "502")
    @ApiResponse(responseCode = "504")
    public Maybe<User> user(@PathParam("id") final UUID id) {
        return peer.user(id);
    }
}
