package org.jzenith.docs.cookbook.cache;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;

/** The best sellers of a shop. */
// region resource
@Path("shops/{shop}/best-sellers")
public final class BestSellerResource {

    private final BestSellers sellers;

    @Inject
    BestSellerResource(final BestSellers sellers) {
        this.sellers = sellers;
    }

    @GET
    public Maybe<List<BestSellers.Seller>> get(
            @PathParam("shop") final String shop) {
        return sellers.of(shop);
    }

    @DELETE
    @Path("cached")
    public Completable recount(@PathParam("shop") final String shop) {
        return sellers.recount(shop);
    }
}
// endregion
