package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.SqlException;

class PageTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, """
                CREATE TABLE item (id int PRIMARY KEY, name text NOT NULL, price numeric(9, 2) NOT NULL,
                    ratio real NOT NULL, small smallint NOT NULL, big bigint NOT NULL, exact double precision NOT NULL,
                    flag boolean NOT NULL, key uuid NOT NULL, day date NOT NULL, hour time NOT NULL,
                    local timestamp NOT NULL, created timestamptz NOT NULL, note text, document jsonb NOT NULL);
                CREATE INDEX item_by_name ON item (name, id);
                INSERT INTO item SELECT n, 'name ' || n % 4, n % 3 * 1.25, n % 5 * 0.1, n % 3, n % 3 * 10000000000,
                    n % 4 / 3.0, n % 2 = 0, md5((n % 6)::text)::uuid, date '2024-01-01' + n % 3,
                    time '10:00' + n % 3 * interval '1.000001 s', timestamp '2024-01-01' + n % 3 * interval '0.000001 s',
                    timestamptz '2024-01-01 00:00+02' + n % 4 * interval '0.000001 s',
                    CASE WHEN n % 2 = 0 THEN 'note' END, '{}'
                    FROM generate_series(1, 40) AS n
                """);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    private static SqlQuery<Integer> items() {
        return database.query("SELECT * FROM item WHERE id <= $1 -- all but none", 100)
                .map(row -> row.getInteger("id"));
    }

    /** Follows the links from the first page to the last. */
    private static List<Integer> walk(final SqlQuery<Integer> query, final PageRequest first, final Sort... order) {
        final List<Integer> all = new ArrayList<>();
        PageRequest next = first;
        while (next != null) {
            final Page<Integer> page = query.page(next, order).blockingGet();
            assertThat(page).hasSizeLessThanOrEqualTo(next.limit());
            all.addAll(page);
            next = page.next().orElse(null);
        }
        return all;
    }

    private static List<Integer> ordered(final Sort... order) {
        return database.query("SELECT id FROM item ORDER BY "
                        + String.join(
                                ", ", Arrays.stream(order).map(Sort::toString).toList()))
                .map(row -> row.getInteger(0))
                .list()
                .blockingGet();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name", "price", "ratio", "small", "big", "exact", "flag", "key", "day", "hour", "local", "created"
            })
    void pagesByKeyHaveEachRowOnceInEveryOrder(final String column) {
        for (final Sort[] order : List.of(
                new Sort[] {Sort.asc(column), Sort.asc("id")},
                new Sort[] {Sort.desc(column), Sort.desc("id")},
                new Sort[] {Sort.asc(column), Sort.desc("id")},
                new Sort[] {Sort.desc(column), Sort.asc("small"), Sort.desc("id")})) {
            assertThat(walk(items(), PageRequest.after(null, 7), order)).isEqualTo(ordered(order));
        }
    }

    @Test
    void pagesByOffsetHaveEachRowOnce() {
        final Sort[] order = {Sort.asc("name"), Sort.desc("id")};
        assertThat(walk(items(), PageRequest.offset(0, 7), order)).isEqualTo(ordered(order));
        assertThat(items().page(PageRequest.offset(38, 7), order).blockingGet())
                .isEqualTo(ordered(order).subList(38, 40));
        assertThat(items().page(PageRequest.offset(1_000, 7), order).blockingGet())
                .isEmpty();
    }

    @Test
    void aPageThatEndsWithTheLastRowHasNoNextPage() {
        final Page<Integer> all =
                items().page(PageRequest.after("", 40), Sort.asc("id")).blockingGet();
        assertThat(all).hasSize(40);
        assertThat(all.next()).isEmpty();
        assertThat(items().page(PageRequest.offset(20, 20), Sort.asc("id"))
                        .blockingGet()
                        .next())
                .isEmpty();
    }

    @Test
    void theTotalIsCountedOnDemand() {
        final PageRequest request = PageRequest.after(null, 7);
        assertThat(items().page(request, Sort.asc("id")).blockingGet().total()).isEmpty();
        final Page<Integer> counted =
                items().page(request.withTotal(), Sort.asc("id")).blockingGet();
        assertThat(counted.total()).hasValue(40);
        assertThat(items().page(counted.next().orElseThrow(), Sort.asc("id"))
                        .blockingGet()
                        .total())
                .hasValue(40);
    }

    @Test
    void aRowThatIsInsertedBeforeIsNeitherSkippedNorRepeated() {
        TestServer.run(DATABASE, "CREATE TABLE growing AS SELECT generate_series(10, 20) AS id");
        final SqlQuery<Integer> query = database.query("SELECT id FROM growing").map(row -> row.getInteger(0));
        final Page<Integer> first =
                query.page(PageRequest.after(null, 3), Sort.asc("id")).blockingGet();
        TestServer.run(DATABASE, "INSERT INTO growing VALUES (1), (2)");
        assertThat(first).containsExactly(10, 11, 12);
        assertThat(query.page(first.next().orElseThrow(), Sort.asc("id")).blockingGet())
                .containsExactly(13, 14, 15);
    }

    @Test
    void pagesWorkInATransaction() {
        assertThat(database.withTransaction(tx ->
                                tx.with(items()).page(PageRequest.offset(0, 3).withTotal(), Sort.asc("id")))
                        .blockingGet())
                .containsExactly(1, 2, 3);
    }

    private static String cursor(final String json) {
        return Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String checksum(final Sort... order) {
        final String cursor = items().page(PageRequest.after(null, 1), order)
                .blockingGet()
                .next()
                .flatMap(PageRequest::cursor)
                .orElseThrow();
        final String json = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        return json.substring(1, json.indexOf(','));
    }

    private static void assertRefused(final String cursor, final Sort... order) {
        assertThatThrownBy(
                        () -> items().page(PageRequest.after(cursor, 3), order).blockingGet())
                .as(cursor)
                .isInstanceOfSatisfying(InvalidPageException.class, e -> {
                    assertThat(e.parameter()).isEqualTo("after");
                    assertThat(e.getMessage())
                            .startsWith("The query parameter 'after' is")
                            .doesNotContain(cursor);
                });
    }

    @Test
    void aForgedCursorIsRefused() {
        final Sort[] order = {Sort.asc("created"), Sort.asc("id")};
        final String checksum = checksum(order);
        for (final String json : List.of(
                "[]",
                "{}",
                "null",
                "[" + checksum + "]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"n1\",\"n2\"]",
                "[" + checksum + ",\"o2024-13-01T00:00Z\",\"n1\"]",
                "[" + checksum + ",\"s2024-01-01T00:00Z\",\"n1\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"n1.5\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"n99999999999\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"n1e999999999\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"s1 OR 1 = 1\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",\"\"]",
                "[" + checksum + ",\"o2024-01-01T00:00Z\",1]",
                "[" + checksum + ",null,null]",
                "[1,\"o2024-01-01T00:00Z\",\"n1\"]",
                "[" + "[".repeat(1_000))) {
            assertRefused(cursor(json), order);
        }
        assertRefused("no base64!", order);
        final Sort[] byName = {Sort.asc("name"), Sort.asc("id")};
        assertRefused(cursor("[" + checksum(byName) + ",\"s\\u0000\",\"n1\"]"), byName);
        assertRefused(cursor("[" + checksum(byName) + ",\"s\\ud800\",\"n1\"]"), byName);
        assertThatThrownBy(() -> PageRequest.after("x".repeat(2_049), 3))
                .isInstanceOfSatisfying(
                        InvalidPageException.class,
                        e -> assertThat(e.parameter()).isEqualTo("after"));
    }

    @Test
    void aCursorOfAnotherOrderIsRefused() {
        final String cursor = items().page(PageRequest.after(null, 1), Sort.asc("small"), Sort.asc("id"))
                .blockingGet()
                .next()
                .flatMap(PageRequest::cursor)
                .orElseThrow();
        assertRefused(cursor, Sort.asc("small"), Sort.desc("id"));
        assertRefused(cursor, Sort.asc("big"), Sort.asc("id"));
        assertRefused(cursor, Sort.asc("small"), Sort.asc("id"), Sort.asc("name"));
    }

    @Test
    void aForgedCursorShowsNoRowsThatTheStatementDoesNotSelect() {
        final SqlQuery<Integer> own =
                database.query("SELECT * FROM item WHERE name = $1", "name 1").map(row -> row.getInteger("id"));
        final String checksum = checksum(Sort.asc("id"));
        assertThat(walk(own, PageRequest.after(cursor("[" + checksum + ",\"n-1\"]"), 3), Sort.asc("id")))
                .hasSize(10)
                .allMatch(id -> id % 4 == 1);
    }

    @Test
    void sortColumnsThatACursorCannotHoldAreRefused() {
        // The nulls come last.
        assertThatThrownBy(() -> walk(items(), PageRequest.after(null, 7), Sort.asc("note"), Sort.asc("id")))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the sort column note is null in a row");
        assertThatThrownBy(() -> items().page(PageRequest.after(null, 7), Sort.desc("note"), Sort.asc("id"))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the sort column note is null in a row");
        assertThatThrownBy(() -> items().page(PageRequest.after(null, 7), Sort.asc("document"), Sort.asc("id"))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the sort column document has values of io.vertx.core.json.JsonObject");
        assertThatThrownBy(() -> database.query("SELECT id, repeat('x', 3000) AS long FROM item")
                        .page(PageRequest.after(null, 7), Sort.asc("long"), Sort.asc("id"))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void aNullInALaterSortColumnIsNotLost() {
        final SqlQuery<Integer> query = database.query(
                        "SELECT * FROM (VALUES (1, 1), (1, 2), (1, NULL), (2, 1)) AS t (a, b)")
                .map(row -> row.getInteger("a"));
        for (final Sort b : List.of(Sort.asc("b"), Sort.desc("b"))) {
            assertThatThrownBy(() -> walk(query, PageRequest.after(null, 2), Sort.asc("a"), b))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("the sort column b is null in a row");
        }
    }

    @Test
    void aSortColumnMayHaveTheNameOfAKeyword() {
        final SqlQuery<Integer> query =
                database.query("SELECT 41 - id AS \"user\" FROM item").map(row -> row.getInteger(0));
        final List<Integer> all = IntStream.rangeClosed(1, 40).boxed().toList();
        assertThat(walk(query, PageRequest.after(null, 7), Sort.asc("user"))).isEqualTo(all);
        assertThat(walk(query, PageRequest.offset(0, 7), Sort.asc("user"))).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "float8 'infinity'",
                "float4 '-infinity'",
                "float8 'nan'",
                "numeric 'nan'",
                "date '-infinity'",
                "timestamp '-infinity'",
                "timestamptz '-infinity'"
            })
    void aPageDoesNotEndWithWhatCannotBeSent(final String value) {
        assertThatThrownBy(() -> database.query("SELECT " + value + " AS x, id FROM item")
                        .page(PageRequest.after(null, 7), Sort.asc("x"), Sort.asc("id"))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the sort column x is infinite or NaN in a row");
    }

    @Test
    void badRequestsAreRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> Sort.asc("id; DROP TABLE item")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> items().page(PageRequest.after(null, 7))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PageRequest.after(null, 0))
                .isInstanceOfSatisfying(
                        InvalidPageException.class,
                        e -> assertThat(e.parameter()).isEqualTo("limit"));
        assertThatThrownBy(() -> PageRequest.offset(-1, 7))
                .isInstanceOfSatisfying(
                        InvalidPageException.class,
                        e -> assertThat(e.parameter()).isEqualTo("offset"));
        assertThatThrownBy(() -> PageRequest.offset(0, 10_001)).isInstanceOf(InvalidPageException.class);
        assertThatThrownBy(() -> items().page(PageRequest.after(null, 7), Sort.asc("nothing"))
                        .blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("42703"));
    }
}
