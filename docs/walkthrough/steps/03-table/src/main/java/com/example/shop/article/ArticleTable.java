package com.example.shop.article;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** The SQL of the articles. */
@Singleton
public final class ArticleTable {

    private final SqlQuery<Article> all;
    private final SqlQuery<Article> byName;

    @Inject
    ArticleTable(final Database database) {
        all = database.query(
                    "SELECT name, price, stock FROM articles ORDER BY name")
                .as(Article.class);
        byName = database.query(
                    "SELECT name, price, stock FROM articles WHERE name = $1")
                .as(Article.class);
    }

    Single<List<Article>> selectAll() {
        return all.list();
    }

    Maybe<Article> select(final String name) {
        return byName.bind(name).maybe();
    }
}
