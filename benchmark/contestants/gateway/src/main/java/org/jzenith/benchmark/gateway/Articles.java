package org.jzenith.benchmark.gateway;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Path;

/** The other service itself. */
@Singleton
@Path("/articles")
public final class Articles implements ArticleApi {

    /** Creates the resource. */
    public Articles() {}

    @Override
    public Single<Article> read(final String id) {
        return Single.just(Article.of(id));
    }

    @Override
    public Single<Article> send(final Article article) {
        return Single.just(article);
    }
}
