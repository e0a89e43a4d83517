package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Sort;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.ValuesTooLargeException;

/** The errors of what does not fit: typed, with statement and parameter, never with a value, and without a statement sent where it is known. */
@Tag("full")
final class BothBadInputTest {

    private static final String SECRET = "s3cret";

    /** The error of a statement; null if there is none. */
    private interface Attempt {

        @Nullable
        Throwable error(Product product, Database database);
    }

    /** One wrong use, and its error on each database. */
    private record Bad(
            String name, Class<? extends Throwable> error, String onPostgresql, String onMariadb, Attempt attempt) {

        @Override
        public String toString() {
            return name;
        }
    }

    record Account(int id, int balance, String owner) {}

    record Balance(boolean balance) {}

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Bad bad(
            final String name,
            final Class<? extends Throwable> error,
            final String onPostgresql,
            final String onMariadb,
            final Attempt attempt) {
        return new Bad(name, error, onPostgresql, onMariadb, attempt);
    }

    private static Bad bad(
            final String name,
            final Class<? extends Throwable> error,
            final String message,
            final Function<Database, Completable> attempt) {
        return bad(
                name,
                error,
                message,
                message,
                (product, database) -> attempt.apply(database).blockingGet());
    }

    private static Completable run(final Queries queries, final String sql, final Object... values) {
        return queries.query(sql, values).execute();
    }

    /** A statement with one parameter, which is the text of the table that is compared. */
    private static Attempt text(final Object value) {
        return (product, database) -> product.query(database, "SELECT id FROM named WHERE name = $1", value)
                .list()
                .ignoreElement()
                .blockingGet();
    }

