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

/** Tells clients if an article can be bought. */
@Path("/shop/{article}")
public final class ArticleResource {

    private final Stock stock;

    @Inject
    ArticleResource(final Stock stock) {
        this.stock = stock;
    }

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public Maybe<String> article(@PathParam("article") final String article) {
        return stock.pieces(article).map(pieces -> pieces > 0 ? "buy now" : "sold out");
    }

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withSettings(StockSettings.class)
                .withPlugins(RestPlugin.withResources(ArticleResource.class))
                .withModules(
                        binder -> binder.bind(Stock.class).to(HttpStock.class).asEagerSingleton());
    }
    // endregion
}
