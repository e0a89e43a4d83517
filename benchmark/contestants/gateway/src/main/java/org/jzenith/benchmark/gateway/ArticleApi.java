package org.jzenith.benchmark.gateway;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** The other service. */
@Path("/articles")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public interface ArticleApi {

    /**
     * Reads an article.
     *
     * @param id of the article
     * @return the article
     */
    @GET
    @Path("/{id}")
    Single<Article> read(@PathParam("id") String id);

    /**
     * Sends an article, and receives it again.
     *
     * @param article the article
     * @return the same
     */
    @POST
    Single<Article> send(Article article);

    /**
     * Reads many articles.
     *
     * @param count the number of articles
     * @return the articles
     */
    @GET
    @Path("/all")
    @Produces("application/x-ndjson")
    Flowable<Article> all(@QueryParam("count") int count);

    /**
     * Reads an article from a service that can do little.
     *
     * @return an article after 10 ms; 503 when 20 others wait for theirs
     */
    @GET
    @Path("/limited")
    Single<Article> limited();
}
