package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;

/** Values of each type, to the server and back. */
@Tag("full")
final class MysqlValueTest {

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

    private enum Color {
        RED
    }

    private static Arguments type(
            final String type,
            final Object sent,
            final BiFunction<Row, Integer, Object> getter,
            final Object expected) {
        return Arguments.of(type, sent, getter, expected);
    }

    static Stream<Arguments> types() {
        final UUID id = UUID.fromString("6b1f0f5e-7f06-4a5e-9d0b-1c5b3d0e2f11");
        final Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        final LocalDateTime dateTime = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 999_999_000);
        return Stream.of(
                type("boolean", true, Row::getBoolean, true),
                type("boolean", false, Row::getBoolean, false),
                type("bit(1)", true, Row::getBoolean, true),
                type("bit(8)", 200, Row::getInteger, 200),
                type("tinyint", -128, Row::getShort, (short) -128),
                type("tinyint unsigned", 255, Row::getInteger, 255),
                type("smallint", (short) -32768, Row::getShort, (short) -32768),
                type("smallint unsigned", 65535, Row::getInteger, 65535),
                type("mediumint", -8388608, Row::getInteger, -8388608),
                type("mediumint unsigned", 16777215, Row::getInteger, 16777215),
                type("int", Integer.MIN_VALUE, Row::getInteger, Integer.MIN_VALUE),
                type("int unsigned", 4_294_967_295L, Row::getLong, 4_294_967_295L),
                type("bigint", Long.MIN_VALUE, Row::getLong, Long.MIN_VALUE),
                type(
                        "bigint unsigned",
                        new BigInteger("18446744073709551615"),
                        Row::getBigDecimal,
                        new BigDecimal("18446744073709551615")),
                type("float", 1.5f, Row::getFloat, 1.5f),
                type("double", 0.1, Row::getDouble, 0.1),
                type(
                        "decimal(38,10)",
                        new BigDecimal("1234567890123456789012345678.0123456789"),
                        Row::getBigDecimal,
                        new BigDecimal("1234567890123456789012345678.0123456789")),
                type("decimal(10,0)", new BigDecimal("1E+3"), Row::getLong, 1000L),
                type("varchar(20)", "gr\u00fc\u00df \ud83d\ude00", Row::getString, "gr\u00fc\u00df \ud83d\ude00"),
                type("char(3)", "abc", Row::getString, "abc"),
                type("text", "", Row::getString, ""),
                type("longtext", "long", Row::getString, "long"),
                type("enum('RED','BLUE')", Color.RED, (row, at) -> row.get(Color.class, at), Color.RED),
                type("set('a','b')", "a,b", Row::getString, "a,b"),
                type("uuid", id, Row::getUUID, id),
                type("char(36)", id, Row::getUUID, id),
                type(
                        "binary(16)",
                        new byte[] {
                            0x6b,
                            0x1f,
                            0x0f,
                            0x5e,
                            0x7f,
                            0x06,
                            0x4a,
                            0x5e,
                            (byte) 0x9d,
                            0x0b,
                            0x1c,
                            0x5b,
                            0x3d,
                            0x0e,
                            0x2f,
                            0x11
                        },
                        Row::getUUID,
                        id),
                type("inet6", "::1", Row::getString, "::1"),
                type("varbinary(4)", new byte[] {0, -1}, Row::getBuffer, Buffer.buffer(new byte[] {0, -1})),
                type("longblob", Buffer.buffer("x"), Row::getBuffer, Buffer.buffer("x")),
                type("date", LocalDate.of(2026, 2, 28), Row::getLocalDate, LocalDate.of(2026, 2, 28)),
                type(
                        "time(6)",
                        LocalTime.of(23, 59, 59, 999_999_000),
                        Row::getLocalTime,
                        LocalTime.of(23, 59, 59, 999_999_000)),
                type("time(6)", LocalTime.MIDNIGHT, Row::getLocalTime, LocalTime.MIDNIGHT),
                type(
                        "time(3)",
                        Duration.ofMillis(-59_500),
                        (row, at) -> row.get(Duration.class, at),
                        Duration.ofMillis(-59_500)),
                type("time", Duration.ofHours(838), (row, at) -> row.get(Duration.class, at), Duration.ofHours(838)),
                type("datetime(6)", dateTime, Row::getLocalDateTime, dateTime),
                type(
                        "datetime",
                        LocalDate.of(2026, 1, 1).atStartOfDay(),
                        Row::getLocalDateTime,
                        LocalDateTime.of(2026, 1, 1, 0, 0)),
                type("datetime(6)", instant, Row::getOffsetDateTime, instant.atOffset(ZoneOffset.UTC)),
                type("timestamp(6)", instant, Row::getOffsetDateTime, instant.atOffset(ZoneOffset.UTC)),
                type("timestamp(6)", instant, (row, at) -> row.get(Instant.class, at), instant),
                type(
                        "timestamp",
                        OffsetDateTime.parse("2026-03-29T03:30:00+02:00"),
                        Row::getOffsetDateTime,
                        OffsetDateTime.parse("2026-03-29T01:30:00Z")),
                type("year", 2026, Row::getInteger, 2026),
                type("json", new JsonObject().put("a", 1), Row::getJsonObject, new JsonObject().put("a", 1)),
                type("json", new JsonArray().add("x"), Row::getJsonArray, new JsonArray().add("x")));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("types")
    void eachTypeGoesAndComes(
            final String type,
            final Object sent,
            final BiFunction<Row, Integer, Object> getter,
            final Object expected) {
        TestServer.run(DATABASE, "CREATE OR REPLACE TABLE one (value " + type + ")");
        database.query("INSERT INTO one VALUES (?), (?)", sent, null).execute().blockingAwait();
        assertThat(database.query("SELECT value FROM one WHERE value IS NOT NULL")
                        .map(row -> getter.apply(row, 0))
                        .single()
                        .blockingGet())
                .isEqualTo(expected);
        assertThat(database.query("SELECT value FROM one WHERE value IS NULL")
                        .map(row -> getter.apply(row, 0) == null)
                        .single()
                        .blockingGet())
                .isTrue();
    }

