package org.jzenith.benchmark.service;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Takes bodies. */
@Singleton
@Path("/orders")
@Consumes(MediaType.APPLICATION_JSON)
public final class OrderResource {

    OrderResource() {}

    @POST
    public Completable take(final Order order) {
        return Completable.complete();
    }

    @POST
    @Path("validated")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<Order> takeValid(@Valid final Order order) {
        return Single.just(order);
    }
}
