package org.jzenith.example.peer;

import io.reactivex.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jzenith.example.user.User;

/** The users of another instance. */
@Path("/users")
@Produces(MediaType.APPLICATION_JSON)
public interface PeerApi {

    /**
     * Finds a user.
     *
     * @param id the user's id
     * @return empty if there is none
     */
    @GET
    @Path("/{id}")
    Maybe<User> user(@PathParam("id") UUID id);
}
