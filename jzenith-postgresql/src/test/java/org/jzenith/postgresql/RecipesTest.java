package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.multiset;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.converter.SqlConverter;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.jooq.Jooq;

/** The recipes of the documentation, run. */
class RecipesTest {

    private record User(UUID id, String name) {}

    private record Account(UUID id, long balance) {}

    private static final class NameTakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    // region store
    private static final class Users {

        private final Database database;

        @Inject
        Users(final Database database) {
            this.database = database;
        }

        Maybe<User> find(final UUID id) {
            return database.query("SELECT id, name FROM users WHERE id = $1", id)
                    .as(User.class)
                    .maybe();
        }

        Single<List<User>> all(final int limit) {
            return database.query(
                            "SELECT id, name FROM users ORDER BY name LIMIT $1",
                            limit)
                    .as(User.class)
                    .list();
        }

        Completable add(final User user) {
            return database.query(
                            "INSERT INTO users (id, name) VALUES ($1, $2)",
                            user.id(),
                            user.name())
                    .execute();
        }

        Single<Boolean> remove(final UUID id) {
            return database.query("DELETE FROM users WHERE id = $1", id)
                    .rowCount()
                    .map(count -> count == 1);
        }
    }
    // endregion

    // region records
    private record Customer(UUID id, String firstName, Address address) {}

    private record Address(String street, String city) {}

    private static Single<List<Customer>> customers(final Database database) {
        return database.query("""
                        SELECT id, first_name, address_street, address_city
                        FROM customers ORDER BY first_name""")
                .as(Customer.class)
                .list();
    }

    private static Single<Long> count(final Database database) {
        return database.query("SELECT count(*) FROM customers")
                .as(Long.class)
                .single();
    }
    // endregion

    // region converter
    private record Email(String address) {}

    private static final class EmailModule extends AbstractModule {

        @Override
        protected void configure() {
            SqlConverter.binder(binder())
                    .addBinding()
                    .toInstance(SqlConverter.of(
                            Email.class, String.class, Email::address, Email::new));
        }
    }
    // endregion

    // region names
    private static final class NamedUsers {

        private static final String INSERT =
                "INSERT INTO users (id, name) VALUES (:id, :name)";

        private final Database database;

        @Inject
        NamedUsers(final Database database) {
            this.database = database;
        }

        Completable add(final User user) {
            return database.query(INSERT, user).execute();
        }

        Completable addAll(final List<User> users) {
            return database.query(INSERT).batch(users).ignoreElement();
        }

        Single<Boolean> rename(final UUID id, final String name) {
            return database.query(
                            "UPDATE users SET name = :name WHERE id = :id",
                            Map.of("id", id, "name", name))
                    .rowCount()
                    .map(count -> count == 1);
        }
    }
    // endregion

    // region jooq
    private static final class UsersInJooq {

        private static final Table<Record> USERS = table(name("users"));
        private static final Field<UUID> ID = field(name("id"), SQLDataType.UUID);
        private static final Field<String> NAME =
                field(name("name"), SQLDataType.VARCHAR);

        private final Jooq jooq;
        private final SqlQuery<User> byId;

        @Inject
        UsersInJooq(final Jooq jooq) {
            this.jooq = jooq;
            // Rendered once; each run binds its own value.
            this.byId = jooq.query(jooq.dsl()
                            .select(ID, NAME)
                            .from(USERS)
                            .where(ID.eq(param("id", UUID.class))))
                    .as(User.class);
        }

        Maybe<User> find(final UUID id) {
            return byId.bind(id).maybe();
        }

        Completable add(final User user) {
            return jooq.query(jooq.dsl()
                            .insertInto(USERS, ID, NAME)
                            .values(user.id(), user.name()))
                    .execute();
        }
    }
    // endregion

    // region jooq-records
    private record Owner(String name, List<Long> balances) {}

    private static Single<List<Owner>> owners(final Jooq jooq) {
        final Table<Record> users = table(name("users"));
        final Table<Record> accounts = table(name("account"));
        final Field<UUID> id = field(name("users", "id"), SQLDataType.UUID);
        final Field<String> name =
                field(name("users", "name"), SQLDataType.VARCHAR);
        final Field<UUID> owner = field(name("account", "id"), SQLDataType.UUID);
        final Field<Long> balance =
                field(name("account", "balance"), SQLDataType.BIGINT);
        final Field<List<Long>> balances = multiset(
                        select(balance).from(accounts).where(owner.eq(id)))
                .convertFrom(all -> all.getValues(balance));
        return jooq.fetch(
                        jooq.dsl().select(name, balances).from(users).orderBy(name))
                .map(record -> new Owner(record.value1(), record.value2()))
                .list();
    }
    // endregion

