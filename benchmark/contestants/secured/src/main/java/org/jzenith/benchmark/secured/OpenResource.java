package org.jzenith.benchmark.secured;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A small JSON document for everyone, without an access annotation. */
@Singleton
@Path("/json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenResource {

    OpenResource() {}

    @GET
    public Single<Message> json() {
        return Single.just(new Message("Hello, World!"));
    }
}
