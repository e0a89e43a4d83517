package org.jzenith.restclient;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** The service. */
@Path("/articles")
public final class ArticlesResource implements ArticlesApi {

    static final AtomicInteger PRODUCED = new AtomicInteger();

    @Override
    public Maybe<Article> find(final String id) {
        return switch (id) {
            case "none" -> Maybe.empty();
            case "denied" -> Maybe.error(new WebApplicationException(401));
            default -> Maybe.just(new Article(id, "Tea pot", 3));
        };
    }

    @Override
    public Single<String> text(
            final String id,
            final String rest,
            final String query,
            final LocalDate day,
            final Color color,
            final List<String> tags,
            final UUID header,
            final String cookie,
            final String matrix,
            final Integer page) {
        return Single.just(String.join(
                "|",
                id,
                rest,
                query,
                String.valueOf(day),
                String.valueOf(color),
                String.valueOf(tags),
                String.valueOf(header),
                cookie,
                matrix,
                String.valueOf(page)));
    }

    @Override
    public Single<String> bean(final Filter filter) {
        return Single.just(filter.min + "|" + filter.shop + "|" + filter.tags);
    }

    @Override
    public Single<Article> create(final Article article) {
        return Single.just(new Article(article.id(), article.name(), article.pieces() + 1));
    }

    @Override
    public Completable replace(final String id, final Article article) {
        return id.equals(article.id()) ? Completable.complete() : Completable.error(new WebApplicationException(409));
    }

    @Override
    public Single<String> rename(final String id, final String name) {
        return Single.just(id + " is " + name);
    }

    @Override
    public Completable remove(final String id) {
        return Completable.complete();
    }

    @Override
    public Single<Response> head(final String id) {
        return Single.just(Response.ok().header("X-Pieces", "3").build());
    }

    @Override
    public Single<String> form(final String name, final List<Integer> sizes) {
        return Single.just(name + sizes);
    }

    @Override
    public Single<byte[]> reverse(final byte[] bytes) {
        final byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return Single.just(reversed);
    }

    @Override
    public Single<String> upload(final Flowable<Buffer> content) {
        return content.map(Buffer::length).reduce(0, Integer::sum).map(String::valueOf);
    }

    @Override
    public Single<String> importArray(final Flowable<Article> articles) {
        return articles.map(Article::pieces).reduce(0, Integer::sum).map(sum -> "array " + sum);
    }

    @Override
    public Single<String> importLines(final Flowable<Article> articles) {
        return articles.map(Article::pieces).reduce(0, Integer::sum).map(sum -> "lines " + sum);
    }

    private static Flowable<Article> articles(final int count) {
        return Flowable.range(1, count)
                .doOnNext(each -> PRODUCED.incrementAndGet())
                .map(each -> new Article("a" + each, "brackets ], { and \" quotes", each));
    }

    @Override
    public Flowable<Article> json(final int count) {
        return articles(count);
    }

    @Override
    public Flowable<Article> lines(final int count) {
        return articles(count);
    }

    @Override
    public Flowable<Article> events(final int count) {
        return articles(count);
    }

    @Override
    public Flowable<Buffer> pieces(final int count) {
        return Flowable.range(1, count)
                .doOnNext(each -> PRODUCED.incrementAndGet())
                .map(each -> Buffer.buffer(new byte[1000]));
    }
}
