package org.jzenith.docs.cookbook.transactions;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.UUID;

/** Takes orders. */
@Path("/orders/{article}/{pieces}")
public final class OrderResource {

    private final Orders orders;

    @Inject
    OrderResource(final Orders orders) {
        this.orders = orders;
    }

    @POST
    public Single<UUID> order(@PathParam("article") final String article, @PathParam("pieces") final int pieces) {
        return orders.order(article, pieces);
    }
}
