package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.ForeignKeyViolationException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

/** The behavior that an application can expect of every database. */
@Tag("full")
final class BothDatabasesTest {

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    @ParameterizedTest
    @EnumSource
    void queriesReturnOneRowNoneOrMany(final Product product) {
        final Database database = product.filled();
        final SqlQuery<Integer> balances = product.query(
                        database, "SELECT balance FROM account WHERE id >= $1 ORDER BY id", 1)
                .as(Integer.class);
        assertThat(balances.list().blockingGet()).containsExactly(100, 0);
        assertThat(balances.bind(2).single().blockingGet()).isZero();
        assertThat(balances.bind(3).maybe().isEmpty().blockingGet()).isTrue();
        assertThatThrownBy(() -> balances.bind(3).single().blockingGet()).isInstanceOf(NoRowException.class);
        assertThat(catchThrowableOfType(
                                SqlException.class, () -> balances.single().blockingGet())
                        .sqlState())
                .isEqualTo("21000");
        assertThat(balances.rowCount().blockingGet()).isEqualTo(2);
        assertThat(product.query(database, "UPDATE account SET balance = balance WHERE id < $1", 3)
                        .rowCount()
                        .blockingGet())
                .isEqualTo(2);
    }

    /** A value of each type. */
    record Values(
            boolean flag,
            short small,
            int number,
            long big,
            float real4,
            double real8,
            BigDecimal exact,
            String text,
            UUID id,
            LocalDate day,
            LocalTime hour,
            LocalDateTime moment,
            Instant at,
            Buffer bytes,
            JsonObject document) {}

    @ParameterizedTest
    @EnumSource
    void eachTypeGoesAndComes(final Product product) {
        final Database database = product.database();
        database.query("DROP TABLE IF EXISTS typed").execute().blockingAwait();
        database.query("CREATE TABLE typed (flag boolean, small smallint, number int, big bigint, real4 "
                        + product.either("real", "float")
                        + ", real8 double precision, exact decimal(30,5),"
                        + " text varchar(50), id uuid, day date, hour time(6), moment "
                        + product.either("timestamp", "datetime(6)") + ", at "
                        + product.either("timestamptz", "timestamp(6)") + ", bytes "
                        + product.either("bytea", "blob") + ", document " + product.either("jsonb", "json") + ")")
                .execute()
                .blockingAwait();
        final Values values = new Values(
                true,
                Short.MIN_VALUE,
                Integer.MAX_VALUE,
                Long.MIN_VALUE,
                1.5f,
                0.1,
                new BigDecimal("1234567890123456789012345.67890"),
                "gr\u00fc\u00df' \\ \ud83d\ude00",
                UUID.fromString("6b1f0f5e-7f06-4a5e-9d0b-1c5b3d0e2f11"),
                LocalDate.of(2024, 2, 29),
                LocalTime.of(23, 59, 59, 999_999_000),
                LocalDateTime.of(2026, 3, 29, 2, 30, 0, 1_000),
                Instant.parse("2026-03-29T01:30:00.123456Z"),
                Buffer.buffer(new byte[] {0, 39, 92, -1}),
                new JsonObject().put("list", new JsonArray().add(1).add("x")));
        product.query(
                        database,
                        "INSERT INTO typed VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
                        values.flag(),
                        values.small(),
                        values.number(),
                        values.big(),
                        values.real4(),
                        values.real8(),
                        values.exact(),
                        values.text(),
                        values.id(),
                        values.day(),
                        values.hour(),
                        values.moment(),
                        values.at(),
                        values.bytes(),
                        values.document())
                .execute()
                .blockingAwait();
        assertThat(database.query("SELECT * FROM typed")
                        .as(Values.class)
                        .single()
                        .blockingGet())
                .isEqualTo(values);
        assertThat(database.query("SELECT at FROM typed")
                        .map(row -> row.getOffsetDateTime("at"))
                        .single()
                        .blockingGet())
                .isEqualTo(OffsetDateTime.ofInstant(values.at(), ZoneOffset.UTC));
        assertThat(product.query(
                                database,
                                "SELECT number FROM typed WHERE id = $1 AND exact = $2",
                                values.id(),
                                values.exact())
                        .as(Integer.class)
                        .single()
                        .blockingGet())
                .isEqualTo(values.number());
    }