    @Test
    void arraysAreRefusedBeforeAnythingIsSent() {
        for (final Object array : List.of(new Integer[] {1}, new int[] {1}, List.of(1))) {
            assertThatThrownBy(() ->
                            database.query("SELECT ? + ?", 1, array).execute().blockingAwait())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("parameter 2 is a ")
                    .hasMessageContaining("MariaDB has no arrays");
        }
    }

    @Test
    void valuesThatCannotBeSentAreRefused() {
        for (final Object value : List.of(
                Double.NaN,
                new BigDecimal("1E+100000"),
                LocalDate.of(10_000, 1, 1),
                Instant.MAX,
                Duration.ofHours(839),
                "half of a pair: \ud83d",
                new Object())) {
            assertThatThrownBy(() -> database.query("SELECT ?", value).execute().blockingAwait())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageStartingWith("parameter 1 ");
        }
    }

    @Test
    void aValueBeyondTheServersPacketIsRefusedAndTheConnectionKept() {
        final long limit = TestServer.count(DATABASE, "SELECT @@max_allowed_packet");
        final long before = database.withTransaction(tx -> tx.query("SELECT CONNECTION_ID()")
                        .map(row -> row.getLong(0))
                        .single()
                        .flatMap(id -> tx.query("SELECT 1, ?", "x".repeat((int) limit))
                                .execute()
                                .andThen(Single.just(id))
                                .onErrorResumeNext(error -> {
                                    assertThat(error)
                                            .isInstanceOf(InvalidValueException.class)
                                            .hasMessageContaining(
                                                    "parameter 1 makes the values of the statement larger");
                                    return tx.query("SELECT CONNECTION_ID()")
                                            .map(row -> row.getLong(0))
                                            .single()
                                            .doOnSuccess(
                                                    after -> assertThat(after).isEqualTo(id));
                                })))
                .blockingGet();
        assertThat(before).isPositive();
        assertThat(database.query("SELECT LENGTH(?)", "\u00e4".repeat((int) (limit / 2) - 1_000))
                        .map(row -> row.getLong(0))
                        .single()
                        .blockingGet())
                .isEqualTo(limit - 2_000);
    }

    @Test
    void theHeadersOfManyValuesCountForThePacket() {
        final int count = 2_000;
        final long each = (TestServer.count(DATABASE, "SELECT @@max_allowed_packet") - 2_048) / count;
        final Object[] values =
                Collections.nCopies(count, "x".repeat((int) each)).toArray();
        assertThatThrownBy(() -> database.query("SELECT 1 IN (?" + ", ?".repeat(count - 1) + ")", values)
                        .execute()
                        .blockingAwait())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("makes the values of the statement larger");
    }

