package com.example.shop.order;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;

/** The SQL of the order lines. */
@Singleton
final class OrderLineTable {

    private final SqlQuery<Row> insert;
    private final SqlQuery<OrderLine> ofOrder;
    private final SqlQuery<Sum> sums;

    @Inject
    OrderLineTable(final Database database) {
        insert = database.query("""
                INSERT INTO order_lines
                (order_id, position, article, quantity, price)
                VALUES ($1, $2, $3, $4, $5)""");
        ofOrder = database.query(
                        """
                        SELECT article, quantity, price FROM order_lines
                        WHERE order_id = $1 ORDER BY position""")
                .as(OrderLine.class);
        sums = database.query("""
                        SELECT article, sum(quantity)::int AS quantity FROM order_lines
                        WHERE order_id = ANY($1)
                        GROUP BY article
                        ORDER BY article""").as(Sum.class);
    }

    /** The pieces of an article in several orders. */
    record Sum(String article, int quantity) {}

    Single<List<Sum>> selectSums(final SqlTransaction tx, final List<UUID> orders) {
        return tx.with(sums).bind((Object) orders.toArray(UUID[]::new)).list();
    }

    Completable insert(
            final SqlTransaction tx,
            final UUID order,
            final List<OrderLine> lines) {
        return tx.with(insert)
                .batch(IntStream.range(0, lines.size())
                        .mapToObj(i -> List.<Object>of(
                                order,
                                i,
                                lines.get(i).article(),
                                lines.get(i).quantity(),
                                lines.get(i).price()))
                        .toList())
                .ignoreElement();
    }

    Single<List<OrderLine>> select(final UUID order) {
        return ofOrder.bind(order).list();
    }
}
