package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.param;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.data.Box;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Circle;
import io.vertx.pgclient.data.Inet;
import io.vertx.pgclient.data.Interval;
import io.vertx.pgclient.data.LineSegment;
import io.vertx.pgclient.data.Path;
import io.vertx.pgclient.data.Point;
import io.vertx.pgclient.data.Polygon;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.impl.DSL;
import org.jooq.types.ULong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.jooq.Jooq;
import org.jzenith.sql.text.TextValue;

/** Values arrive as they are, or are refused: each Java type against each column type, at both ends of its range. */
class ValueTest {

    private static final String REFUSED = "refused";
    private static final int IN_FLIGHT = 20;
    private static final String DATABASE = TestServer.freshDatabase();

    private static RunningApplication application;
    private static Database database;
    private static Jooq jooq;

    private enum Colour {
        RED,
        GREEN
    }

    @BeforeAll
    static void start() {
        TestServer.run(
                DATABASE,
                "CREATE TYPE colour AS ENUM ('RED', 'GREEN'); CREATE DOMAIN word AS text; CREATE DOMAIN small AS int4;"
                        + " CREATE TABLE stored (id int, value text); ALTER DATABASE " + DATABASE
                        + " SET timezone TO 'UTC'");
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 8)
                .run();
        database = application.get(Database.class);
        jooq = application.get(Jooq.class);
    }

    @AfterAll
    static void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    /** A value for a column type, and the server's text of it, or {@link #REFUSED}. */
    private record Sent(String type, Object value, String expected) {

        @Override
        public String toString() {
            return type + " <- " + value.getClass().getSimpleName() + " " + value;
        }
    }

    private static final Map<String, Class<? extends Number>> NUMBER_TYPES = Map.of(
            "int2", Short.class,
            "int4", Integer.class,
            "int8", Long.class,
            "float4", Float.class,
            "float8", Double.class,
            "numeric", BigDecimal.class);

    private static List<BigDecimal> ends() {
        final List<BigDecimal> ends = new ArrayList<>(List.of(
                BigDecimal.ZERO,
                BigDecimal.ONE,
                new BigDecimal("1.5"),
                new BigDecimal("-0.5"),
                new BigDecimal("0.1"),
                new BigDecimal("12345678901234567890.123456789"),
                new BigDecimal(Float.MAX_VALUE),
                new BigDecimal(Double.MAX_VALUE),
                new BigDecimal("1e39"),
                new BigDecimal("1e309"),
                new BigDecimal(Double.MIN_VALUE),
                new BigDecimal("1e-400")));
        for (final int bits : List.of(7, 15, 24, 31, 32, 53, 63, 64)) {
            final BigInteger power = BigInteger.ONE.shiftLeft(bits);
            for (final BigInteger end : List.of(power, power.negate())) {
                for (int i = -1; i <= 1; i++) {
                    ends.add(new BigDecimal(end.add(BigInteger.valueOf(i))));
                }
            }
        }
        return ends;
    }

    /** The same number in each class that has it. */
    private static Stream<Number> inEachClass(final BigDecimal number) {
        final Stream.Builder<Number> same = Stream.builder();
        same.add(number);
        if (number.stripTrailingZeros().scale() <= 0) {
            final BigInteger integer = number.toBigIntegerExact();
            same.add(integer);
            if (integer.bitLength() < 64) {
                same.add(integer.longValue());
            }
            if (integer.bitLength() < 32) {
                same.add(integer.intValue());
            }
            if (integer.bitLength() < 16) {
                same.add(integer.shortValue());
            }
            if (integer.bitLength() < 8) {
                same.add(integer.byteValue());
            }
        }
        if (Double.isFinite(number.doubleValue()) && new BigDecimal(number.doubleValue()).compareTo(number) == 0) {
            same.add(number.doubleValue());
        }
        if (Float.isFinite(number.floatValue()) && new BigDecimal(number.floatValue()).compareTo(number) == 0) {
            same.add(number.floatValue());
        }
        return same.build();
    }

    private static String expected(final String type, final BigDecimal number) {
        return switch (type) {
            case "int2" -> integer(number, 16);
            case "int4" -> integer(number, 32);
            case "int8" -> integer(number, 64);
            case "float4" -> floating(number, number.floatValue(), Float.isInfinite(number.floatValue()));
            case "float8" -> floating(number, number.doubleValue(), Double.isInfinite(number.doubleValue()));
            default -> number.stripTrailingZeros().toPlainString();
        };
    }

    private static String integer(final BigDecimal number, final int bits) {
        return number.stripTrailingZeros().scale() <= 0
                        && number.toBigIntegerExact().bitLength() < bits
                ? number.toBigIntegerExact().toString()
                : REFUSED;
    }

    private static String floating(final BigDecimal number, final double rounded, final boolean infinite) {
        return infinite || (rounded == 0 && number.signum() != 0)
                ? REFUSED
                : new BigDecimal(rounded).stripTrailingZeros().toPlainString();
    }

    private static List<Sent> numbers() {
        final List<Sent> all = new ArrayList<>();
        NUMBER_TYPES.keySet().forEach(type -> {
            ends().forEach(number -> inEachClass(number)
                    .forEach(value -> all.add(new Sent(type, value, expected(type, exact(type, value))))));
            for (final Object other : List.of("1", true, Colour.GREEN, UUID.randomUUID(), Buffer.buffer("1"))) {
                all.add(new Sent(type, other, REFUSED));
            }
            if (type.startsWith("int")) {
                all.add(new Sent(type, Double.NaN, REFUSED));
                all.add(new Sent(type, Double.POSITIVE_INFINITY, REFUSED));
                all.add(new Sent(type, Float.NEGATIVE_INFINITY, REFUSED));
            } else {
                all.add(new Sent(type, Double.NaN, "NaN"));
                all.add(new Sent(type, Float.NaN, "NaN"));
                all.add(new Sent(type, Double.POSITIVE_INFINITY, type.startsWith("float") ? "Infinity" : REFUSED));
            }
        });
        return all;
    }

    /** A numeric gets the digits that Java shows of a floating-point number. */
    private static BigDecimal exact(final String type, final Number value) {
        return (value instanceof Double || value instanceof Float) && !type.equals("numeric")
                ? new BigDecimal(value.doubleValue())
                : new BigDecimal(value.toString());
    }

    private static List<Sent> others() {
        final String half = "half \ud83d of a pair";
        final List<Sent> all = new ArrayList<>(List.of(
                new Sent("text", "grin \ud83d\ude00", "grin \ud83d\ude00"),
                new Sent("text", half, REFUSED),
                new Sent("text", "\ude00\ud83d", REFUSED),
                new Sent("varchar", half, REFUSED),
                new Sent("text", "a\0b", REFUSED),
                new Sent("varchar", "\0", REFUSED),
                new Sent("word", "a\0", REFUSED),
                new Sent("json", Map.of("a", "\0"), "{\"a\":\"\\u0000\"}"),
                new Sent("text", 5, REFUSED),
                new Sent("text", Colour.RED, "RED"),
                new Sent("word", half, REFUSED),
                new Sent("word", "a,\"b\\{}", "a,\"b\\{}"),
                new Sent("small", 5L, "5"),
                new Sent("colour", Colour.GREEN, "GREEN"),
                new Sent("colour", "RED", "RED"),
                new Sent("bool", true, "true"),
                new Sent("bool", 1, REFUSED),
                new Sent("uuid", new UUID(1, 2), new UUID(1, 2).toString()),
                new Sent("uuid", new UUID(1, 2).toString(), new UUID(1, 2).toString()),
                new Sent("uuid", "no uuid", REFUSED),
                new Sent("bytea", Buffer.buffer(new byte[] {0, -1}), "\\x00ff"),
                new Sent("bytea", "text", REFUSED),
                new Sent("date", LocalDate.of(5_874_897, 12, 31), "5874897-12-31"),
                new Sent("date", LocalDate.of(5_874_898, 1, 1), REFUSED),
                new Sent("date", LocalDate.of(-4713, 11, 24), "4714-11-24 BC"),
                new Sent("date", LocalDate.of(-4713, 11, 23), REFUSED),
                new Sent("date", LocalDate.MAX, "infinity"),
                new Sent("date", LocalDate.of(999_999_999, 12, 31), "infinity"),
                new Sent("date", LocalDate.MIN, "-infinity"),
                new Sent("date", LocalDate.MAX.minusDays(1), REFUSED),
                new Sent("date", LocalDateTime.of(2026, 1, 2, 3, 4), REFUSED),
                new Sent(
                        "timestamp",
                        LocalDateTime.of(294_276, 12, 31, 23, 59, 59, 999_999_999),
                        "294276-12-31 23:59:59.999999"),
                new Sent("timestamp", LocalDateTime.of(294_277, 1, 1, 0, 0), REFUSED),
                new Sent("timestamp", LocalDateTime.of(-4713, 11, 24, 0, 0), "4714-11-24 00:00:00 BC"),
                new Sent("timestamp", LocalDateTime.of(-4713, 11, 23, 23, 59), REFUSED),
                new Sent("timestamp", LocalDateTime.of(1999, 1, 1, 0, 0, 0, 1_999), "1999-01-01 00:00:00.000001"),
                new Sent("timestamp", LocalDateTime.MAX, "infinity"),
                new Sent("timestamp", LocalDateTime.MIN, REFUSED),
                new Sent("timestamp", OffsetDateTime.parse("2026-01-02T03:04:05+02:00"), REFUSED),
                new Sent("timestamptz", OffsetDateTime.parse("2026-01-02T03:04:05+02:00"), "2026-01-02 01:04:05+00"),
                new Sent("timestamptz", Instant.parse("2026-01-02T03:04:05Z"), "2026-01-02 03:04:05+00"),
                new Sent("timestamptz", Instant.MAX, "infinity"),
                new Sent("timestamptz", Instant.MAX.minusSeconds(1), REFUSED),
                new Sent("timestamptz", OffsetDateTime.MAX, "infinity"),
                new Sent("timestamptz", OffsetDateTime.MIN, REFUSED),
                new Sent("timestamptz", OffsetDateTime.MAX.minusYears(1), REFUSED),
                new Sent(
                        "timestamptz",
                        LocalDateTime.of(294_276, 12, 31, 23, 0).atOffset(ZoneOffset.ofHours(-2)),
                        REFUSED),
                new Sent("time", LocalTime.MAX, "24:00:00"),
                new Sent("time", LocalTime.MAX.minusNanos(1), "23:59:59.999999"),
                new Sent("time", LocalTime.MIN, "00:00:00"),
                new Sent("time", LocalDateTime.of(2026, 1, 2, 3, 4), REFUSED),
                new Sent("time", LocalDateTime.of(2026, 1, 2, 3, 4, 5), REFUSED),
                new Sent("time", OffsetTime.parse("03:04:05+02:00"), REFUSED),
                new Sent("time", 1234, REFUSED),
                new Sent("time", "03:04", REFUSED),
                new Sent("timetz", LocalTime.of(3, 4), REFUSED),
                new Sent("timetz", LocalTime.MAX.atOffset(ZoneOffset.UTC), REFUSED),
                new Sent("interval", new Interval(1, -2, 3), "10 mons 3 days"),
                new Sent("interval", 5, REFUSED),
                new Sent("interval", "1 day", REFUSED),
                new Sent("oid", 4_294_967_295L, "4294967295"),
                new Sent("oid", "1", REFUSED),
                new Sent("tsvector", "b a", "'a' 'b'"),
                new Sent("tsvector", half, REFUSED),
                new Sent("inet", new Inet(), REFUSED),
                new Sent("cidr", new Cidr(), REFUSED),
                new Sent("box", new Box(new Point(1, 2), null), REFUSED),
                new Sent("lseg", new LineSegment(null, new Point(1, 2)), REFUSED),
                new Sent("path", new Path(true, Arrays.asList(new Point(1, 2), null)), REFUSED),
                new Sent("polygon", new Polygon(null), REFUSED),
                new Sent("circle", new Circle(null, 1), REFUSED),
                new Sent("timetz", OffsetTime.parse("03:04:05+02:00"), "03:04:05+02"),
                new Sent(
                        "jsonb",
                        new JsonObject().put("a", new JsonArray().add(new BigDecimal("1.10"))),
                        "{\"a\": [1.10]}"),
                new Sent("jsonb", new JsonObject().put("a", half), REFUSED),
                new Sent("jsonb", new JsonObject().put(half, 1), REFUSED),
                new Sent("jsonb", new JsonObject().put("a", new Object()), REFUSED),
                new Sent("jsonb", half, REFUSED),
                new Sent("jsonb", "text", "\"text\""),
                new Sent("jsonb", new BigDecimal("12345678901234567890.10"), "12345678901234567890.10"),
                new Sent("jsonb", Double.NaN, REFUSED),
                new Sent("jsonb", LocalDate.EPOCH, REFUSED)));
        all.addAll(List.of(
                new Sent("int2", new TextValue("32768"), REFUSED),
                new Sent("int4", new TextValue("42"), "42"),
                new Sent("int4", new TextValue("42.5"), REFUSED),
                new Sent("int4", new TextValue("1e1000000000"), REFUSED),
                new Sent("int8", new TextValue("9223372036854775807"), "9223372036854775807"),
                new Sent("int8", new TextValue("1; DROP TABLE stored"), REFUSED),
                new Sent("float8", new TextValue("1.5"), "1.5"),
                new Sent("numeric", new TextValue("1.10"), "1.1"),
                new Sent("numeric", new TextValue("1".repeat(1000)), "1".repeat(1000)),
                new Sent("numeric", new TextValue("1".repeat(1001)), REFUSED),
                new Sent("bool", new TextValue("true"), "true"),
                new Sent("bool", new TextValue("yes"), REFUSED),
                new Sent("text", new TextValue("42"), "42"),
                new Sent("text", new TextValue(half), REFUSED),
                new Sent("colour", new TextValue("RED"), "RED"),
                new Sent("uuid", new TextValue("no uuid"), REFUSED),
                new Sent("date", new TextValue("2026-01-02"), "2026-01-02"),
                new Sent("date", new TextValue("tomorrow"), REFUSED),
                new Sent("timestamptz", new TextValue("2026-01-02T03:04:05+02:00"), "2026-01-02 01:04:05+00"),
                new Sent("bytea", new TextValue("text"), REFUSED),
                new Sent("jsonb", new TextValue("text"), "\"text\"")));
        return all;
    }

    private static <T> Single<String> outcome(final Single<T> result) {
        return result.map(Object::toString)
                .onErrorReturn(error -> error instanceof InvalidValueException refusal
                                && refusal.sqlState() == null
                                && refusal.getMessage().startsWith("parameter $1 ")
                        ? REFUSED
                        : error.toString());
    }

    private static String inText(final Sent sent, final String parameter) {
        return "SELECT " + parameter + "::" + sent.type() + "::text";
    }

    private static Single<String> query(final Sent sent) {
        return database.query(inText(sent, "$1"), sent.value())
                .map(row -> row.getString(0))
                .single();
    }

    private static Single<String> singles(final Sent sent) {
        return database.query(inText(sent, "$1"))
                .map(row -> row.getString(0))
                .singles(List.of(List.of(sent.value())))
                .map(list -> list.get(0));
    }

    private static Single<String> array(final Sent sent) {
        final Object[] typed = (Object[]) Array.newInstance(sent.value().getClass(), 2);
        typed[1] = sent.value();
        return elements(sent, typed);
    }

    private static Single<String> arrayOfObjects(final Sent sent) {
        return elements(sent, new Object[] {null, sent.value()});
    }

    private static Single<String> elements(final Sent sent, final Object[] array) {
        return database.query("SELECT ($1::" + sent.type() + "[])[2]::text", (Object) array)
                .map(row -> row.getString(0))
                .single();
    }

    private static Single<String> batch(final Sent sent) {
        return database.withTransaction(tx -> tx.query("INSERT INTO stored VALUES (1, $1::" + sent.type() + "::text)")
                .batch(List.of(List.of(sent.value()), List.of(sent.value())))
                .flatMap(counts -> tx.query("DELETE FROM stored RETURNING value")
                        .map(row -> row.getString(0))
                        .list())
                .map(values -> values.get(0)));
    }

    private static Single<String> stream(final Sent sent) {
        return database.query(inText(sent, "$1"), sent.value()).map(row -> row.getString(0)).stream(1)
                .singleOrError();
    }

    private static Single<String> jooq(final Sent sent, final Class<?> type) {
        return jooq.query(jooq.dsl().select(field("{0}::" + sent.type() + "::text", param("value", type))))
                .bind(sent.value())
                .map(row -> row.getString(0))
                .single();
    }

    private static void assertOutcomes(final List<Sent> all, final Function<Sent, Single<String>> way) {
        final List<String> wrong = Flowable.fromIterable(all)
                .flatMapSingle(
                        sent -> outcome(way.apply(sent))
                                .map(text -> isNumber(text) ? normal(sent.type(), text) : text)
                                .map(text -> text.equals(sent.expected())
                                        ? ""
                                        : sent + ": " + text + " instead of " + sent.expected()),
                        false,
                        IN_FLIGHT)
                .filter(line -> !line.isEmpty())
                .toList()
                .blockingGet();
        assertThat(wrong).isEmpty();
    }

    private static boolean isNumber(final String text) {
        return text.matches("-?\\d+(\\.\\d+)?(e[-+]?\\d+)?");
    }

    private static String normal(final String type, final String text) {
        return switch (type) {
            case "float4" -> plain(new BigDecimal(Float.parseFloat(text)));
            case "float8" -> plain(new BigDecimal(Double.parseDouble(text)));
            case "numeric" -> plain(new BigDecimal(text));
            default -> text;
        };
    }

    private static String plain(final BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    @Test
    void numbersArriveExactlyOrAreRefused() {
        final List<Sent> numbers = numbers();
        assertOutcomes(numbers, ValueTest::query);
        assertOutcomes(numbers, ValueTest::singles);
        assertOutcomes(numbers, ValueTest::array);
        assertOutcomes(numbers, ValueTest::arrayOfObjects);
        assertOutcomes(numbers, ValueTest::batch);
        assertOutcomes(numbers, ValueTest::stream);
        assertOutcomes(
                numbers.stream().filter(sent -> sent.value() instanceof Number).toList(),
                sent -> jooq(sent, NUMBER_TYPES.get(sent.type())));
    }

    @Test
    void otherValuesArriveAsTheyAreOrAreRefused() {
        final List<Sent> others = others();
        assertOutcomes(others, ValueTest::query);
        assertOutcomes(others, ValueTest::singles);
        assertOutcomes(others, ValueTest::array);
        assertOutcomes(others, ValueTest::arrayOfObjects);
        assertOutcomes(others, ValueTest::batch);
        assertOutcomes(others, ValueTest::stream);
    }

    /** The type of each number that jOOQ renders, and documents digit for digit. */
    @Test
    void valuesOfJooqArriveAsTheyAreOrAreRefused() {
        final String document = "{\"a\": 12345678901234567890.10, \"b\": 1e400}";
        assertThat(text(DSL.val(JSONB.valueOf(document)), "jsonb"))
                .isEqualTo("{\"a\": 12345678901234567890.10, \"b\": 1" + "0".repeat(400) + "}");
        assertThat(text(DSL.val(JSON.valueOf("{ \"a\" :1.10, \"a\":2}")), "json"))
                .isEqualTo("{ \"a\" :1.10, \"a\":2}");
        assertThat(text(DSL.val(new JSONB[] {JSONB.valueOf("1.10"), null}), "jsonb[]"))
                .isEqualTo("{1.10,NULL}");
        assertThat(text(DSL.val(JSONB.valueOf("null")), "jsonb")).isEqualTo("null");
        assertThat(text(DSL.val(JSONB.valueOf("\"half \ud83d\"")), "jsonb")).isEqualTo(REFUSED);
        assertThat(text(DSL.val(JSONB.valueOf("\"a\0b\"")), "jsonb")).isEqualTo(REFUSED);
        assertThat(text(DSL.val("a\0b"), "text")).isEqualTo(REFUSED);
        assertThat(text(DSL.val(new String[] {"a", "b\0"}), "text[]")).isEqualTo(REFUSED);
        assertThat(text(DSL.val(ULong.valueOf("18446744073709551615")), "numeric"))
                .isEqualTo("18446744073709551615");
        assertThat(text(DSL.val(Instant.parse("+300000-01-01T00:00:00Z")), "timestamptz"))
                .isEqualTo(REFUSED);
        assertThat(text(DSL.val(LocalDate.MAX), "date")).isEqualTo("infinity");
        assertThat(text(param("n", ULong.class), "int8", ULong.MAX)).matches("(?s)refused|.*InvalidValueException.*");
        assertThat(text(param("n", Integer[].class), "int4[]", (Object) new Long[] {4_294_967_297L}))
                .isEqualTo(REFUSED);
        assertThat(text(param("n", Integer[].class), "int4[]", (Object) new Object[] {1.5}))
                .isEqualTo(REFUSED);
        assertThat(text(param("n", Integer[].class), "int4[]", (Object) new Long[] {7L}))
                .isEqualTo("{7}");
    }

    private static String text(final Field<?> value, final String type, final Object... bound) {
        final SqlQuery<String> query = jooq.query(jooq.dsl().select(field("({0}::" + type + ")::text", value)))
                .map(row -> row.getString(0));
        return outcome((bound.length == 0 ? query : query.bind(bound)).single()).blockingGet();
    }

    @Test
    void aRefusalNamesTheParameterAndItsTypeButNotTheValueAndChangesNothing() {
        TestServer.run(
                DATABASE,
                "CREATE TABLE account (id int PRIMARY KEY, small smallint); INSERT INTO account VALUES (1, 1)");
        assertThatThrownBy(() -> database.query("UPDATE account SET small = $2 WHERE id = $1", 4_294_967_297L, 5)
                        .rowCount()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("parameter $1 is a java.lang.Long that does not fit the type integer in:"
                        + " UPDATE account SET small = $2 WHERE id = $1");
        assertThatThrownBy(() -> database.query("UPDATE account SET small = $2 WHERE id = $1")
                        .batch(List.of(List.of(1, 2), List.of(1, 70_000)))
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $2 is a java.lang.Integer that does not fit the type smallint")
                .hasMessageNotContaining("70000");
        assertThat(TestServer.count(DATABASE, "SELECT small FROM account")).isEqualTo(1);
    }

    @Test
    void aRefusalLeavesTheNeighboursAlone() {
        final List<String> outcomes = Flowable.range(0, 200)
                .flatMapSingle(i -> outcome(database.query("SELECT $1::int2::text", i % 2 == 0 ? i : 70_000 + i)
                        .map(row -> row.getString(0))
                        .single()))
                .toList()
                .blockingGet();
        assertThat(outcomes).filteredOn(REFUSED::equals).hasSize(100);
        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.equals(REFUSED))
                .hasSize(100)
                .doesNotHaveDuplicates();
    }

    @Test
    void aValueThatTheLibraryCannotEncodeFailsAlone() {
        final List<String> outcomes = Flowable.range(0, 40)
                .flatMapSingle(
                        i -> outcome(database.query("SELECT $1::inet::text, $2::int", i == 20 ? new Inet() : null, i)
                                .map(row -> row.getInteger(1))
                                .single()))
                .toList()
                .blockingGet();
        assertThat(outcomes).containsOnlyOnce(REFUSED).hasSize(40).doesNotHaveDuplicates();
        assertThat(outcomes).filteredOn(each -> each.matches("\\d+")).hasSize(39);
    }

    @Test
    void aValueThatIsNoTimeIsRefusedWithTheType() {
        assertThatThrownBy(() -> database.query("SELECT $1::time", OffsetTime.parse("03:04:05+02:00"))
                        .single()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(
                        "parameter $1 is a java.time.OffsetTime where a value of the type time or interval is expected");
    }

    /** The server's value, the requested class, and the value that is read, or {@link #REFUSED}. */
    private record Got(String expression, Class<?> type, Object expected) {}

    private static List<Got> readings() {
        final List<Got> all = new ArrayList<>();
        NUMBER_TYPES
                .keySet()
                .forEach(type -> ends().stream()
                        .filter(number -> !expected(type, number).equals(REFUSED))
                        .forEach(number -> NUMBER_TYPES
                                .values()
                                .forEach(asked -> all.add(new Got(
                                        "'" + number.toPlainString() + "'::" + type,
                                        asked,
                                        reading(type, number, asked))))));
        return all;
    }

    private static Object reading(final String type, final BigDecimal number, final Class<?> asked) {
        final BigDecimal stored = switch (type) {
            case "float4" -> new BigDecimal(number.floatValue());
            case "float8" -> new BigDecimal(number.doubleValue());
            default -> number;
        };
        if (asked == Float.class) {
            return type.equals("numeric")
                    ? digits(stored, Float.toString(stored.floatValue()), stored.floatValue())
                    : same(stored, stored.floatValue());
        }
        if (asked == Double.class) {
            return type.equals("numeric")
                    ? digits(stored, Double.toString(stored.doubleValue()), stored.doubleValue())
                    : same(stored, stored.doubleValue());
        }
        if (asked == BigDecimal.class) {
            return switch (type) {
                case "float4" -> new BigDecimal(Float.toString(number.floatValue()));
                case "float8" -> new BigDecimal(Double.toString(number.doubleValue()));
                default -> stored;
            };
        }
        final int bits = asked == Short.class ? 16 : asked == Integer.class ? 32 : 64;
        final String integer = integer(stored, bits);
        return integer.equals(REFUSED)
                ? REFUSED
                : bits == 16
                        ? (Object) Short.valueOf(integer)
                        : bits == 32 ? (Object) Integer.valueOf(integer) : Long.valueOf(integer);
    }

    private static Object same(final BigDecimal stored, final Number value) {
        return Double.isFinite(value.doubleValue()) && new BigDecimal(value.doubleValue()).compareTo(stored) == 0
                ? value
                : REFUSED;
    }

    private static Object digits(final BigDecimal stored, final String text, final Number value) {
        return Double.isFinite(value.doubleValue()) && new BigDecimal(text).compareTo(stored) == 0
                ? value
                : same(stored, value);
    }

    private static Object got(final Row row, final Class<?> type) {
        try {
            if (type == Short.class) {
                return row.getShort("c");
            }
            if (type == Integer.class) {
                return row.getInteger("c");
            }
            if (type == Long.class) {
                return row.getLong("c");
            }
            if (type == Float.class) {
                return row.getFloat("c");
            }
            return type == Double.class ? row.getDouble("c") : row.getBigDecimal("c");
        } catch (final RowMappingException e) {
            assertThat(e).hasMessageStartingWith("column c of the type ").hasMessageContaining("; read it with get");
            return REFUSED;
        }
    }

    private static Object elementOf(final Row row, final Class<?> type) {
        try {
            return ((Object[]) row.get((Class<?>) type.arrayType(), "c"))[1];
        } catch (final RowMappingException e) {
            return REFUSED;
        }
    }

    private static boolean isSame(final Object actual, final Object expected) {
        return actual instanceof BigDecimal number && expected instanceof BigDecimal other
                ? number.compareTo(other) == 0
                : actual.equals(expected);
    }

    private static void assertReadings(final Function<Got, Single<Object>> way) {
        assertThat(Flowable.fromIterable(readings())
                        .flatMapSingle(
                                wanted -> way.apply(wanted)
                                        .map(actual -> isSame(actual, wanted.expected())
                                                ? ""
                                                : actual + " instead of " + wanted.expected() + ", " + wanted),
                                false,
                                100)
                        .filter(line -> !line.isEmpty())
                        .toList()
                        .blockingGet())
                .isEmpty();
    }

    @Test
    void numbersAreReadExactlyOrRefused() {
        assertReadings(wanted -> database.query("SELECT " + wanted.expression() + " AS c")
                .map(row -> got(row, wanted.type()))
                .single());
        assertReadings(wanted -> database.query("SELECT ARRAY[NULL, " + wanted.expression() + "] AS c")
                .map(row -> elementOf(row, wanted.type()))
                .single());
    }

    @Test
    void rowsOfStreamsAndListsAreReadExactlyToo() {
        final SqlQuery<Integer> query = database.query("SELECT 3000000000 AS c").map(row -> row.getInteger("c"));
        for (final Single<?> result : List.of(
                query.list(),
                query.stream(2).toList(),
                query.singles(List.of(List.of())),
                query.maybe().toSingle())) {
            assertThatThrownBy(result::blockingGet)
                    .isExactlyInstanceOf(RowMappingException.class)
                    .hasMessageContaining("has a number that cannot be read exactly as Integer; read it with getLong");
        }
    }

    @Test
    void aColumnThatCannotBeReadNamesTheGetterAndOneThatDoesNotExistTheColumns() {
        final Row row = database.query(
                        "SELECT 'text' AS name, 5 AS id, NULL::int AS none, 'BLUE' AS colour, 'RED' AS red")
                .single()
                .blockingGet();
        assertThatThrownBy(() -> row.getInteger("name"))
                .isExactlyInstanceOf(RowMappingException.class)
                .hasMessageMatching(
                        "column name of the type \\w+ cannot be read as Integer; read it with getString in: .*");
        assertThatThrownBy(() -> row.getString("id")).hasMessageContaining("read it with getInteger");
        assertThatThrownBy(() -> row.getLocalDate(0)).hasMessageContaining("read it with getString");
        assertThatThrownBy(() -> row.getInteger("nme"))
                .isExactlyInstanceOf(RowMappingException.class)
                .hasMessageStartingWith(
                        "there is no column nme in the row; its columns are: name, id, none, colour, red in: SELECT ");
        assertThatThrownBy(() -> row.getInteger(5)).hasMessageContaining("no column at position 5");
        assertThatThrownBy(() -> row.getInteger(-1)).hasMessageContaining("no column at position -1");
        assertThatThrownBy(() -> row.get(Colour.class, "colour"))
                .hasMessageContaining("not a valid Colour")
                .hasMessageNotContaining("BLUE");
        assertThat(row.get(Colour.class, "red")).isEqualTo(Colour.RED);
        assertThat(row.getInteger("none")).isNull();
        assertThat(row.get(Object.class, 1)).isEqualTo(5);
        assertThat(row.columnNames()).containsExactly("name", "id", "none", "colour", "red");
    }
}
