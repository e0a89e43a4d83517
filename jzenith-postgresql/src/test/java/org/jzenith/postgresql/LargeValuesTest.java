package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.error.ValuesTooLargeException;

/** Values beyond {@code postgresql.max-values-size}, and more of them than a statement takes. */
class LargeValuesTest {

    private static final int LIMIT = 1_000;

    private static RunningApplication application;
    private static Database database;

    private record Document(String text) {}

    private record Row(int id, @Nullable String text) {}

    private record Note(int id, Object content) {}

    /** More than a half of the limit. */
    private static final Document LARGE = new Document("x".repeat(LIMIT * 6 / 10));

    @BeforeAll
    static void start() {
        final String name = TestServer.freshDatabase();
        TestServer.run(name, "CREATE TABLE document (id int PRIMARY KEY, text text)");
        TestServer.run(name, "CREATE TABLE note (id int PRIMARY KEY, content jsonb)");
        application = TestServer.application(name)
                .withConfiguration("postgresql.max-values-size", LIMIT)
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    private static Stream<Arguments> tooLarge() {
        return Stream.of(
                Arguments.of("SELECT $1::text", "x".repeat(LIMIT + 1)),
                Arguments.of("SELECT $1::text", "é".repeat(LIMIT / 2 + 1)),
                Arguments.of("SELECT $1::bytea", new byte[LIMIT + 1]),
                Arguments.of("SELECT $1::bytea", Buffer.buffer(new byte[LIMIT + 1])),
                Arguments.of("SELECT $1::jsonb", new JsonObject(Map.of("a", "x".repeat(LIMIT)))),
                Arguments.of("SELECT $1::jsonb", new Document("x".repeat(LIMIT))),
                Arguments.of("SELECT $1::text[]", new String[] {"x".repeat(LIMIT / 2), "x".repeat(LIMIT / 2 + 1)}),
                Arguments.of("SELECT $1::int[]", Collections.nCopies(LIMIT / 8 + 1, 7)));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void largerValuesAreNotSent(final String sql, final Object value) {
        assertThat(failure(database.query(sql, value).single()))
                .isExactlyInstanceOf(ValuesTooLargeException.class)
                .hasMessage("parameter $1 makes the values of the statement larger than 1000 bytes"
                        + " (postgresql.max-values-size) in: " + sql);
        assertThat(failure(database.query(sql, value).stream().toList()))
                .isExactlyInstanceOf(ValuesTooLargeException.class);
        assertThat(failure(database.query(sql).batch(List.of(List.of(value)))))
                .isExactlyInstanceOf(ValuesTooLargeException.class);
    }

    @Test
    void theValuesOfAStatementCountTogether() {
        assertThat(failure(database.query("SELECT $1::text, $2::text", "x", "x".repeat(LIMIT))
                        .single()))
                .isExactlyInstanceOf(ValuesTooLargeException.class)
                .hasMessageContaining("parameter $2");
        assertThat(database.query("SELECT length($1) + length($2)", "x".repeat(LIMIT / 2), "x".repeat(LIMIT / 2))
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(LIMIT);
    }

    @Test
    void theDocumentsOfAStatementCountTogether() {
        assertThat(failure(database.query("SELECT $1::jsonb, $2::jsonb", LARGE, LARGE)
                        .single()))
                .isExactlyInstanceOf(ValuesTooLargeException.class)
                .hasMessageContaining("parameter $2");
        assertThat(failure(database.query("SELECT $1::jsonb[]", List.of(LARGE, LARGE))
                        .single()))
                .isExactlyInstanceOf(ValuesTooLargeException.class);
        // 990 bytes, of which the lengths of the texts alone do not tell.
        assertThat(database.query("SELECT $1::text, $2::jsonb", "x".repeat(400), new Document("x".repeat(579)))
                        .list()
                        .blockingGet())
                .hasSize(1);
    }

    @Test
    void insertAllSendsFewerDocumentsAtOnce() {
        for (final Object content : List.of(LARGE, new JsonObject(Map.of("text", LARGE.text())))) {
            assertThat(database.insertAll("note", Flowable.range(0, 10).map(id -> new Note(id, content)))
                            .blockingGet())
                    .isEqualTo(10);
            assertThat(database.query("SELECT count(DISTINCT xmin::text) FROM note")
                            .as(Long.class)
                            .single()
                            .blockingGet())
                    .as("statements")
                    .isEqualTo(10);
            database.query("DELETE FROM note").execute().blockingAwait();
        }
    }

    @Test
    void aBatchInATransactionIsUndoneIfALaterPartIsRefused() {
        final List<List<?>> values = new ArrayList<>(IntStream.range(0, 5)
                .<List<?>>mapToObj(id -> List.of(id, "x".repeat(LIMIT / 2)))
                .toList());
        values.add(List.of(5, "x".repeat(LIMIT + 1)));
        database.withTransactionCompletable(tx -> tx.query("INSERT INTO document VALUES ($1, $2)")
                        .batch(values)
                        .ignoreElement()
                        .onErrorComplete(ValuesTooLargeException.class::isInstance)
                        .andThen(tx.query("INSERT INTO document VALUES (6, 'kept')")
                                .execute()))
                .blockingAwait();
        assertThat(count("*")).isEqualTo(1);
        database.query("DELETE FROM document").execute().blockingAwait();
    }

    /** The batch of 50 KB is one commit, and the server gets no more than the limit at once. */
    @Test
    void aBatchIsSentInPartsAndIsStillAtomic() {
        final List<List<?>> values = IntStream.range(0, 100)
                .<List<?>>mapToObj(id -> List.of(id, "x".repeat(LIMIT / 2)))
                .toList();
        final SqlQuery<?> insert = database.query("INSERT INTO document VALUES ($1, $2)");
        assertThat(insert.batch(values).blockingGet()).hasSize(100).containsOnly(1);
        assertThat(count("DISTINCT xmin::text")).isEqualTo(1);
        assertThat(count("*")).isEqualTo(100);
        final List<List<?>> withTwice = new ArrayList<>(IntStream.range(100, 150)
                .<List<?>>mapToObj(id -> List.of(id, "x".repeat(LIMIT / 2)))
                .toList());
        withTwice.add(List.of(7, "twice"));
        assertThat(failure(insert.batch(withTwice))).isInstanceOf(UniqueViolationException.class);
        assertThat(count("*")).isEqualTo(100);
        assertThat(database.withTransaction(tx -> tx.query("DELETE FROM document WHERE id = $1")
                                .batch(values.stream()
                                        .map(value -> List.of(value.get(0)))
                                        .toList()))
                        .blockingGet())
                .containsOnly(1);
    }

    @Test
    void insertAllSendsFewerRowsAtOnceIfTheyAreLarge() {
        assertThat(database.insertAll(
                                "document",
                                Flowable.range(1000, 101)
                                        .map(id -> new Row(id, id == 1050 ? null : "x".repeat(LIMIT / 2))))
                        .blockingGet())
                .isEqualTo(101);
        assertThat(database.query("DELETE FROM document WHERE length(text) = $1 OR text IS NULL", LIMIT / 2)
                        .rowCount()
                        .blockingGet())
                .isEqualTo(101);
        assertThat(failure(database.insertAll(
                        "document", Flowable.range(0, 2).map(id -> new Row(id, "x".repeat(LIMIT * (1 + id)))))))
                .isExactlyInstanceOf(ValuesTooLargeException.class);
        database.query("DELETE FROM document").execute().blockingAwait();
    }

    private static long count(final String what) {
        return database.query("SELECT count(" + what + ") FROM document")
                .as(Long.class)
                .single()
                .blockingGet();
    }

    @Test
    void aStatementTakesSoManyValues() {
        final String sql = IntStream.rangeClosed(1, 70_000)
                .mapToObj(number -> "$" + number)
                .collect(Collectors.joining(",", "SELECT ", ""));
        assertThat(failure(database.query(sql, new Object[70_000]).single()))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $65536 is one of 70000, but a statement takes at most 65535");
    }

    @Test
    void aStatementWithANulIsNotSent() {
        assertThat(failure(database.query("SELECT '\0'").single()))
                .isExactlyInstanceOf(SqlException.class)
                .hasMessageContaining("the statement was not sent: it contains a NUL character");
    }

    private static Throwable failure(final Single<?> single) {
        return Completable.fromSingle(single).blockingGet();
    }
}
