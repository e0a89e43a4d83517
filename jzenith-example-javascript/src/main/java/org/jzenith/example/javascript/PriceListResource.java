package org.jzenith.example.javascript;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The prices over HTTP, like the handlers in {@code prices.js}. */
@Singleton
@Path("/prices")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class PriceListResource {

    private static final Map<String, Integer> PRICES = Map.of("tea", 450, "coffee", 520);

    /**
     * The price of an article as clients see it.
     *
     * @param article its name
     * @param cents its price
     */
    public record ArticlePrice(String article, int cents) {}

    @GET
    @Path("/{article}")
    public ArticlePrice get(@PathParam("article") final String article) {
        final Integer cents = PRICES.get(article);
        if (cents == null) {
            throw new NotFoundException();
        }
        return new ArticlePrice(article, cents);
    }

    @POST
    @Path("/sum")
    public Single<Integer> sum(@NotNull final List<String> articles) {
        return Single.timer(5, TimeUnit.MILLISECONDS)
                .map(tick -> articles.stream()
                        .mapToInt(article -> PRICES.getOrDefault(article, 0))
                        .sum());
    }
}
