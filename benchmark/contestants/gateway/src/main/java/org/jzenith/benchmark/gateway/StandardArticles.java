package org.jzenith.benchmark.gateway;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.WebTarget;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.rxjava2.SingleRxInvoker;

/** The calls by RESTEasy's client, which has no stream of elements. */
@Singleton
final class StandardArticles implements ArticleApi {

    private final WebTarget articles;

    @Inject
    StandardArticles(@Named("articles") final WebTarget articles) {
        this.articles = articles.path("articles");
    }

    @Override
    public Single<Article> read(final String id) {
        return invoker(articles.path(id)).get(Article.class);
    }

    @Override
    public Single<Article> send(final Article article) {
        return invoker(articles).post(Entity.json(article), Article.class);
    }

    @Override
    public Flowable<Article> all(final int count) {
        return Flowable.error(new UnsupportedOperationException());
    }

    @Override
    public Single<Article> limited() {
        return invoker(articles.path("limited")).get(Article.class);
    }

    private static SingleRxInvoker invoker(final WebTarget target) {
        return target.request(MediaType.APPLICATION_JSON).rx(SingleRxInvoker.class);
    }
}
