package org.jzenith.benchmark.secured;

import io.reactivex.Single;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The same document for users with one role. */
@Singleton
@Path("/json")
@Produces(MediaType.APPLICATION_JSON)
public final class ProtectedResource {

    ProtectedResource() {}

    @GET
    @RolesAllowed("user")
    public Single<Message> json() {
        return Single.just(new Message("Hello, World!"));
    }
}
