package com.example.shop.order;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.Transaction;

/** The SQL of the order lines. */
@Singleton
final class OrderLineTable {

    private final Query<Row> insert;
    private final Query<OrderLine> ofOrder;

    @Inject
    OrderLineTable(final SqlClient client) {
        insert = client.query("""
                INSERT INTO order_lines (order_id, position, article, quantity, price)
                VALUES ($1, $2, $3, $4, $5)""");
        ofOrder = client.query("SELECT article, quantity, price FROM order_lines WHERE order_id = $1 ORDER BY position")
                .map(OrderLineTable::line);
    }

    Completable insert(final Transaction tx, final UUID order, final List<OrderLine> lines) {
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

    private static OrderLine line(final Row row) {
        return new OrderLine(row.getString("article"), row.getInteger("quantity"), row.getBigDecimal("price"));
    }
}
