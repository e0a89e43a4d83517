package com.example.shop.order;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.jooq.Jooq;

/** The SQL of the orders; each run binds its values. */
@Singleton
final class OrderTable {

    private static final Table<?> ORDERS = table(name("orders"));
    private static final Field<UUID> ID = field(name("id"), SQLDataType.UUID);
    private static final Field<String> CUSTOMER = field(name("customer"), SQLDataType.VARCHAR);
    private static final Field<BigDecimal> AMOUNT = field(name("amount"), SQLDataType.NUMERIC);
    private static final Field<String> STATUS = field(name("status"), SQLDataType.VARCHAR);
    private static final Field<OffsetDateTime> CREATED = field(name("created"), SQLDataType.TIMESTAMPWITHTIMEZONE);

    private final SqlQuery<Row> insert;
    private final SqlQuery<Order> byId;
    private final SqlQuery<Order> orders;
    private final SqlQuery<Order> pay;
    private final SqlQuery<UUID> expire;

    @Inject
    OrderTable(final Database database, final Jooq jooq) {
        final DSLContext sql = jooq.dsl();
        insert = jooq.query(sql.insertInto(ORDERS, ID, CUSTOMER, AMOUNT, STATUS)
                .values(
                        param("id", ID),
                        param("customer", CUSTOMER),
                        param("amount", AMOUNT),
                        param("status", STATUS)));
        byId = jooq.query(sql.select(ID, CUSTOMER, AMOUNT, STATUS).from(ORDERS).where(ID.eq(param("id", ID))))
                .as(Order.class);
        orders = jooq.query(sql.select(ID, CUSTOMER, AMOUNT, STATUS, CREATED)
                        .from(ORDERS))
                .as(Order.class);
        pay = database.query("""
                        UPDATE orders SET status = 'PAID'
                        WHERE id = $1 AND status = 'OPEN'
                            AND created > now() - make_interval(secs => $2)
                        RETURNING id, customer, amount, status""")
                .as(Order.class);
        expire = database.query("""
                        UPDATE orders SET status = 'EXPIRED'
                        WHERE status = 'OPEN'
                            AND created <= now() - make_interval(secs => $1)
                        RETURNING id""").as(UUID.class);
    }

    Completable insert(final SqlTransaction tx, final Order order) {
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

    Single<Page<Order>> selectPage(final PageRequest page) {
        return orders.page(page, Sort.desc("created"), Sort.desc("id"));
    }

    Maybe<Order> pay(final UUID id, final Duration timeout) {
        return pay.bind(id, seconds(timeout)).maybe();
    }

    Single<List<UUID>> expire(
            final SqlTransaction tx, final Duration timeout) {
        return tx.with(expire).bind(seconds(timeout)).list();
    }

    private static double seconds(final Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