    private static Attempt many(final int count) {
        return (product, database) -> {
            final Object[] values = new Object[count];
            Arrays.fill(values, SECRET);
            final List<String> parameters = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                parameters.add("$" + i);
            }
            return product.query(database, "SELECT " + String.join(", ", parameters), values)
                    .execute()
                    .blockingGet();
        };
    }

    static Stream<Bad> bads() {
        final String sql = "SELECT balance FROM account WHERE id = :id";
        final Map<String, Object> id = Map.of("id", 1);
        return Stream.of(
                bad(
                        "wrong name of a parameter",
                        InvalidValueException.class,
                        "id",
                        database -> run(database, sql, Map.of("ids", SECRET))),
                bad(
                        "no value for a name",
                        SqlException.class,
                        "its parameters have names",
                        database -> run(database, sql)),
                bad(
                        "too few values",
                        InvalidValueException.class,
                        "the statement takes",
                        "the statement takes",
                        (product, database) -> product.query(
                                        database, "SELECT id FROM account WHERE id = $1 AND balance = $2", 1)
                                .execute()
                                .blockingGet()),
                bad(
                        "wrong name of a column in the statement",
                        SqlException.class,
                        "42703",
                        "1054",
                        (product, database) ->
                                run(database, "SELECT nothing FROM account").blockingGet()),
                bad(
                        "wrong name of a column of a row",
                        RowMappingException.class,
                        "nothing",
                        database -> database.query(sql, id)
                                .map(row -> row.getInteger("nothing"))
                                .single()
                                .ignoreElement()),
                bad(
                        "record with a component too many",
                        RowMappingException.class,
                        "owner",
                        database -> database.query("SELECT id, balance FROM account")
                                .as(Account.class)
                                .list()
                                .ignoreElement()),
                bad(
                        "record of another type",
                        RowMappingException.class,
                        "column balance",
                        database -> database.query(sql, id)
                                .as(Balance.class)
                                .single()
                                .ignoreElement()),
                bad(
                        "70,000 parameters",
                        InvalidValueException.class,
                        "parameter $65536 is one of 70000, but a statement takes at most 65535",
                        "parameter 65536 is one of 70000, but a statement takes at most 65535",
                        many(70_000)),
                bad(
                        "values beyond the bound",
                        ValuesTooLargeException.class,
                        "parameter $1 makes the values of the statement larger than 16777216 bytes (postgresql.max-values-size)",
                        "parameter 1 makes the values of the statement larger than",
                        text(SECRET.repeat(3_000_000))),
                bad(
                        "NUL in the statement",
                        SqlException.class,
                        "the statement was not sent: it contains a NUL",
                        database -> run(database, "SELECT '\0'")),
                bad(
                        "invalid text in the statement",
                        SqlException.class,
                        "the statement was not sent: it has half of a surrogate pair",
                        database -> run(database, "SELECT '\ud83d'")),
                bad(
                        "invalid text",
                        InvalidValueException.class,
                        "parameter $1 has half of a surrogate pair",
                        "parameter 1 has half of a surrogate pair",
                        text(SECRET + "\ud83d")),
                bad(
                        "a value of an unknown class",
                        InvalidValueException.class,
                        "parameter $1",
                        "parameter 1",
                        text(new Object())),
                bad(
                        "two statements",
                        SqlException.class,
                        "the statement was not sent: it has several statements",
                        database -> run(database, "DELETE FROM account; DELETE FROM account")),
                bad(
                        "two statements in a transaction",
                        SqlException.class,
                        "the statement was not sent: it has several statements",
                        database -> database.withTransactionCompletable(
                                tx -> run(tx, "UPDATE account SET balance = 1;; SELECT 1 /* ; */"))),
                bad(
                        "a forged cursor",
                        InvalidPageException.class,
                        "",
                        database -> database.query("SELECT id FROM account")
                                .page(PageRequest.after(SECRET, 7), Sort.asc("id"))
                                .ignoreElement()));
    }

    static Stream<Arguments> bad() {
        return Stream.of(Product.values()).flatMap(product -> bads().map(bad -> Arguments.of(product, bad)));
    }

    @ParameterizedTest
    @MethodSource
    void bad(final Product product, final Bad bad) {
        final Database database = product.filled();
        product.run("DROP TABLE IF EXISTS named", "CREATE TABLE named (id int PRIMARY KEY, name varchar(20))");
        final Throwable[] ended = new Throwable[1];
        final Throwable thrown = catchThrowable(() -> ended[0] = bad.attempt().error(product, database));
        final Throwable error = thrown == null ? ended[0] : thrown;
        assertThat(error)
                .isInstanceOf(bad.error())
                .hasMessageContaining(product.either(bad.onPostgresql(), bad.onMariadb()));
        assertThat(error.toString()).doesNotContain(SECRET);
        assertThat(product.count()).as("nothing was changed").isEqualTo(2);
        assertThat(product.balance(1)).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void nulInAValue(final Product product) {
        final Database database =
                product.run("DROP TABLE IF EXISTS named", "CREATE TABLE named (id int PRIMARY KEY, name varchar(20))");
        final String value = SECRET + "\0.";
        final Completable insert = product.query(database, "INSERT INTO named VALUES (1, $1)", value)
                .execute();
        if (product == Product.POSTGRESQL) {
            assertThatThrownBy(insert::blockingAwait)
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("parameter $1 has a NUL character, which the database cannot store in a text")
                    .hasMessageContaining("INSERT INTO named")
                    .hasMessageNotContaining(SECRET);
            return;
        }
        insert.blockingAwait();
        assertThat(database.query("SELECT name FROM named")
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo(value);
    }

    /** A channel with quotes is one of PostgreSQL's; {@code NotificationTest} listens to it. */
    @ParameterizedTest
    @EnumSource
    void notifications(final Product product) {
        final Database database = product.database();
        if (product == Product.MARIADB) {
            assertThatThrownBy(() -> database.notifications("a 'quoted' \"name\""))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("has no notifications");
            return;
        }
        for (final String invalid : List.of("", "a\0b", "x".repeat(64))) {
            assertThatThrownBy(() -> database.notifications(invalid).blockingFirst())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("the name of the channel ");
        }
        assertThatThrownBy(() -> run(database, "SELECT pg_notify('a', $1)", SECRET.repeat(8_000 / SECRET.length() + 1))
                        .blockingAwait())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("pg_notify")
                .hasMessageNotContaining(SECRET);
    }
}
