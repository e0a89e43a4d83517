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
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Row;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.jooq.Jooq;

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

    private final SqlQuery<User> users;
    private final SqlQuery<User> all;
    private final SqlQuery<User> byId;
    private final SqlQuery<User> byIdForUpdate;
    private final SqlQuery<Row> insert;
    private final SqlQuery<Row> insertName;
    private final SqlQuery<Row> update;
    private final SqlQuery<Row> delete;
    private final SqlQuery<Row> deleteNames;

    @Inject
    UserTable(final Jooq jooq) {
        final DSLContext sql = jooq.dsl();
        byId = byId(jooq);
        byIdForUpdate = jooq.query(sql.select(ID, NAME, EMAIL)
                        .from(USERS)
                        .where(ID.eq(param("id", ID)))
                        .forUpdate())
                .as(User.class);
        users = jooq.query(sql.select(ID, NAME, EMAIL).from(USERS)).as(User.class);
        all = jooq.query(sql.select(ID, NAME, EMAIL).from(USERS).orderBy(NAME, ID))
                .as(User.class);
        insert = jooq.query(sql.insertInto(USERS, ID, NAME, EMAIL)
                .values(param("id", ID), param("name", NAME), param("email", EMAIL)));
        insertName =
                jooq.query(sql.insertInto(USER_NAMES, USER_ID, NAME).values(param("id", USER_ID), param("name", NAME)));
        update = jooq.query(sql.update(USERS)
                .set(NAME, param("name", NAME))
                .set(EMAIL, param("email", EMAIL))
                .where(ID.eq(param("id", ID))));
        delete = jooq.query(sql.deleteFrom(USERS).where(ID.eq(param("id", ID))));
        deleteNames = jooq.query(sql.deleteFrom(USER_NAMES).where(SINCE.lt(param("before", SINCE))));
    }

    private static SqlQuery<User> byId(final Jooq jooq) {
        return jooq.query(jooq.dsl().select(ID, NAME, EMAIL).from(USERS).where(ID.eq(param("id", ID))))
                .as(User.class);
    }

    Single<User> select(final UUID id) {
        return byId.bind(id).single(() -> new NoSuchUserException(id));
    }

    Single<Page<User>> select(final PageRequest page) {
        return users.page(page, Sort.asc("name"), Sort.asc("id"));
    }

    Flowable<User> selectAll() {
        return all.stream();
    }

    Single<User> selectForUpdate(final SqlTransaction tx, final UUID id) {
        return tx.with(byIdForUpdate).bind(id).single(() -> new NoSuchUserException(id));
    }

    Completable insert(final SqlTransaction tx, final User user) {
        return tx.with(insert).bind(user.id(), user.name(), user.email()).execute();
    }

    /** Records a name of a user, because old names are kept for some time. */
    Completable insertName(final SqlTransaction tx, final User user) {
        return tx.with(insertName).bind(user.id(), user.name()).execute();
    }

    Single<Integer> update(final SqlTransaction tx, final User user) {
        return tx.with(update).bind(user.name(), user.email(), user.id()).rowCount();
    }

    Single<Integer> delete(final SqlTransaction tx, final UUID id) {
        return tx.with(delete).bind(id).rowCount();
    }

    Single<Integer> deleteNames(final OffsetDateTime before) {
        return deleteNames.bind(before).rowCount();
    }
}
