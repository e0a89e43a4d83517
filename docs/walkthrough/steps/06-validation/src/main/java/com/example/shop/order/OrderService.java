package com.example.shop.order;

import com.example.shop.ShopSettings;
import com.example.shop.article.ArticleTable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** The logic of the orders. */
@Singleton
final class OrderService {

    private final Database database;
    private final OrderTable table;
    private final OrderLineTable lineTable;
    private final ArticleTable articles;
    private final ShopSettings settings;

    @Inject
    OrderService(
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

    Single<Order> create(final OrderData data) {
        return database.withTransaction(
                tx -> take(tx, data.lines())
                        .flatMap(lines -> insert(tx, data.customer(), lines)));
    }

    private Single<List<OrderLine>> take(
            final SqlTransaction tx, final List<LineData> lines) {
        // Every transaction locks the articles in the order of their names,
        // to avoid deadlocks.
        return Flowable.fromIterable(lines)
                .sorted(Comparator.comparing(LineData::article))
                .concatMapSingle(line -> articles
                        .take(tx, line.article(), line.quantity())
                        .map(price -> new OrderLine(
                                line.article(), line.quantity(), price)))
                .toList();
    }

    private Single<Order> insert(
            final SqlTransaction tx,
            final String customer,
            final List<OrderLine> lines) {
        final BigDecimal amount = lines.stream()
                .map(OrderLine::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        final Order order = new Order(
                UUID.randomUUID(), customer, amount, OrderStatus.OPEN);
        return table.insert(tx, order)
                .andThen(lineTable.insert(tx, order.id(), lines))
                .toSingleDefault(order);
    }

    Single<Page<Order>> page(final String after, final Optional<Integer> limit) {
        return table.selectPage(PageRequest.after(after, limit.orElseGet(settings::pageSize)));
    }

    Single<Order> get(final UUID id) {
        return table.select(id);
    }

    Single<List<OrderLine>> lines(final UUID id) {
        return get(id).flatMap(order -> lineTable.select(id));
    }
}
