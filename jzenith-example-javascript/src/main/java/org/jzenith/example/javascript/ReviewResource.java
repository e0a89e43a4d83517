package org.jzenith.example.javascript;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** The reviews over HTTP, like the handler in {@code reviews.js}. */
@Singleton
@Path("/reviews")
@Produces(MediaType.APPLICATION_JSON)
public final class ReviewResource {

    private final SqlQuery<Review> byArticle;

    /**
     * A review of an article.
     *
     * @param author the name of its author
     * @param stars from 1 to 5
     */
    public record Review(String author, int stars) {}

    @Inject
    ReviewResource(final Database database) {
        byArticle = database.query("SELECT author, stars FROM reviews WHERE article = $1 ORDER BY author")
                .as(Review.class);
    }

    @GET
    @Path("/{article}")
    public Single<List<Review>> get(@PathParam("article") final String article) {
        return byArticle.bind(article).list();
    }
}
