package com.example.shop.article;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;

/** The SQL of the articles. */
@Singleton
public final class ArticleTable {

    private final Query<Article> all;
    private final Query<Article> byName;

    @Inject
    ArticleTable(final SqlClient client) {
        all = client.query("SELECT name, price, stock FROM articles ORDER BY name")
                .map(ArticleTable::article);
        byName = client.query("SELECT name, price, stock FROM articles WHERE name = $1")
                .map(ArticleTable::article);
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
