package com.example.shop.article;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;

/** The SQL of the articles. */
@Singleton
public final class ArticleTable {

    private final SqlQuery<Article> all;
    private final SqlQuery<Article> byName;
    private final SqlQuery<BigDecimal> take;

    @Inject
    ArticleTable(final Database database) {
        all = database.query(
                    "SELECT name, price, stock FROM articles ORDER BY name")
                .as(Article.class);
        byName = database.query(
                    "SELECT name, price, stock FROM articles WHERE name = $1")
                .as(Article.class);
        take = database.query("""
                        UPDATE articles SET stock = stock - $2 WHERE name = $1
                        RETURNING price""")
                .as(BigDecimal.class);
    }

    /** Takes pieces out of the stock and returns the price of one. */
    public Single<BigDecimal> take(
            final SqlTransaction tx,
            final String article,
            final int quantity) {
        return tx.with(take).bind(article, quantity).single();
    }

    Single<List<Article>> selectAll() {
        return all.list();
    }

    Maybe<Article> select(final String name) {
        return byName.bind(name).maybe();
    }
}
