package org.jzenith.example.user;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.TIMESTAMPWITHTIMEZONE;
import static org.jooq.impl.SQLDataType.UUID;
import static org.jooq.impl.SQLDataType.VARCHAR;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.Transaction;

/** The SQL of the users, rendered once; each run binds its own values. Changes run in the caller's transaction. */
@Singleton
final class UserTable {

    private static final Table<org.jooq.Record> USERS = table(name("users"));
    private static final Field<UUID> ID = field(name("id"), UUID);
    private static final Field<String> NAME = field(name("name"), VARCHAR);
    private static final Field<String> EMAIL = field(name("email"), VARCHAR);

    private static final Table<org.jooq.Record> USER_NAMES = table(name("user_names"));
    private static final Field<UUID> USER_ID = field(name("user_id"), UUID);

    private static final Field<OffsetDateTime> SINCE = field(name("since"), TIMESTAMPWITHTIMEZONE);

    private final Query<Long> count;
    private final Query<User> page;
    private final Query<User> all;
    private final Query<User> byId;
    private final Query<User> byIdForUpdate;
    private final Query<Row> insert;
    private final Query<Row> insertName;
    private final Query<Row> update;
    private final Query<Row> delete;
    private final Query<Row> deleteNames;

    @Inject
    UserTable(final SqlClient client, final DSLContext sql) {
        byId = byId(client, sql);
        byIdForUpdate = client.query(sql.select(ID, NAME, EMAIL)
                        .from(USERS)
                        .where(ID.eq(param("id", ID)))
                        .forUpdate())
                .map(UserTable::user);
        count = client.query(sql.selectCount().from(USERS)).map(row -> row.getLong(0));
        page = client.query(sql.select(ID, NAME, EMAIL)
                        .from(USERS)
                        .orderBy(NAME, ID)
                        .limit(param("limit", Integer.class))
                        .offset(param("offset", Integer.class)))
                .map(UserTable::user);
        all = client.query(sql.select(ID, NAME, EMAIL).from(USERS).orderBy(NAME, ID))
                .map(UserTable::user);
        insert = client.query(sql.insertInto(USERS, ID, NAME, EMAIL)
                .values(param("id", ID), param("name", NAME), param("email", EMAIL)));
        insertName = client.query(
                sql.insertInto(USER_NAMES, USER_ID, NAME).values(param("id", USER_ID), param("name", NAME)));
        update = client.query(sql.update(USERS)
                .set(NAME, param("name", NAME))
                .set(EMAIL, param("email", EMAIL))
                .where(ID.eq(param("id", ID))));
        delete = client.query(sql.deleteFrom(USERS).where(ID.eq(param("id", ID))));
        deleteNames = client.query(sql.deleteFrom(USER_NAMES).where(SINCE.lt(param("before", SINCE))));
    }

    private static Query<User> byId(final SqlClient client, final DSLContext sql) {
        return client.query(sql.select(ID, NAME, EMAIL).from(USERS).where(ID.eq(param("id", ID))))
                .map(UserTable::user);
    }

    Single<User> select(final UUID id) {
        return byId.bind(id).single(() -> new NoSuchUserException(id));
    }

    Single<List<User>> select(final int offset, final int limit) {
        return page.bind(offset, limit).list();
    }

    Flowable<User> selectAll() {
        return all.stream();
    }

    Single<Long> count() {
        return count.single();
    }

    Single<User> selectForUpdate(final Transaction tx, final UUID id) {
        return tx.with(byIdForUpdate).bind(id).single(() -> new NoSuchUserException(id));
    }

    Completable insert(final Transaction tx, final User user) {
        return tx.with(insert).bind(user.id(), user.name(), user.email()).execute();
    }

    /** Users keep the names that they once had, for some time. */
    Completable insertName(final Transaction tx, final User user) {
        return tx.with(insertName).bind(user.id(), user.name()).execute();
    }

    Single<Integer> update(final Transaction tx, final User user) {
        return tx.with(update).bind(user.name(), user.email(), user.id()).rowCount();
    }

    Single<Integer> delete(final UUID id) {
        return delete.bind(id).rowCount();
    }

    Single<Integer> deleteNames(final OffsetDateTime before) {
        return deleteNames.bind(before).rowCount();
    }

    private static User user(final Row row) {
        return new User(row.getUUID(0), row.getString(1), row.getString(2));
    }
}
