package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.UniqueViolationException;

/** The recipes of the documentation, run. */
class RecipesTest {

    private record User(UUID id, String name) {}

    private record Account(UUID id, long balance) {}

    private static final class NameTakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    // region store
    private static final class Users {

        private final SqlClient client;

        @Inject
        Users(final SqlClient client) {
            this.client = client;
        }

        Maybe<User> find(final UUID id) {
            return client.query("SELECT id, name FROM users WHERE id = $1", id)
                    .map(Users::user)
                    .maybe();
        }

        Single<List<User>> all(final int limit) {
            return client.query("SELECT id, name FROM users ORDER BY name LIMIT $1", limit)
                    .map(Users::user)
                    .list();
        }

        Completable add(final User user) {
            return client.query("INSERT INTO users (id, name) VALUES ($1, $2)", user.id(), user.name())
                    .execute();
        }

        Single<Boolean> remove(final UUID id) {
            return client.query("DELETE FROM users WHERE id = $1", id)
                    .rowCount()
                    .map(count -> count == 1);
        }

        private static User user(final Row row) {
            return new User(row.getUUID("id"), row.getString("name"));
        }
    }
    // endregion

    // region jooq
    private static final class UsersInJooq {

        private static final Table<Record> USERS = table(name("users"));
        private static final Field<UUID> ID = field(name("id"), SQLDataType.UUID);
        private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR);

        private final SqlClient client;
        private final DSLContext dsl;
        private final Query<User> byId;

        @Inject
        UsersInJooq(final SqlClient client, final DSLContext dsl) {
            this.client = client;
            this.dsl = dsl;
            // Rendered once; each run binds its own value.
            this.byId = client.query(dsl.select(ID, NAME).from(USERS).where(ID.eq(param("id", UUID.class))))
                    .map(row -> new User(row.getUUID("id"), row.getString("name")));
        }

        Maybe<User> find(final UUID id) {
            return byId.bind(id).maybe();
        }

        Completable add(final User user) {
            return client.query(dsl.insertInto(USERS, ID, NAME).values(user.id(), user.name()))
                    .execute();
        }
    }
    // endregion

    @Test
    void recipesWork() {
        final String database = TestServer.freshDatabase();
        TestServer.run(
                database,
                "CREATE TABLE users (id uuid PRIMARY KEY, name text NOT NULL UNIQUE);"
                        + "CREATE TABLE account (id uuid PRIMARY KEY, balance bigint NOT NULL)");
        final RunningApplication application = TestServer.application(database).run();
        final SqlClient client = application.get(SqlClient.class);
        final Users users = new Users(client);
        final UsersInJooq inJooq = new UsersInJooq(client, application.get(DSLContext.class));
        final User ada = new User(UUID.randomUUID(), "Ada");
        users.add(ada).blockingAwait();
        inJooq.add(new User(UUID.randomUUID(), "Grace")).blockingAwait();
        assertThat(users.find(ada.id()).blockingGet()).isEqualTo(ada);
        assertThat(inJooq.find(ada.id()).blockingGet()).isEqualTo(ada);
        assertThat(users.all(10).blockingGet()).hasSize(2);
        assertThat(rename(client, ada.id(), "Grace")
                        .isEmpty()
                        .onErrorReturnItem(true)
                        .blockingGet())
                .isTrue();
        assertThat(addAll(client, List.of(new User(UUID.randomUUID(), "a"), new User(UUID.randomUUID(), "b")))
                        .blockingGet())
                .containsExactly(1, 1);
        assertThat(export(client).count().blockingGet()).isEqualTo(4);
        assertThat(users.remove(ada.id()).blockingGet()).isTrue();
        final Account from = new Account(UUID.randomUUID(), 100);
        final Account to = new Account(UUID.randomUUID(), 0);
        for (final Account account : List.of(from, to)) {
            client.query("INSERT INTO account VALUES ($1, $2)", account.id(), account.balance())
                    .execute()
                    .blockingAwait();
        }
        assertThat(transfer(client, from.id(), to.id(), 30).blockingGet()).isEqualTo(70);
        assertThat(report(client).blockingGet()).isEqualTo(100);
        assertThat(balances(client, List.of(to.id(), from.id())).blockingGet()).containsExactly(30L, 70L);
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    // region singles
    private static Single<List<Long>> balances(final SqlClient client, final List<UUID> ids) {
        return client.query("SELECT balance FROM account WHERE id = $1")
                .map(row -> row.getLong("balance"))
                .singles(ids.stream().map(List::of).toList());
    }
    // endregion

    // region transaction
    private static Single<Long> transfer(final SqlClient client, final UUID from, final UUID to, final long amount) {
        return client.withTransaction(
                tx -> tx.query("UPDATE account SET balance = balance + $2 WHERE id = $1", to, amount)
                        .execute()
                        .andThen(tx.query(
                                        "UPDATE account SET balance = balance - $2 WHERE id = $1 RETURNING balance",
                                        from,
                                        amount)
                                .map(row -> row.getLong("balance"))
                                .single()));
    }
    // endregion

    // region serializable
    private static Single<Long> report(final SqlClient client) {
        return client.transactions()
                .isolation(Isolation.SERIALIZABLE)
                .readOnly()
                .timeout(Duration.ofMinutes(1))
                .withTransaction(tx -> tx.query("SELECT sum(balance)::bigint FROM account")
                        .map(row -> row.getLong(0))
                        .single())
                .retry(3, error -> error instanceof SerializationFailureException);
    }
    // endregion

    // region error
    private static Maybe<User> rename(final SqlClient client, final UUID id, final String name) {
        return client.query("UPDATE users SET name = $2 WHERE id = $1 RETURNING id, name", id, name)
                .map(row -> new User(row.getUUID("id"), row.getString("name")))
                .maybe()
                .onErrorResumeNext((Throwable error) ->
                        Maybe.error(error instanceof UniqueViolationException ? new NameTakenException() : error));
    }
    // endregion

    // region batch
    private static Single<List<Integer>> addAll(final SqlClient client, final List<User> users) {
        return client.query("INSERT INTO users (id, name) VALUES ($1, $2)")
                .batch(users.stream()
                        .map(user -> List.of(user.id(), user.name()))
                        .toList());
    }
    // endregion

    // region stream
    private static Flowable<User> export(final SqlClient client) {
        return client
                .query("SELECT id, name FROM users ORDER BY name")
                .map(row -> new User(row.getUUID("id"), row.getString("name")))
                .stream();
    }
    // endregion
}
