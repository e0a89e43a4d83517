package org.jzenith.benchmark.gateway;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Calls the other service. */
@Singleton
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class GatewayResource {

    private static final int MANY = 100;
    private static final int ELEMENTS = 100_000;

    private final ArticleApi articles;

    @Inject
    GatewayResource(final ArticleApi articles) {
        this.articles = articles;
    }

    @GET
    @Path("get")
    public Single<Article> get() {
        return articles.read("17");
    }

    @GET
    @Path("post")
    public Single<Article> post() {
        return articles.send(Article.of("17"));
    }

    @GET
    @Path("stream")
    @Produces("application/x-ndjson")
    public Flowable<Article> stream() {
        return articles.all(ELEMENTS);
    }

    @GET
    @Path("limited")
    public Single<Article> limited() {
        return articles.limited();
    }

    @GET
    @Path("many")
    public Single<Integer> many() {
        return Flowable.range(1, MANY)
                .flatMapSingle(each -> articles.read("17"), false, MANY)
                .map(Article::pieces)
                .reduce(0, Integer::sum);
    }
}
