package com.example.shop.order;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.table;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.Transaction;

/** The SQL of the orders; each run binds its values. */
@Singleton
final class OrderTable {

    private static final Table<?> ORDERS = table(name("orders"));
    private static final Field<UUID> ID = field(name("id"), SQLDataType.UUID);
    private static final Field<String> CUSTOMER = field(name("customer"), SQLDataType.VARCHAR);
    private static final Field<BigDecimal> AMOUNT = field(name("amount"), SQLDataType.NUMERIC);
    private static final Field<String> STATUS = field(name("status"), SQLDataType.VARCHAR);
    private static final Field<OffsetDateTime> CREATED = field(name("created"), SQLDataType.TIMESTAMPWITHTIMEZONE);

    private final Query<Row> insert;
    private final Query<Order> byId;
    private final Query<Order> firstPage;
    private final Query<Order> pageAfter;
    private final Query<Order> pay;
    private final Query<UUID> expire;
    private final Query<Order> all;

    @Inject
    OrderTable(final SqlClient client, final DSLContext sql) {
        insert = client.query(sql.insertInto(ORDERS, ID, CUSTOMER, AMOUNT, STATUS)
                .values(
                        param("id", ID),
                        param("customer", CUSTOMER),
                        param("amount", AMOUNT),
                        param("status", STATUS)));
        byId = client.query(
                        sql.select(ID, CUSTOMER, AMOUNT, STATUS).from(ORDERS).where(ID.eq(param("id", ID))))
                .map(OrderTable::order);
        firstPage = client.query(sql.select(ID, CUSTOMER, AMOUNT, STATUS)
                        .from(ORDERS)
                        .orderBy(CREATED.desc(), ID.desc())
                        .limit(param("limit", Integer.class)))
                .map(OrderTable::order);
        pageAfter = client.query(sql.select(ID, CUSTOMER, AMOUNT, STATUS)
                        .from(ORDERS)
                        .where(row(CREATED, ID)
                                .lt(sql.select(CREATED, ID).from(ORDERS).where(ID.eq(param("after", ID)))))
                        .orderBy(CREATED.desc(), ID.desc())
                        .limit(param("limit", Integer.class)))
                .map(OrderTable::order);
        pay = client.query("""
                        UPDATE orders SET status = 'PAID'
                        WHERE id = $1 AND status = 'OPEN' AND created > now() - make_interval(secs => $2)
                        RETURNING id, customer, amount, status""").map(OrderTable::order);
        expire = client.query("""
                        UPDATE orders SET status = 'EXPIRED'
                        WHERE status = 'OPEN' AND created <= now() - make_interval(secs => $1)
                        RETURNING id""").map(row -> row.getUUID("id"));
        all = client.query("SELECT id, customer, amount, status FROM orders ORDER BY created, id")
                .map(OrderTable::order);
    }

    Completable insert(final Transaction tx, final Order order) {
        return tx.with(insert)
                .bind(
                        order.id(),
                        order.customer(),
                        order.amount(),
                        order.status().name())
                .execute();
    }

    Single<Order> select(final UUID id) {
        return byId.bind(id).single(() -> new NoSuchOrderException(id));
    }

    Single<List<Order>> selectPage(final Optional<UUID> after, final int limit) {
        return after.map(id -> pageAfter.bind(id, limit))
                .orElseGet(() -> firstPage.bind(limit))
                .list();
    }

    Maybe<Order> pay(final UUID id, final Duration timeout) {
        return pay.bind(id, seconds(timeout)).maybe();
    }

    Single<List<UUID>> expire(final Transaction tx, final Duration timeout) {
        return tx.with(expire).bind(seconds(timeout)).list();
    }

    private static double seconds(final Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    Flowable<Order> streamAll() {
        return all.stream();
    }

    private static Order order(final Row row) {
        return new Order(row.getUUID(0), row.getString(1), row.getBigDecimal(2), OrderStatus.valueOf(row.getString(3)));
    }
}
