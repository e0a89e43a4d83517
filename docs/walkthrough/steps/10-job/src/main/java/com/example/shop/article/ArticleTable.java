package com.example.shop.article;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.Transaction;

/** The SQL of the articles. */
@Singleton
public final class ArticleTable {

    private final Query<Article> all;
    private final Query<Article> byName;
    private final Query<BigDecimal> take;
    private final Query<Row> putBack;

    @Inject
    ArticleTable(final SqlClient client) {
        all = client.query("SELECT name, price, stock FROM articles ORDER BY name")
                .map(ArticleTable::article);
        byName = client.query("SELECT name, price, stock FROM articles WHERE name = $1")
                .map(ArticleTable::article);
        take = client.query("""
                        UPDATE articles SET stock = stock - $2
                        WHERE name = $1 AND stock >= $2
                        RETURNING price""").map(row -> row.getBigDecimal("price"));
        putBack = client.query("UPDATE articles SET stock = stock + $2 WHERE name = $1");
    }

    /** Takes pieces out of the stock and returns the price of one. */
    public Single<BigDecimal> take(final Transaction tx, final String article, final int quantity) {
        return tx.with(take).bind(article, quantity).maybe().switchIfEmpty(Single.defer(() -> refuse(tx, article)));
    }

    private Single<BigDecimal> refuse(final Transaction tx, final String article) {
        return tx.with(byName)
                .bind(article)
                .maybe()
                .<Throwable>map(NotEnoughStockException::new)
                .toSingle(new NoSuchArticleException(article))
                .flatMap(Single::error);
    }

    /** Puts pieces back into the stock. */
    public Completable putBack(final Transaction tx, final String article, final int quantity) {
        return tx.with(putBack).bind(article, quantity).execute();
    }

    Single<List<Article>> selectAll() {
        return all.list();
    }

    Maybe<Article> select(final String name) {
        return byName.bind(name).maybe();
    }

    private static Article article(final Row row) {
        return new Article(row.getString("name"), row.getBigDecimal("price"), row.getInteger("stock"));
    }
}
