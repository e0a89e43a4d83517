package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.sql.Database;

/** Sends and reads a value of each Java type on both databases. */
@Tag("full")
final class BothTypesTest {

    private static final AtomicInteger TABLES = new AtomicInteger();

    private enum Color {
        RED
    }

    private record Point(int x, List<String> names) {}

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Stream<Arguments> type(
            final String ofPostgresql, final String ofMariadb, final Object sent, final Object read) {
        return Stream.of(
                Arguments.of(Product.POSTGRESQL, ofPostgresql, sent, read),
                Arguments.of(Product.MARIADB, ofMariadb, sent, read));
    }

    private static Stream<Arguments> type(final String ofPostgresql, final String ofMariadb, final Object value) {
        return type(ofPostgresql, ofMariadb, value, value);
    }

    private static Stream<Arguments> type(final String name, final Object value) {
        return type(name, name, value);
    }

    static Stream<Arguments> types() {
        final Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        final OffsetDateTime utc = instant.atOffset(ZoneOffset.UTC);
        final UUID id = UUID.fromString("6b1f0f5e-7f06-4a5e-9d0b-1c5b3d0e2f11");
        return Stream.of(
                        type("boolean", true),
                        type("smallint", Short.MIN_VALUE),
                        type("smallint", (byte) -1),
                        type("int", Integer.MIN_VALUE),
                        type("bigint", Long.MAX_VALUE),
                        type("bigint", "bigint", 7, 7L),
                        type("real", "float", 0.1f),
                        type("double precision", 1 / 3.0),
                        type("numeric(38, 10)", new BigDecimal("-1234567890123456789012345678.0123456789")),
                        type("numeric(30)", new BigInteger("123456789012345678901234567890")),
                        type("numeric(3, 1)", "numeric(3, 1)", 1.5, new BigDecimal("1.5")),
                        type("varchar(50)", "gr\u00fc\u00df' \\ \" \ud83d\ude00 \r\n\t%_"),
                        type("varchar(5)", ""),
                        type("text", "longtext", "x".repeat(100_000)),
                        type("varchar(5)", Color.RED),
                        type("varchar(36)", "char(36)", id.toString()),
                        type("uuid", id),
                        type("bytea", "blob", Buffer.buffer(new byte[] {0, 39, 92, -1})),
                        type("bytea", "blob", new byte[] {0, -1}, Buffer.buffer(new byte[] {0, -1})),
                        type("date", LocalDate.of(1, 1, 1)),
                        type("date", LocalDate.of(9999, 12, 31)),
                        type("time", "time(6)", LocalTime.of(23, 59, 59, 999_999_000)),
                        type("time", "time(6)", LocalTime.MIDNIGHT),
                        type("timestamp", "datetime(6)", LocalDateTime.of(2026, 3, 29, 2, 30, 0, 1_000)),
                        type("timestamptz", "timestamp(6)", instant),
                        type("timestamptz", "datetime(6)", instant),
                        type("timestamptz", "timestamp(6)", utc.withOffsetSameInstant(ZoneOffset.ofHours(5)), utc),
                        type(
                                "timestamptz",
                                "timestamp(6)",
                                ZonedDateTime.parse("2026-03-29T03:30:00.123456+02:00[Europe/Paris]"),
                                instant),
                        type("interval", "time(6)", Duration.ofMillis(-59_500)),
                        type("interval", "time(6)", Duration.ofHours(100)),
                        type(
                                "jsonb",
                                "json",
                                new JsonObject().put("a", new JsonArray().add(1).addNull())),
                        type("jsonb", "json", new JsonArray().add("x").add(new JsonObject())),
                        type("jsonb", "json", new Point(3, List.of("\"a\"", "\ud83d\ude00"))),
                        type("jsonb", "json", Map.of("a", 1, "b", List.of("x"))))
                .flatMap(both -> both);
    }

    private static Class<?> asked(final Object value) {
        return value instanceof Map ? Map.class : value instanceof Buffer ? Buffer.class : value.getClass();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("types")
    void eachTypeGoesAndComes(final Product product, final String type, final Object sent, final Object read) {
        final String table = "typed" + TABLES.incrementAndGet();
        final Database database = product.run("CREATE TABLE " + table + " (id int, value " + type + " NULL)");
        product.query(database, "INSERT INTO " + table + " VALUES (1, $1), (2, $2)", sent, null)
                .execute()
                .blockingAwait();
        assertThat(database.query("SELECT value FROM " + table + " WHERE id = 1")
                        .<Object>map(row -> row.get(asked(read), 0))
                        .single()
                        .blockingGet())
                .isEqualTo(read);
        assertThat(database.query("SELECT value FROM " + table + " WHERE id = 2")
                        .map(row -> row.get(asked(read), "value") == null && row.getValue(0) == null)
                        .single()
                        .blockingGet())
                .isTrue();
    }
}
