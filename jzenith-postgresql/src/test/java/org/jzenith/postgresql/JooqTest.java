package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.array;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.jooq.Jooq;

class JooqTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final Table<Record> USERS = table(name("users"));
    private static final Field<UUID> ID = field(name("users", "id"), SQLDataType.UUID);
    private static final Field<String> NAME = field(name("users", "name"), SQLDataType.VARCHAR(100));

    private static RunningApplication application;
    private static Database database;
    private static Jooq jooq;
    private static DSLContext dsl;

    private enum Colour {
        RED,
        GREEN
    }

    private record Email(String text) {}

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        jooq = application.get(Jooq.class);
        dsl = application.get(DSLContext.class);
        TestServer.run(DATABASE, "CREATE TABLE users (id uuid PRIMARY KEY, name varchar(100) NOT NULL)");
    }

    @AfterAll
    static void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    @BeforeEach
    void empty() {
        jooq.query(dsl.deleteFrom(USERS)).execute().blockingAwait();
    }

    @Test
    void aWholeRoundIsWrittenInJooq() {
        final UUID id = UUID.randomUUID();
        assertThat(jooq.query(dsl.insertInto(USERS, ID, NAME).values(id, "Ada"))
                        .rowCount()
                        .blockingGet())
                .isEqualTo(1);
        assertThat(jooq.query(dsl.update(USERS).set(NAME, "Grace").where(ID.eq(id)))
                        .rowCount()
                        .blockingGet())
                .isEqualTo(1);
        assertThat(jooq.query(dsl.select(NAME).from(USERS).where(ID.eq(id)))
                        .map(row -> row.getString(NAME.getName()))
                        .single()
                        .blockingGet())
                .isEqualTo("Grace");
        assertThat(jooq.query(dsl.select(count()).from(USERS).where(NAME.like("G%")))
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(1);
    }

    @Test
    void insertReturningGivesRows() {
        final UUID id = UUID.randomUUID();
        assertThat(jooq.query(dsl.insertInto(USERS, ID, NAME)
                                .values(id, "Ada")
                                .onConflict(ID)
                                .doUpdate()
                                .set(NAME, "again")
                                .returning(ID))
                        .map(row -> row.getUUID(0))
                        .single()
                        .blockingGet())
                .isEqualTo(id);
    }

    @Test
    void valuesAreNumberedParametersInTheOrderOfTheStatement() {
        final SqlQuery<Row> query = jooq.query(dsl.select(ID)
                .from(USERS)
                .where(NAME.eq("it's ? $1"))
                .and(ID.in(UUID.randomUUID(), UUID.randomUUID()))
                .limit(10)
                .offset(5));
        assertThat(query.toString())
                .contains("= $1")
                .contains("$2")
                .contains("$3")
                .contains("$4")
                .contains("$5")
                .doesNotContain("it's")
                .doesNotContain("?");
    }

    @Test
    void aQueryMadeOnceIsBoundAnewForEachRun() {
        final SqlQuery<String> byId = jooq.query(dsl.select(NAME).from(USERS).where(ID.eq(param("id", UUID.class))))
                .map(row -> row.getString(0));
        assertThat(byId.toString()).contains("$1").doesNotContain("$id");
        final UUID ada = UUID.randomUUID();
        final UUID grace = UUID.randomUUID();
        jooq.query(dsl.insertInto(USERS, ID, NAME).values(ada, "Ada").values(grace, "Grace"))
                .execute()
                .blockingAwait();
        assertThat(byId.bind(ada).single().blockingGet()).isEqualTo("Ada");
        assertThat(byId.bind(grace).single().blockingGet()).isEqualTo("Grace");
        assertThat(byId.bind(UUID.randomUUID()).maybe().isEmpty().blockingGet()).isTrue();
    }

    @Test
    void aNamedParameterUsedTwiceIsTwoParameters() {
        final SqlQuery<Integer> query = jooq.query(dsl.select(field(
                        "{0}::int + {1}::int + {2}::int",
                        param("n", Integer.class), DSL.val(10), param("n", Integer.class))))
                .map(row -> row.getInteger(0));
        assertThat(query.bind(1, 10, 2).single().blockingGet()).isEqualTo(13);
    }

    @Test
    void theWrongNumberOfValuesIsTold() {
        final SqlQuery<Row> query = jooq.query(dsl.select(NAME).from(USERS).where(ID.eq(param("id", UUID.class))));
        assertThatThrownBy(() -> query.bind(UUID.randomUUID(), "more"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 parameters")
                .hasMessageContaining("2 values");
    }

    @Test
    void batchesWorkWithQueriesMadeInJooq() {
        assertThat(jooq.query(dsl.insertInto(USERS, ID, NAME)
                                .values(param("id", UUID.class), param("name", String.class)))
                        .batch(List.of(List.of(UUID.randomUUID(), "a"), List.of(UUID.randomUUID(), "b")))
                        .blockingGet())
                .containsExactly(1, 1);
    }

    static Stream<Arguments> values() {
        final OffsetDateTime moment = OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.ofHours(2));
        final Converter<String, Email> emails = Converter.of(String.class, Email.class, Email::new, Email::text);
        return Stream.of(
                Arguments.of("int", DSL.val(42), 42),
                Arguments.of("bigint", DSL.val(42L), 42L),
                Arguments.of("smallint", DSL.val((short) 42), (short) 42),
                Arguments.of("double precision", DSL.val(1.5), 1.5),
                Arguments.of("real", DSL.val(1.5f), 1.5f),
                Arguments.of("boolean", DSL.val(true), true),
                Arguments.of("text", DSL.val("text"), "text"),
                Arguments.of("uuid", DSL.val(new UUID(1, 2)), new UUID(1, 2)),
                Arguments.of("numeric", DSL.val(new BigDecimal("1.50")), new BigDecimal("1.50")),
                Arguments.of("numeric", DSL.val(new BigInteger("123")), new BigDecimal("123")),
                Arguments.of("date", DSL.val(LocalDate.of(2026, 1, 2)), LocalDate.of(2026, 1, 2)),
                Arguments.of("time", DSL.val(LocalTime.of(3, 4, 5)), LocalTime.of(3, 4, 5)),
                Arguments.of(
                        "timestamp",
                        DSL.val(LocalDateTime.of(2026, 1, 2, 3, 4, 5)),
                        LocalDateTime.of(2026, 1, 2, 3, 4, 5)),
                Arguments.of("timestamptz", DSL.val(moment), moment.withOffsetSameInstant(ZoneOffset.UTC)),
                Arguments.of(
                        "timestamptz",
                        DSL.val(Instant.parse("2026-01-02T03:04:05Z")),
                        OffsetDateTime.parse("2026-01-02T03:04:05Z")),
                Arguments.of("jsonb", DSL.val(JSONB.valueOf("{\"a\": 1}")), new JsonObject("{\"a\": 1}")),
                Arguments.of("json", DSL.val(JSON.valueOf("{\"a\": [1]}")), new JsonObject("{\"a\": [1]}")),
                Arguments.of(
                        "bytea", DSL.val(new byte[] {1, 2}), io.vertx.core.buffer.Buffer.buffer(new byte[] {1, 2})),
                Arguments.of("int[]", DSL.val(new Integer[] {1, 2}), new Integer[] {1, 2}),
                Arguments.of("text[]", DSL.val(new String[] {"a", null}), new String[] {"a", null}),
                Arguments.of("uuid[]", DSL.val(new UUID[] {new UUID(1, 2)}), new UUID[] {new UUID(1, 2)}),
                Arguments.of("int[]", array(DSL.val(1), inline(2)), new Integer[] {1, 2}),
                Arguments.of("text", DSL.val(new Email("a@b"), SQLDataType.VARCHAR.asConvertedDataType(emails)), "a@b"),
                Arguments.of(
                        "text",
                        DSL.val(
                                Colour.GREEN,
                                SQLDataType.VARCHAR.asConvertedDataType(
                                        new org.jooq.impl.EnumConverter<>(String.class, Colour.class))),
                        "GREEN"),
                Arguments.of("text", DSL.val(null, SQLDataType.VARCHAR), null),
                Arguments.of("int", DSL.val(null, SQLDataType.INTEGER), null));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesTravelInTheTypesOfJooq(final String type, final Field<?> value, final Object expected) {
        final Row row = jooq.query(dsl.select(DSL.field("{0}::" + type, value)))
                .single()
                .blockingGet();
        if (expected instanceof Object[] array) {
            assertThat((Object[]) row.getValue(0)).containsExactly(array);
        } else if (expected instanceof BigDecimal number) {
            assertThat(row.getBigDecimal(0)).isEqualByComparingTo(number);
        } else {
            assertThat(row.getValue(0)).as(type).isEqualTo(expected);
        }
    }

    @Test
    void enumsOfTheDatabaseTakeTheirLabels() {
        TestServer.run(DATABASE, "CREATE TYPE colour AS ENUM ('RED', 'GREEN'); CREATE TABLE paint (c colour)");
        final Field<Colour> colour = field(
                name("c"),
                DSL.val("x")
                        .getDataType()
                        .asConvertedDataType(new org.jooq.impl.EnumConverter<>(String.class, Colour.class)));
        database.query("INSERT INTO paint VALUES ($1)", Colour.RED).execute().blockingAwait();
        assertThat(jooq.query(dsl.select(colour)
                                .from(table(name("paint")))
                                .where("c = {0}::colour", DSL.val(Colour.RED.name())))
                        .map(row -> row.getString(0))
                        .list()
                        .blockingGet())
                .containsExactly("RED");
    }

    @Test
    void aQueryMadeByDslAloneWorksToo() {
        assertThat(jooq.query(DSL.select(DSL.val(7).cast(SQLDataType.BIGINT)))
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(7);
    }
}