    private record Block(int id, Object content) {}

    @Test
    void insertAllSendsFewerRowsIfTheyDoNotFitIntoAPacket() {
        TestServer.run(DATABASE, "CREATE TABLE block (id int PRIMARY KEY, content longblob)");
        final int rows = 4_096;
        final int each = (int) (TestServer.count(DATABASE, "SELECT @@max_allowed_packet") / rows);
        final List<Object> contents = List.of(
                new byte[each - 11], Map.of("text", "x".repeat(each)), new JsonObject().put("text", "x".repeat(each)));
        for (final Object content : contents) {
            assertThat(database.insertAll("block", Flowable.range(0, rows).map(id -> new Block(id, content)))
                            .blockingGet())
                    .isEqualTo(rows);
            database.query("TRUNCATE TABLE block").execute().blockingAwait();
        }
    }

    @Test
    void aLargeIntegerIsComparedExactly() {
        assertThat(database.query("SELECT 9007199254740992 IN (?)", new BigDecimal("9007199254740993"))
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isZero();
    }

    private static List<Integer> walk(final String table, final String column) {
        final SqlQuery<Integer> query = database.query("SELECT * FROM " + table).map(row -> row.getInteger("id"));
        final List<Integer> all = new ArrayList<>();
        PageRequest next = PageRequest.after(null, 1);
        while (next != null && all.size() < 10) {
            final Page<Integer> page =
                    query.page(next, Sort.asc(column), Sort.asc("id")).blockingGet();
            all.addAll(page);
            next = page.next().orElse(null);
        }
        return all;
    }

    @Test
    void pagesFollowTheOrderOfFloats() {
        TestServer.run(DATABASE, "CREATE TABLE ratio (id int, ratio float, user int)");
        TestServer.run(DATABASE, "INSERT INTO ratio VALUES (1, 0.1, 3), (2, 0.2, 2), (3, 0.2, 1), (4, 1e-30, 0)");
        assertThat(walk("ratio", "ratio")).containsExactly(4, 1, 2, 3);
        assertThat(walk("ratio", "user")).containsExactly(4, 3, 2, 1);
    }

    @Test
    void pagesByATypeThatIsComparedAsATextAreRefused() {
        TestServer.run(DATABASE, "CREATE TABLE shirt (id int, size enum('small', 'large'), colors set('red', 'blue'))");
        TestServer.run(DATABASE, "INSERT INTO shirt VALUES (1, 'small', 'red'), (2, 'large', 'red,blue')");
        for (final String column : List.of("size", "colors")) {
            assertThatThrownBy(() -> walk("shirt", column))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("the sort column " + column + " has the type ");
        }
    }

    @Test
    void aNumberThatDoesNotFitAndABooleanThatIsNoneAreNotRead() {
        assertThatThrownBy(() -> database.query("SELECT CAST(300 AS INT) AS n")
                        .map(row -> row.getBoolean("n"))
                        .single()
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("column n of the type int cannot be read as Boolean; read it with getInteger");
        assertThatThrownBy(() -> database.query("SELECT '[1' AS j")
                        .map(row -> row.getJsonArray("j"))
                        .single()
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("cannot be read as JsonArray");
    }

    @Test
    void strictModeRefusesWhatTheServerWouldChange() {
        TestServer.run(DATABASE, "CREATE OR REPLACE TABLE strict (t varchar(3), n tinyint, d date)");
        for (final Object[] change :
                new Object[][] {{"t", "abcd"}, {"n", 300}, {"d", "2026-02-30"}, {"d", "0000-00-00"}}) {
            assertThatThrownBy(() -> database.query("INSERT INTO strict (" + change[0] + ") VALUES (?)", change[1])
                            .execute()
                            .blockingAwait())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("column " + change[0])
                    .message()
                    .doesNotContain(change[1].toString());
        }
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM strict")).isZero();
    }

    @Test
    void aDateThatIsZeroInPartIsAnErrorOfItsColumn() {
        TestServer.run(
                DATABASE,
                "CREATE OR REPLACE TABLE zero (id int PRIMARY KEY, day date, moment datetime(6), at timestamp)");
        TestServer.run(
                DATABASE,
                "SET STATEMENT sql_mode = '' FOR INSERT INTO zero VALUES (1, '2024-02-29', '2024-02-29 01:02:03', '2024-02-29 01:02:03'),"
                        + " (2, '2024-00-10', '2024-10-00 01:02:03.000004', '0000-00-00 00:00:00'),"
                        + " (3, '0000-00-00', '0000-00-00', NULL), (4, '2024-12-31', '2024-12-31', NULL)");
        final SqlQuery<Row> rows = database.query("SELECT * FROM zero ORDER BY id");
        assertThat(rows.map(row -> row.getInteger("id")).list().blockingGet()).containsExactly(1, 2, 3, 4);
        assertThat(rows.map(row -> row.getInteger("id")).stream(2).toList().blockingGet())
                .containsExactly(1, 2, 3, 4);
        for (final String column : List.of("day", "moment", "at")) {
            for (final int id : column.equals("at") ? new int[] {2} : new int[] {2, 3}) {
                assertThatThrownBy(() -> database.query("SELECT * FROM zero WHERE id = ?", id)
                                .map(row -> row.getValue(column))
                                .single()
                                .blockingGet())
                        .isInstanceOf(RowMappingException.class)
                        .hasMessageContaining("column " + column + " of the type ")
                        .hasMessageContaining("cannot be read as Object; cast it to text");
            }
        }
        assertThatThrownBy(() -> rows.map(row -> row.getLocalDate("day")).stream(2)
                        .toList()
                        .blockingGet())
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining("column day of the type date has a value that cannot be read as LocalDate");
        assertThat(database.query("SELECT CAST(day AS CHAR) FROM zero WHERE id = 2")
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo("2024-00-10");
        assertThat(database.query("SELECT NULLIF(day, 0) AS day FROM zero WHERE id IN (1, 3) ORDER BY id")
                        .map(row -> Optional.ofNullable(row.getLocalDate("day")))
                        .list()
                        .blockingGet())
                .containsExactly(Optional.of(LocalDate.of(2024, 2, 29)), Optional.empty());
    }

    @Test
    void datesAreReadInEachClass() {
        final Row row = database.query("SELECT CAST('2024-12-31' AS DATETIME) AS midnight,"
                        + " CAST('2024-12-31 23:59:58' AS DATETIME) AS second, CURRENT_TIMESTAMP AS now")
                .single()
                .blockingGet();
        assertThat(row.getLocalDateTime("midnight")).isEqualTo("2024-12-31T00:00");
        assertThat(row.get(Instant.class, "second")).isEqualTo("2024-12-31T23:59:58Z");
        assertThat(row.getValue("second")).isEqualTo(LocalDateTime.of(2024, 12, 31, 23, 59, 58));
        assertThatThrownBy(() -> row.getBuffer("second"))
                .hasMessageContaining("column second of the type datetime")
                .hasMessageContaining("cannot be read as Buffer");
    }

    /** Counts the rows whose number satisfies a condition on a decimal that differs from it in the last of its digits. */
    private static int matches(final String condition, final Object... values) {
        return database.query("SELECT count(*) FROM exact WHERE " + condition, values)
                .as(Integer.class)
                .single()
                .blockingGet();
    }

    @Test
    void decimalsAreComparedExactlyExceptInListsRangesAndArithmetic() {
        TestServer.run(DATABASE, "CREATE OR REPLACE TABLE exact (n decimal(38, 10))");
        final BigDecimal stored = new BigDecimal("1234567890123456789.0000000001");
        final BigDecimal next = new BigDecimal("1234567890123456789.0000000002");
        database.query("INSERT INTO exact VALUES (?)", stored).execute().blockingAwait();
        assertThat(matches("n = ?", stored)).isEqualTo(1);
        assertThat(matches("n = ?", next)).isZero();
        assertThat(matches("n < ?", next)).isEqualTo(1);
        assertThat(matches("n >= ?", next)).isZero();
        assertThat(matches("n BETWEEN ? AND ?", next, next))
                .as("floating point")
                .isEqualTo(1);
        assertThat(matches("n IN (?, ?)", next, next.add(next)))
                .as("floating point")
                .isEqualTo(1);
        assertThat(matches("n - ? = 0", next)).as("floating point").isEqualTo(1);
        assertThat(matches("n IN (CAST(? AS DECIMAL(38, 10)), CAST(? AS DECIMAL(38, 10)))", next, stored))
                .isEqualTo(1);
        assertThat(matches("n IN (CAST(? AS DECIMAL(38, 10)), 0)", next)).isZero();
        assertThat(matches("n - CAST(? AS DECIMAL(38, 10)) = 0", next)).isZero();
    }
}
