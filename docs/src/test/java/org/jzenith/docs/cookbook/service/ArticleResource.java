package org.jzenith.docs.cookbook.service;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;

/** Tells clients if an article can be bought. */
// region resource
@Path("/shop/{article}")
public final class ArticleResource {

    private final StockApi api;

    @Inject
    ArticleResource(final StockApi api) {
        this.api = api;
    }

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public Maybe<String> article(@PathParam("article") final String article) {
        return api.stock(article)
                .map(stock -> stock.pieces() > 0 ? "buy now" : "sold out");
    }

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(ArticleResource.class),
                        RestClientPlugin.of(StockApi.class, "stock"));
    }
}
// endregion
