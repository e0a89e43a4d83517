package org.jzenith.benchmark.service;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Requests that fail. */
@Singleton
@Path("/errors")
@Produces(MediaType.APPLICATION_JSON)
public final class ErrorResource {

    ErrorResource() {}

    @GET
    @Path("mapped")
    public Single<Message> mapped() {
        return Single.error(new OutOfStockException("nanosecond wire"));
    }

    @GET
    @Path("parameter")
    public Single<Message> parameter(@HeaderParam("X-Number") final int number) {
        return Single.just(new Message("The number is " + number + "."));
    }
}
