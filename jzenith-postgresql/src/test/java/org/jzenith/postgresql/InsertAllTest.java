package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

class InsertAllTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    enum Mood {
        HAPPY,
        SAD
    }

    record Item(
            int id,
            String firstName,
            @Nullable BigDecimal price,
            UUID key,
            Instant takenAt,
            LocalDate day,
            Mood mood,
            String order) {}

    record Numbered(Number id, String firstName) {}

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, """
                CREATE TYPE mood AS ENUM ('HAPPY', 'SAD');
                CREATE TABLE item (id int PRIMARY KEY, first_name varchar(20), price numeric(9, 2), key uuid,
                    taken_at timestamptz, day date, mood mood, "order" char(4), made timestamptz NOT NULL DEFAULT now(),
                    tags text[])
                """);
    }

    @AfterAll
    static void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    @BeforeEach
    void noItems() {
        TestServer.run(DATABASE, "TRUNCATE item");
    }

    private static long items() {
        return TestServer.count(DATABASE, "SELECT count(*) FROM item");
    }

    private static Flowable<Numbered> numbers(final int count) {
        return Flowable.range(1, count).map(number -> new Numbered(number, "name " + number));
    }

    @Test
    void recordsBecomeRows() {
        final List<Item> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(new Item(
                    i,
                    "it's {\"" + i + "\\",
                    i == 1 ? null : new BigDecimal("1.25"),
                    UUID.randomUUID(),
                    Instant.parse("2024-01-01T00:00:00.00000" + i + "Z"),
                    LocalDate.of(2024, 1, 1 + i),
                    Mood.values()[i % 2],
                    "abcd"));
        }
        assertThat(database.insertAll("item", Flowable.fromIterable(all)).blockingGet())
                .isEqualTo(3);
        assertThat(database.query(
                                "SELECT id, first_name, price, key, taken_at, day, mood::text, \"order\" FROM item ORDER BY id")
                        .as(Item.class)
                        .list()
                        .blockingGet())
                .isEqualTo(all);
    }

    @Test
    void manyRecordsBecomeSeveralStatements() {
        assertThat(database.insertAll("public.item", numbers(25_001)).blockingGet())
                .isEqualTo(25_001);
        assertThat(items()).isEqualTo(25_001);
        assertThat(database.insertAll("item", Flowable.<Numbered>empty()).blockingGet())
                .isZero();
    }

    @Test
    void aTextWithANulIsRefusedWithItsParameter() {
        assertThatThrownBy(() -> database.insertAll(
                                "item", numbers(3).concatWith(Flowable.just(new Numbered(4, "a\0b"))))
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $2 has a NUL character");
        assertThat(items()).isZero();
    }

    record Other(String firstName, int id) {}

    @Test
    void aRecordOfAnotherClassIsRefusedInALaterStatement() {
        assertThatThrownBy(() -> database.insertAll(
                                "item", Flowable.<Record>concat(numbers(10_000), Flowable.just(new Other("name", 0))))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("InsertAllTest$Other")
                .hasMessageContaining("InsertAllTest$Numbered");
        assertThat(items()).isEqualTo(10_000);
    }

    @Test
    void theSourceIsReadAsTheRowsAreInserted() {
        final List<Long> requested = new ArrayList<>();
        final long inserted = database.insertAll("item", numbers(35_000).doOnRequest(count -> requested.add(count)))
                .blockingGet();
        assertThat(inserted).isEqualTo(35_000);
        assertThat(requested).allMatch(count -> count <= 10_000);
    }

    @Test
    void outsideATransactionTheStatementsBeforeAFailureStay() {
        assertThatThrownBy(() -> database.insertAll("item", numbers(15_000).concatWith(numbers(1)))
                        .blockingGet())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(items()).isEqualTo(10_000);
    }

    @Test
    void inATransactionAllRecordsAreInsertedOrNone() {
        assertThatThrownBy(() -> database.withTransaction(
                                tx -> tx.insertAll("item", numbers(15_000).concatWith(numbers(1))))
                        .blockingGet())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(items()).isZero();
        assertThat(database.withTransaction(tx -> tx.insertAll("item", numbers(15_000)))
                        .blockingGet())
                .isEqualTo(15_000);
    }

    @Test
    void anErrorOfTheSourceIsTheError() {
        assertThatThrownBy(() -> database.insertAll(
                                "item", numbers(15_000).concatWith(Flowable.error(new IllegalStateException("gone"))))
                        .blockingGet())
                .hasMessage("gone");
        assertThat(items()).isEqualTo(10_000);
    }

    record Unknown(int id, String lastName) {}

    record Tagged(int id, List<String> tags) {}

    @Test
    void recordsThatDoNotFitTheTableAreRefused() {
        assertThatThrownBy(() -> database.insertAll("item", Flowable.just(new Unknown(1, "x")))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("no column last_name");
        assertThatThrownBy(() -> database.insertAll("item", Flowable.just(new Tagged(1, List.of("x"))))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("column tags is an array");
        assertThatThrownBy(() -> database.insertAll("nowhere", numbers(1)).blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("42P01"));
        assertThatThrownBy(() -> database.insertAll("item", Flowable.just(new Numbered(3_000_000_000L, "x")))
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $1");
        assertThatThrownBy(() -> database.insertAll("item", Flowable.just(new Numbered(1, "x".repeat(21))))
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class);
        assertThat(items()).isZero();
    }
}