    @Test
    void recipesWork() {
        final String name = TestServer.freshDatabase();
        TestServer.run(
                name,
                "CREATE TABLE users (id uuid PRIMARY KEY, name text NOT NULL UNIQUE);"
                        + "CREATE TABLE customers (id uuid PRIMARY KEY, first_name text, address_street text, address_city text);"
                        + "INSERT INTO customers VALUES ('00000000-0000-0001-0000-000000000002', 'Ann', 'High Street', 'York'),"
                        + " ('00000000-0000-0001-0000-000000000003', 'Bob', NULL, NULL);"
                        + "CREATE TABLE account (id uuid PRIMARY KEY, balance bigint NOT NULL)");
        final RunningApplication application =
                TestServer.application(name).withModules(new EmailModule()).run();
        final Database database = application.get(Database.class);
        final Users users = new Users(database);
        final UsersInJooq inJooq = new UsersInJooq(application.get(Jooq.class));
        final User ada = new User(UUID.randomUUID(), "Ada");
        users.add(ada).blockingAwait();
        inJooq.add(new User(UUID.randomUUID(), "Grace")).blockingAwait();
        assertThat(users.find(ada.id()).blockingGet()).isEqualTo(ada);
        assertThat(inJooq.find(ada.id()).blockingGet()).isEqualTo(ada);
        assertThat(users.all(10).blockingGet()).hasSize(2);
        final NamedUsers named = new NamedUsers(database);
        final User edsger = new User(UUID.randomUUID(), "Edsger");
        named.add(edsger)
                .andThen(named.addAll(List.of(new User(UUID.randomUUID(), "Barbara"))))
                .blockingAwait();
        assertThat(named.rename(edsger.id(), "Dijkstra").blockingGet()).isTrue();
        assertThat(users.find(edsger.id()).blockingGet()).isEqualTo(new User(edsger.id(), "Dijkstra"));
        database.query("DELETE FROM users WHERE name = ANY($1)", (Object) new String[] {"Dijkstra", "Barbara"})
                .execute()
                .blockingAwait();
        assertThat(rename(database, ada.id(), "Grace")
                        .isEmpty()
                        .onErrorReturnItem(true)
                        .blockingGet())
                .isTrue();
        assertThat(addAll(database, List.of(new User(UUID.randomUUID(), "a"), new User(UUID.randomUUID(), "b")))
                        .blockingGet())
                .containsExactly(1, 1);
        assertThat(export(database).count().blockingGet()).isEqualTo(4);
        assertThat(customers(database).blockingGet())
                .containsExactly(
                        new Customer(new UUID(1, 2), "Ann", new Address("High Street", "York")),
                        new Customer(new UUID(1, 3), "Bob", null));
        assertThat(count(database).blockingGet()).isEqualTo(2);
        final Email email = new Email("ada@example.com");
        assertThat(database.query("SELECT $1::text", email)
                        .as(Email.class)
                        .single()
                        .blockingGet())
                .isEqualTo(email);
        assertThat(users.remove(ada.id()).blockingGet()).isTrue();
        final Account from = new Account(UUID.randomUUID(), 100);
        final Account to = new Account(UUID.randomUUID(), 0);
        for (final Account account : List.of(from, to)) {
            database.query("INSERT INTO account VALUES ($1, $2)", account.id(), account.balance())
                    .execute()
                    .blockingAwait();
        }
        assertThat(transfer(database, from.id(), to.id(), 30).blockingGet()).isEqualTo(70);
        assertThat(owners(application.get(Jooq.class)).blockingGet())
                .extracting(Owner::name)
                .isSorted()
                .contains("Grace");
        assertThat(report(database).blockingGet()).isEqualTo(100);
        assertThat(balances(database, List.of(to.id(), from.id())).blockingGet())
                .containsExactly(30L, 70L);
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    // region singles
    private static Single<List<Long>> balances(final Database database, final List<UUID> ids) {
        return database.query("SELECT balance FROM account WHERE id = $1")
                .map(row -> row.getLong("balance"))
                .singles(ids.stream().map(List::of).toList());
    }
    // endregion

    // region transaction
    private static Single<Long> transfer(
            final Database database,
            final UUID from,
            final UUID to,
            final long amount) {
        return database.withTransaction(tx -> tx.query(
                        "UPDATE account SET balance = balance + $2 WHERE id = $1",
                        to,
                        amount)
                .execute()
                .andThen(tx.query(
                                """
                                UPDATE account SET balance = balance - $2
                                WHERE id = $1 RETURNING balance""",
                                from,
                                amount)
                        .map(row -> row.getLong("balance"))
                        .single()));
    }
    // endregion

    // region serializable
    private static Single<Long> report(final Database database) {
        return database.transactions()
                .isolation(Isolation.SERIALIZABLE)
                .readOnly()
                .timeout(Duration.ofMinutes(1))
                .retry(10)
                .withTransaction(tx -> tx.query("SELECT sum(balance)::bigint FROM account")
                        .map(row -> row.getLong(0))
                        .single());
    }
    // endregion

    // region error
    private static Maybe<User> rename(final Database database, final UUID id, final String name) {
        return database.query("UPDATE users SET name = $2 WHERE id = $1 RETURNING id, name", id, name)
                .as(User.class)
                .maybe()
                .onErrorResumeNext((Throwable error) ->
                        Maybe.error(error instanceof UniqueViolationException ? new NameTakenException() : error));
    }
    // endregion

    // region batch
    private static Single<List<Integer>> addAll(final Database database, final List<User> users) {
        return database.query("INSERT INTO users (id, name) VALUES ($1, $2)")
                .batch(users.stream()
                        .map(user -> List.of(user.id(), user.name()))
                        .toList());
    }
    // endregion

    // region stream
    private static Flowable<User> export(final Database database) {
        return database.query("SELECT id, name FROM users ORDER BY name").as(User.class).stream();
    }
    // endregion
}
