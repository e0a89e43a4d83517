package org.jzenith.docs.cookbook.rxjava;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The resource of docs/rxjava.md. */
@Path("/prices")
public final class PriceResource {

    private final Prices prices;

    @Inject
    PriceResource(final Prices prices) {
        this.prices = prices;
    }

    // region resource
    @GET
    @Path("{article}")
    @Produces(MediaType.APPLICATION_JSON)
    public Maybe<Price> price(@PathParam("article") final String article) {
        return Flowable.fromPublisher(prices.of(article).toFlowable())
                .singleElement();
    }

    @GET
    @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson"})
    public Flowable<Price> all() {
        return Flowable.fromPublisher(prices.all())
                .filter(price -> price.cents() < 300);
    }
    // endregion
}
