package ${package}.order;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;

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
    private final Query<Order> newest;

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
        newest = client.query(sql.select(ID, CUSTOMER, AMOUNT, STATUS)
                        .from(ORDERS)
                        .orderBy(CREATED.desc(), ID)
                        .limit(param("limit", Integer.class)))
                .map(OrderTable::order);
    }

    Completable insert(final Order order) {
        return insert.bind(
                        order.id(),
                        order.customer(),
                        order.amount(),
                        order.status().name())
                .execute();
    }

    Single<Order> select(final UUID id) {
        return byId.bind(id).single(() -> new NoSuchOrderException(id));
    }

    Single<List<Order>> selectNewest(final int limit) {
        return newest.bind(limit).list();
    }

    private static Order order(final Row row) {
        return new Order(row.getUUID(0), row.getString(1), row.getBigDecimal(2), OrderStatus.valueOf(row.getString(3)));
    }
}
