package org.jzenith.docs.cookbook.json;

import io.reactivex.Single;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

@Path("/offers")
@Produces(MediaType.APPLICATION_JSON)
public final class OfferResource {

    @POST
    public Single<Offer> add(final Offer offer) {
        return Single.just(offer);
    }
}
