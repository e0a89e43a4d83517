package com.example.shop.order;

import com.example.shop.ShopSettings;
import com.example.shop.article.ArticleTable;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jzenith.sql.Database;

/** Expires unpaid orders and puts their articles back. */
@Singleton
public final class OrderExpiry {

    private final Database database;
    private final OrderTable table;
    private final OrderLineTable lineTable;
    private final ArticleTable articles;
    private final ShopSettings settings;

    @Inject
    OrderExpiry(
            final Database database,
            final OrderTable table,
            final OrderLineTable lineTable,
            final ArticleTable articles,
            final ShopSettings settings) {
        this.database = database;
        this.table = table;
        this.lineTable = lineTable;
        this.articles = articles;
        this.settings = settings;
    }

    public Completable run() {
        return database.withTransactionCompletable(tx -> table
                .expire(tx, settings.paymentTimeout())
                .flatMap(orders -> lineTable.selectSums(tx, orders))
                .flatMapPublisher(Flowable::fromIterable)
                .concatMapCompletable(sum ->
                        articles.putBack(tx, sum.article(), sum.quantity())));
    }
}
