package org.jzenith.docs.features.catalog;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

@Path("/products")
@Produces(MediaType.APPLICATION_JSON)
final class ProductResource {

    private final Products products;

    @Inject
    ProductResource(final Products products) {
        this.products = products;
    }

    @GET
    @Path("{name}")
    public Maybe<Products.Product> product(@PathParam("name") final String name) {
        return products.find(name);
    }
}
