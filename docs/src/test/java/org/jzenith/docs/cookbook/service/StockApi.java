package org.jzenith.docs.cookbook.service;

import io.reactivex.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The service that knows the stock of articles. */
// region api
@Path("/articles")
@Produces(MediaType.APPLICATION_JSON)
public interface StockApi {

    /** The pieces of an article in stock. */
    record Stock(int pieces) {}

    @GET
    @Path("/{article}")
    Maybe<Stock> stock(@PathParam("article") String article);
}
// endregion
