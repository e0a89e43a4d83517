package com.example.shop.article;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The articles over HTTP. */
@Singleton
@Path("/articles")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
public final class ArticleResource {

    private final ArticleTable articles;

    @Inject
    ArticleResource(final ArticleTable articles) {
        this.articles = articles;
    }

    @GET
    public Single<List<Article>> list() {
        return articles.selectAll();
    }

    @GET
    @Path("/{name}")
    public Maybe<Article> get(@PathParam("name") final String name) {
        return articles.select(name);
    }
}
