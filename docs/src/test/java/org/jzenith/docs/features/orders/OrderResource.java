package org.jzenith.docs.features.orders;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import org.jzenith.docs.features.catalog.Catalog;

@Path("/orders")
@Produces(MediaType.TEXT_PLAIN)
final class OrderResource {

    private final Catalog catalog;

    @Inject
    OrderResource(final Catalog catalog) {
        this.catalog = catalog;
    }

    // region use
    @GET
    @Path("{product}/price")
    public Single<String> price(
            @PathParam("product") final String product,
            @QueryParam("pieces") final int pieces) {
        return catalog.price(product)
                .map(price ->
                        price.multiply(BigDecimal.valueOf(pieces)).toPlainString());
    }
    // endregion
}
