package org.jzenith.docs.cookbook.notifications;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

@Path("/prices")
public final class PriceResource {

    private final Prices prices;

    @Inject
    PriceResource(final Prices prices) {
        this.prices = prices;
    }

    // region resource
    @PUT
    @Path("{article}/{cents}")
    public Completable set(
            @PathParam("article") final String article,
            @PathParam("cents") final int cents) {
        return prices.set(article, cents);
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<Price> live() {
        return prices.live();
    }
    // endregion
}
