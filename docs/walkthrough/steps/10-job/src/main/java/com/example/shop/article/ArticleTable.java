package com.example.shop.article;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;

/** The SQL of the articles. */
@Singleton
public final class ArticleTable {

    private final SqlQuery<Article> all;
    private final SqlQuery<Article> byName;
    private final SqlQuery<BigDecimal> take;
    private final SqlQuery<Row> putBack;

    @Inject
    ArticleTable(final Database database) {
        all = database.query(
                    "SELECT name, price, stock FROM articles ORDER BY name")
                .as(Article.class);
        byName = database.query(
                    "SELECT name, price, stock FROM articles WHERE name = $1")
                .as(Article.class);
        take = database.query("""
                        UPDATE articles SET stock = stock - $2
                        WHERE name = $1 AND stock >= $2
                        RETURNING price""").as(BigDecimal.class);
        putBack = database.query("UPDATE articles SET stock = stock + $2 WHERE name = $1");
    }

    /** Takes pieces out of the stock and returns the price of one. */
    public Single<BigDecimal> take(
            final SqlTransaction tx,
            final String article,
            final int quantity) {
        return tx.with(take)
                .bind(article, quantity)
                .maybe()
                .switchIfEmpty(Single.defer(() -> refuse(tx, article)));
    }

    private Single<BigDecimal> refuse(
            final SqlTransaction tx, final String article) {
        return tx.with(byName)
                .bind(article)
                .maybe()
                .<Throwable>map(NotEnoughStockException::new)
                .toSingle(new NoSuchArticleException(article))
                .flatMap(Single::error);
    }

    /** Puts pieces back into the stock. */
    public Completable putBack(final SqlTransaction tx, final String article, final int quantity) {
        return tx.with(putBack).bind(article, quantity).execute();
    }

    Single<List<Article>> selectAll() {
        return all.list();
    }

    Maybe<Article> select(final String name) {
        return byName.bind(name).maybe();
    }
}