    @ParameterizedTest
    @EnumSource
    void whatDoesNotFitIsATypedErrorWithoutTheValue(final Product product) {
        final Database database = product.filled();
        assertThatThrownBy(() -> product.query(database, "SELECT balance FROM account WHERE id = $1", 1, 2)
                        .list()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the statement takes 1 value, 2 were given");
        assertThatThrownBy(() -> product.query(database, "SELECT balance FROM account WHERE id = $1", new Object())
                        .list()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter ");
        assertThatThrownBy(() -> product.query(database, "SELECT balance FROM account WHERE id = $1", "secret \ud83d")
                        .list()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .message()
                .doesNotContain("secret");
        assertThatThrownBy(() -> database.query("SELECT balance FROM account WHERE id = 1")
                        .map(row -> row.getInteger("nothing"))
                        .single()
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> database.query("SELECT 70000 AS n")
                        .map(row -> row.getShort("n"))
                        .single()
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("column n")
                .message()
                .doesNotContain("70000 cannot");
    }

    @ParameterizedTest
    @EnumSource
    void runsOfAStatementKeepTheirOrder(final Product product) {
        final Database database = product.filled();
        final SqlQuery<Integer> balance = product.query(database, "SELECT balance FROM account WHERE id = $1", 0)
                .as(Integer.class);
        assertThat(balance.singles(IntStream.range(0, 300)
                                .mapToObj(i -> List.of(i % 2 + 1))
                                .toList())
                        .blockingGet())
                .isEqualTo(IntStream.range(0, 300)
                        .mapToObj(i -> i % 2 == 0 ? 100 : 0)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void aBatchIsAWholeOrNothing(final Product product) {
        final Database database = product.filled();
        final SqlQuery<?> insert = product.query(database, "INSERT INTO account VALUES ($1, 0)", 0);
        assertThatThrownBy(() -> insert.batch(List.of(List.of(10), List.of(11), List.of(1), List.of(12)))
                        .blockingGet())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(product.count()).isEqualTo(2);
        assertThat(insert.batch(IntStream.range(100, 1_300).mapToObj(List::of).toList())
                        .blockingGet())
                .hasSize(1_200)
                .containsOnly(1);
        assertThat(product.count()).isEqualTo(1_202);
    }

    /** MariaDB gets the batch in two parts. */
    @ParameterizedTest
    @EnumSource
    void aRefusedBatchIsUndoneAndTheTransactionGoesOn(final Product product) {
        final Database database = product.filled();
        final SqlQuery<?> insert = product.query(database, "INSERT INTO account VALUES ($1, 0)", 0);
        final List<List<?>> refused = Stream.concat(IntStream.range(100, 700).boxed(), Stream.of(new Object()))
                .<List<?>>map(List::of)
                .toList();
        database.withTransactionCompletable(tx -> tx.with(insert)
                        .batch(refused)
                        .ignoreElement()
                        .onErrorComplete(InvalidValueException.class::isInstance)
                        .andThen(tx.with(insert).bind(10).execute()))
                .blockingAwait();
        assertThat(product.count()).isEqualTo(3);
        assertThat(database.withTransaction(tx -> tx.with(insert).batch(refused.subList(0, 600)))
                        .blockingGet())
                .hasSize(600)
                .containsOnly(1);
        assertThat(product.count()).isEqualTo(603);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamReadsAllRowsOrAsManyAsAreRequested(final Product product) {
        final Database database = product.filled();
        final SqlQuery<?> insert = product.query(database, "INSERT INTO account VALUES ($1, 0)", 0);
        insert.batch(IntStream.rangeClosed(3, 1_000).mapToObj(List::of).toList())
                .ignoreElement()
                .blockingAwait();
        final SqlQuery<Integer> ids = product.query(database, "SELECT id FROM account WHERE id > $1 ORDER BY id", 0)
                .as(Integer.class);
        assertThat(ids.stream().toList().blockingGet())
                .isEqualTo(IntStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(ids.bind(10).stream(5).take(7).toList().blockingGet()).containsExactly(11, 12, 13, 14, 15, 16, 17);
        assertThat(database.withTransaction(
                                tx -> tx.with(ids).bind(990).stream(3).toList())
                        .blockingGet())
                .hasSize(10);
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionCommitsOrRollsBack(final Product product) {
        final Database database = product.filled();
        final AtomicInteger committed = new AtomicInteger();
        database.withTransactionCompletable(tx -> {
                    tx.afterCommit(committed::incrementAndGet);
                    return product.withdraw(tx, 1).andThen(product.withdraw(tx, 1));
                })
                .blockingAwait();
        assertThat(product.balance(1)).isEqualTo(80);
        assertThat(committed.get()).isEqualTo(1);
        assertThatThrownBy(() -> database.withTransactionCompletable(tx ->
                                product.withdraw(tx, 1).andThen(Completable.error(new IllegalArgumentException("no"))))
                        .blockingAwait())
                .hasMessage("no");
        final CompletableSubject between = CompletableSubject.create();
        database.withTransactionCompletable(tx -> product.withdraw(tx, 1)
                        .andThen(CompletableSubject.create().doOnSubscribe(waiting -> between.onComplete())))
                .takeUntil(between)
                .blockingAwait();
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> product.withdraw(tx, 1)
                                .andThen(product.insert(tx, 1).onErrorComplete()))
                        .blockingAwait())
                .as("an error that the application swallows")
                .isInstanceOf(SqlException.class);
        assertThat(product.balance(1)).isEqualTo(80);
    }

    @ParameterizedTest
    @EnumSource
    void aNestedTransactionIsUndoneAlone(final Product product) {
        final Database database = product.filled();
        database.withTransactionCompletable(tx -> product.withdraw(tx, 1)
                        .andThen(tx.nestedCompletable(
                                        inner -> product.withdraw(inner, 2).andThen(product.insert(inner, 1)))
                                .onErrorComplete(UniqueViolationException.class::isInstance))
                        .andThen(tx.nestedCompletable(inner -> product.insert(inner, 3))))
                .blockingAwait();
        assertThat(product.balance(1)).isEqualTo(90);
        assertThat(product.balance(2)).isZero();
        assertThat(product.balance(3)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void repeatedTransactionsLoseNoIncrement(final Product product) {
        final Database database = product.filled();
        final Single<Integer> increment = database.transactions()
                .isolation(Isolation.SERIALIZABLE)
                .retry(50)
                .withTransaction(tx -> tx.query("SELECT balance FROM account WHERE id = 2")
                        .as(Integer.class)
                        .single()
                        .flatMap(balance -> product.query(
                                        tx, "UPDATE account SET balance = $1 WHERE id = 2", balance + 1)
                                .rowCount()));
        Flowable.range(0, 30)
                .flatMapSingle(i -> increment, false, 3)
                .ignoreElements()
                .blockingAwait();
        assertThat(product.balance(2)).isEqualTo(30);
    }

    @ParameterizedTest
    @EnumSource
    void errorsOfTheServerHaveTypes(final Product product) {
        final Database database = product.filled();
        database.query("CREATE TABLE entry (account int NOT NULL, CONSTRAINT of_account FOREIGN KEY (account)"
                        + " REFERENCES account (id))")
                .execute()
                .blockingAwait();
        assertThat(catchThrowableOfType(
                                ForeignKeyViolationException.class,
                                () -> product.query(database, "INSERT INTO entry VALUES ($1)", 77)
                                        .execute()
                                        .blockingAwait())
                        .constraint())
                .isEqualTo("of_account");
        assertThatThrownBy(() -> product.insert(database, 1).blockingAwait())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(catchThrowableOfType(
                                SqlException.class,
                                () -> database.transactions()
                                        .readOnly()
                                        .withTransactionCompletable(tx -> product.withdraw(tx, 1))
                                        .blockingAwait())
                        .sqlState())
                .isEqualTo("25006");
        assertThatThrownBy(() -> database.transactions()
                        .timeout(Duration.ofMillis(200))
                        .withTransactionCompletable(
                                tx -> tx.query(product.sleep()).execute())
                        .blockingAwait())
                .isInstanceOf(QueryTimeoutException.class);
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> product.withdraw(tx, 1).andThen(product.withdraw(database, 1)))
                        .blockingAwait())
                .isInstanceOf(LockNotAvailableException.class);
    }

    @ParameterizedTest
    @EnumSource
    void theHealthCheckIsUp(final Product product) {
        assertThat(product.application().get(HealthChecks.class).run().blockingGet())
                .isNotEmpty()
                .allMatch(result -> result.health().status() == Health.Status.UP);
    }
}
