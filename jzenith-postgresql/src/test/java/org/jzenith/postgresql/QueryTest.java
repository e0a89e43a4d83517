package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.SqlException;

class QueryTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void createTable() {
        database.query("CREATE TABLE users (id int PRIMARY KEY, name text NOT NULL)")
                .execute()
                .blockingAwait();
        database.query("INSERT INTO users VALUES ($1, $2)")
                .batch(List.of(List.of(1, "Ada"), List.of(2, "Grace"), List.of(3, "Edsger")))
                .ignoreElement()
                .blockingAwait();
    }

    @AfterEach
    void dropTable() {
        database.query("DROP TABLE users").execute().blockingAwait();
        Leaks.assertPoolIsFull(application);
    }

    @Test
    void singleGivesTheOneRow() {
        assertThat(database.query("SELECT name FROM users WHERE id = $1", 1)
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo("Ada");
    }

    @Test
    void singleFailsWithoutARow() {
        assertThatThrownBy(() -> database.query("SELECT name FROM users WHERE id = $1", 4711)
                        .single()
                        .blockingGet())
                .isInstanceOf(NoRowException.class)
                .hasMessageContaining("SELECT name")
                .hasMessageNotContaining("4711");
    }

    @Test
    void singleFailsWithTheErrorOfTheApplicationWithoutARow() {
        final SqlQuery<String> name =
                database.query("SELECT name FROM users WHERE id = $1", 1).map(row -> row.getString(0));
        final IllegalStateException none = new IllegalStateException("There is no user 4711.");
        assertThat(name.single(() -> none).blockingGet()).isEqualTo("Ada");
        assertThatThrownBy(() -> name.bind(4711).single(() -> none).blockingGet())
                .isSameAs(none);
        assertThatThrownBy(() -> database.query("SELECT name FROM users")
                        .single(() -> none)
                        .blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("21000"));
    }

    @Test
    void singleFailsWithSeveralRows() {
        assertThatThrownBy(
                        () -> database.query("SELECT name FROM users").single().blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("21000"));
    }

    @Test
    void maybeIsEmptyWithoutARow() {
        assertThat(database.query("SELECT name FROM users WHERE id = 4711")
                        .maybe()
                        .blockingGet())
                .isNull();
    }

    @Test
    void maybeFailsWithSeveralRows() {
        assertThatThrownBy(
                        () -> database.query("SELECT name FROM users").maybe().blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("21000"));
    }

    @Test
    void listKeepsTheOrder() {
        assertThat(database.query("SELECT name FROM users ORDER BY id DESC")
                        .map(row -> row.getString("name"))
                        .list()
                        .blockingGet())
                .containsExactly("Edsger", "Grace", "Ada");
    }

    @Test
    void rowCountCountsChangedRows() {
        assertThat(database.query("UPDATE users SET name = name || '!' WHERE id > $1", 1)
                        .rowCount()
                        .blockingGet())
                .isEqualTo(2);
    }

    @Test
    void batchCountsEachRun() {
        assertThat(database.query("UPDATE users SET name = $2 WHERE id >= $1")
                        .batch(List.of(List.of(1, "a"), List.of(3, "b"), List.of(9, "c")))
                        .blockingGet())
                .containsExactly(3, 1, 0);
        assertThat(database.query("DELETE FROM users WHERE id = $1")
                        .batch(List.of())
                        .blockingGet())
                .isEmpty();
    }

    @Test
    void batchHappensAsAWholeOrNotAtAll() {
        assertThatThrownBy(() -> database.query("INSERT INTO users VALUES ($1, $2)")
                        .batch(List.of(List.of(10, "x"), List.of(1, "twice")))
                        .blockingGet())
                .isInstanceOf(org.jzenith.sql.error.UniqueViolationException.class);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM users")).isEqualTo(3);
    }

    @Test
    void aQueryIsAValueThatCanBeKeptRefinedAndRunAgain() {
        final SqlQuery<Row> byId = database.query("SELECT name FROM users WHERE id = $1", 1);
        final SqlQuery<String> name = byId.map(row -> row.getString(0));
        final SqlQuery<Integer> length = name.bind(2).map(String::length);
        assertThat(name.single().blockingGet()).isEqualTo("Ada");
        assertThat(length.single().blockingGet()).isEqualTo(5);
        assertThat(name.single().blockingGet()).isEqualTo("Ada");
        assertThat(byId).hasToString("SELECT name FROM users WHERE id = $1");
    }

    @Test
    void nothingRunsBeforeSubscriptionAndEachSubscriptionRunsAnew() {
        final io.reactivex.Single<Integer> delete =
                database.query("DELETE FROM users WHERE id = 3").rowCount();
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM users")).isEqualTo(3);
        assertThat(delete.blockingGet()).isEqualTo(1);
        assertThat(delete.blockingGet()).isZero();
    }

    @Test
    void valuesTravelInTheirTypes() {
        final UUID uuid = UUID.randomUUID();
        final OffsetDateTime moment = OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.UTC);
        final Row row = database.query(
                        "SELECT $1::uuid, $2::timestamptz, $3::numeric, $4::date, $5::text, $6::int[], $7::bool, $8::bigint",
                        uuid,
                        moment,
                        new BigDecimal("12.50"),
                        LocalDate.of(2026, 2, 28),
                        null,
                        new Integer[] {1, 2},
                        true,
                        5L)
                .single()
                .blockingGet();
        assertThat(row.getUUID(0)).isEqualTo(uuid);
        assertThat(row.getOffsetDateTime(1).toInstant()).isEqualTo(moment.toInstant());
        assertThat(row.getBigDecimal(2)).isEqualByComparingTo("12.5");
        assertThat(row.getLocalDate(3)).isEqualTo(LocalDate.of(2026, 2, 28));
        assertThat(row.getString(4)).isNull();
        assertThat(row.get(Integer[].class, 5)).containsExactly(1, 2);
        assertThat(row.getBoolean(6)).isTrue();
        assertThat(row.getLong(7)).isEqualTo(5);
    }

    @Test
    void aFailingMappingIsTheErrorOfTheResult() {
        assertThatThrownBy(() -> database.query("SELECT name FROM users")
                        .map(row -> {
                            throw new IllegalStateException("no such form");
                        })
                        .list()
                        .blockingGet())
                .hasMessage("no such form");
    }

    @Test
    void manyQueriesAtOnceAllGetTheirOwnAnswer() {
        final SqlQuery<Integer> echo = database.query("SELECT $1::int").map(row -> row.getInteger(0));
        final List<Integer> answers = io.reactivex.Flowable.range(0, 5_000)
                .flatMapSingle(number -> echo.bind(number).single(), false, 2_000)
                .toList()
                .blockingGet();
        assertThat(answers).hasSize(5_000).doesNotHaveDuplicates();
        assertThat(answers.stream().mapToInt(i -> i).sum())
                .isEqualTo(
                        Arrays.stream(java.util.stream.IntStream.range(0, 5_000).toArray())
                                .sum());
    }
}
