package org.jzenith.benchmark.gateway;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The other service itself. */
@Singleton
@Path("/articles")
public final class Articles implements ArticleApi {

    private static final int MOST = 20;

    private final AtomicInteger waiting = new AtomicInteger();

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

    @Override
    public Flowable<Article> all(final int count) {
        return Flowable.range(0, count).map(each -> Article.of("17"));
    }

    @Override
    public Single<Article> limited() {
        if (waiting.incrementAndGet() > MOST) {
            waiting.decrementAndGet();
            return Single.error(new WebApplicationException(503));
        }
        return Single.timer(10, TimeUnit.MILLISECONDS)
                .map(none -> Article.of("17"))
                .doFinally(waiting::decrementAndGet);
    }
}
