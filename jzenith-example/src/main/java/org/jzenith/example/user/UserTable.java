package org.jzenith.example.user;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.UUID;
import static org.jooq.impl.SQLDataType.VARCHAR;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jzenith.postgresql.Queries;

/** The SQL of the users. Each method runs where its first argument says: anywhere, or in a transaction. */
@Singleton
final class UserTable {

    private static final Table<org.jooq.Record> USERS = table(name("users"));
    private static final Field<UUID> ID = field(name("id"), UUID);
    private static final Field<String> NAME = field(name("name"), VARCHAR);
    private static final Field<String> EMAIL = field(name("email"), VARCHAR);

    private static final Table<org.jooq.Record> USER_NAMES = table(name("user_names"));
    private static final Field<UUID> USER_ID = field(name("user_id"), UUID);

    private final DSLContext sql;

    @Inject
    UserTable(final DSLContext sql) {
        this.sql = sql;
    }

    Completable insert(final Queries queries, final User user) {
        return queries.query(sql.insertInto(USERS, ID, NAME, EMAIL).values(user.id(), user.name(), user.email()))
                .execute();
    }

    /** Users keep the names that they once had. */
    Completable insertName(final Queries queries, final User user) {
        return queries.query(sql.insertInto(USER_NAMES, USER_ID, NAME).values(user.id(), user.name()))
                .execute();
    }

    Single<Long> count(final Queries queries) {
        return queries.query(sql.selectCount().from(USERS))
                .map(row -> row.getLong(0))
                .single();
    }

    Single<List<User>> select(final Queries queries, final int offset, final int limit) {
        return queries.query(sql.select(ID, NAME, EMAIL)
                        .from(USERS)
                        .orderBy(NAME, ID)
                        .limit(limit)
                        .offset(offset))
                .map(UserTable::user)
                .list();
    }

    // region query
    Maybe<User> select(final Queries queries, final UUID id) {
        return queries.query(sql.select(ID, NAME, EMAIL).from(USERS).where(ID.eq(id)))
                .map(UserTable::user)
                .maybe();
    }

    // endregion

    Single<Integer> update(final Queries queries, final User user) {
        return queries.query(sql.update(USERS)
                        .set(NAME, user.name())
                        .set(EMAIL, user.email())
                        .where(ID.eq(user.id())))
                .rowCount();
    }

    Single<Integer> delete(final Queries queries, final UUID id) {
        return queries.query(sql.deleteFrom(USERS).where(ID.eq(id))).rowCount();
    }

    private static User user(final Row row) {
        return new User(row.getUUID(0), row.getString(1), row.getString(2));
    }
}
