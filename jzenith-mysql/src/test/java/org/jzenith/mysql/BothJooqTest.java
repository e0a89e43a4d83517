package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.jooq.impl.DSL.boolOr;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.groupConcat;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.length;
import static org.jooq.impl.DSL.multiset;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.val;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.DataType;
import org.jooq.EnumType;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.ResultQuery;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.impl.EnumConverter;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.jooq.impl.TableRecordImpl;
import org.jooq.types.UByte;
import org.jooq.types.UInteger;
import org.jooq.types.ULong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.jooq.Jooq;

/** Runs the same jOOQ queries on both databases. */
@Tag("full")
final class BothJooqTest {

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Field<Integer> NUMBER = field(name("number"), SQLDataType.INTEGER);
    private static final Books BOOKS = new Books();
    private static final Copies COPIES = new Copies();

    private enum Genre {
        NOVEL,
        CRIME
    }

    private enum Colour implements EnumType {
        DARK_RED;

        @Override
        public String getName() {
            return null;
        }

        @Override
        public String getLiteral() {
            return "dark red";
        }
    }

    private record Copy(long number, String owner) {}

    /** A table as jOOQ generates it. */
    private static final class Books extends TableImpl<BookRecord> {

        private static final long serialVersionUID = 1L;

        final TableField<BookRecord, Long> id = createField(name("id"), SQLDataType.BIGINT.notNull(), this);
        final TableField<BookRecord, String> title = createField(name("title"), SQLDataType.VARCHAR(50), this);
        final TableField<BookRecord, Genre> genre = createField(
                name("genre"),
                SQLDataType.VARCHAR.asConvertedDataType(new EnumConverter<>(String.class, Genre.class)),
                this);
        final TableField<BookRecord, BigDecimal> price = createField(name("price"), SQLDataType.NUMERIC(12, 2), this);

        Books() {
            super(name("books"));
        }

        @Override
        public Class<BookRecord> getRecordType() {
            return BookRecord.class;
        }

        @Override
        public UniqueKey<BookRecord> getPrimaryKey() {
            return Internal.createUniqueKey(this, name("books_pkey"), id);
        }
    }

    /** A record as jOOQ generates it. */
    public static final class BookRecord extends TableRecordImpl<BookRecord> {

        private static final long serialVersionUID = 1L;

        public BookRecord() {
            super(BOOKS);
        }
    }

    private static final class Copies extends TableImpl<Record> {

        private static final long serialVersionUID = 1L;

        final TableField<Record, Long> book = createField(name("book"), SQLDataType.BIGINT, this);
        final TableField<Record, Long> number = createField(name("number"), SQLDataType.BIGINT, this);
        final TableField<Record, String> owner = createField(name("owner"), SQLDataType.VARCHAR(50), this);

        Copies() {
            super(name("copies"));
        }
    }

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Jooq jooq(final Product product) {
        return product.application().get(Jooq.class);
    }

    /** Returns jOOQ with the books 1 to 3, of which the first has two copies. */
    private static Jooq filled(final Product product) {
        product.run(
                "DROP TABLE IF EXISTS books",
                "DROP TABLE IF EXISTS copies",
                "CREATE TABLE books (id bigint PRIMARY KEY, title varchar(50), genre varchar(9), price numeric(12, 2))",
                "CREATE TABLE copies (book bigint, number bigint, owner varchar(50))",
                "INSERT INTO books VALUES (1, 'The Trial', 'NOVEL', 9.50), (2, NULL, NULL, NULL), (3, 'Emil', 'CRIME', 7)",
                "INSERT INTO copies VALUES (1, 1, 'Ada'), (1, 2, NULL)");
        return jooq(product);
    }

    private static <R extends Record> List<R> all(final Jooq jooq, final ResultQuery<R> query) {
        return jooq.fetch(query).list().blockingGet();
    }

    private static Object[] first(final Jooq jooq, final ResultQuery<?> query) {
        return jooq.fetch(query).list().blockingGet().get(0).intoArray();
    }

    private static Stream<Arguments> type(
            final String ofPostgresql, final String ofMariadb, final DataType<?> type, final Object value) {
        return Stream.of(
                Arguments.of(Product.POSTGRESQL, ofPostgresql, type, value),
                Arguments.of(Product.MARIADB, ofMariadb, type, value));
    }

    static Stream<Arguments> types() {
        final OffsetDateTime moment = OffsetDateTime.parse("2026-01-02T03:04:05.000006Z");
        return Stream.of(
                        type("boolean", "tinyint(1)", SQLDataType.BOOLEAN, true),
                        type("boolean", "bit(1)", SQLDataType.BOOLEAN, true),
                        type("smallint", "tinyint", SQLDataType.TINYINT, (byte) -7),
                        type("smallint", "tinyint unsigned", SQLDataType.TINYINTUNSIGNED, UByte.MAX),
                        type("smallint", "smallint", SQLDataType.SMALLINT, Short.MIN_VALUE),
                        type("int", "mediumint", SQLDataType.INTEGER, 42),
                        type("bigint", "int unsigned", SQLDataType.INTEGERUNSIGNED, UInteger.MAX),
                        type("bigint", "bigint", SQLDataType.BIGINT, Long.MIN_VALUE),
                        type("numeric(20)", "bigint unsigned", SQLDataType.BIGINTUNSIGNED, ULong.MAX),
                        type("int", "year", SQLDataType.YEAR, Year.of(2026)),
                        type("numeric(20, 5)", "numeric(20, 5)", SQLDataType.NUMERIC, new BigDecimal("1.50000")),
                        type(
                                "numeric(30)",
                                "numeric(30)",
                                SQLDataType.DECIMAL_INTEGER,
                                new BigInteger("12345678901234567890123")),
                        type("real", "float", SQLDataType.REAL, 0.1f),
                        type("double precision", "double", SQLDataType.DOUBLE, 0.1),
                        type("varchar(20)", "varchar(20)", SQLDataType.VARCHAR, "it's \\ ? \" \ud83d\ude00"),
                        type("text", "longtext", SQLDataType.CLOB, ""),
                        type("uuid", "uuid", SQLDataType.UUID, new UUID(1, 2)),
                        type("uuid", "char(36)", SQLDataType.UUID, new UUID(1, 2)),
                        type("bytea", "blob", SQLDataType.BLOB, new byte[] {0, -1, 92}),
                        type("bytea", "varbinary(9)", SQLDataType.VARBINARY, new byte[] {0, -1}),
                        type("json", "json", SQLDataType.JSON, JSON.json("[1.10]")),
                        type("jsonb", "json", SQLDataType.JSONB, JSONB.jsonb("{\"a\": [1.10]}")),
                        type("date", "date", SQLDataType.LOCALDATE, LocalDate.of(2026, 1, 2)),
                        type("date", "date", SQLDataType.DATE, Date.valueOf("2026-01-02")),
                        type("time", "time(6)", SQLDataType.LOCALTIME, LocalTime.of(3, 4, 5)),
                        type("time", "time", SQLDataType.TIME, Time.valueOf("03:04:05")),
                        type(
                                "timestamp",
                                "datetime(6)",
                                SQLDataType.LOCALDATETIME,
                                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000)),
                        type(
                                "timestamp",
                                "datetime(6)",
                                SQLDataType.TIMESTAMP,
                                Timestamp.valueOf("2026-01-02 03:04:05.000006")),
                        type("timestamptz", "timestamp(6)", SQLDataType.INSTANT, moment.toInstant()),
                        type("timestamptz", "datetime(6)", SQLDataType.INSTANT, moment.toInstant()),
                        type("timestamptz", "timestamp(6)", SQLDataType.TIMESTAMPWITHTIMEZONE, moment),
                        type(
                                "varchar(9)",
                                "enum('NOVEL', 'CRIME')",
                                SQLDataType.VARCHAR.asConvertedDataType(new EnumConverter<>(String.class, Genre.class)),
                                Genre.CRIME),
                        type(
                                "int",
                                "int",
                                SQLDataType.INTEGER.asConvertedDataType(
                                        new EnumConverter<>(Integer.class, Genre.class)),
                                Genre.CRIME),
                        type(
                                "varchar(9)",
                                "varchar(9)",
                                SQLDataType.VARCHAR.asEnumDataType(Colour.class),
                                Colour.DARK_RED),
                        type(
                                "smallint",
                                "tinyint(1)",
                                SQLDataType.TINYINT.asConvertedDataType(Converter.ofNullable(
                                        Byte.class, Boolean.class, bit -> bit == 1, is -> (byte) (is ? 1 : 0))),
                                true))
                .flatMap(both -> both);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("types")
    <T> void eachTypeGoesAndComes(final Product product, final String column, final DataType<T> type, final T value)
            throws SQLException {
        final Table<Record> table = table(name("jooq" + TABLES.incrementAndGet()));
        final Field<T> field = field(name("v"), type);
        product.run("CREATE TABLE " + table.getName() + " (number int, v " + column + " NULL)");
        final Jooq jooq = jooq(product);
        final DSLContext dsl = jooq.dsl();
        assertThat(jooq.query(dsl.insertInto(table, NUMBER, field)
                                .values(1, value)
                                .values(2, null))
                        .rowCount()
                        .blockingGet())
                .isEqualTo(2);
        final ResultQuery<Record1<T>> select = dsl.select(field).from(table).orderBy(NUMBER);
        assertThat(all(jooq, select)).extracting(Record1::value1).containsExactly(value, null);
        assertThat(jooq.fetch(dsl.select(multiset(select(field).from(table).orderBy(NUMBER))))
                        .single()
                        .blockingGet()
                        .value1()
                        .getValues(field))
                .containsExactly(value, null);
        if (!column.equals("json")) {
            assertThat(all(
                            jooq,
                            dsl.select(NUMBER).from(table).where(field.eq(value).and(field.in(List.of(value, value))))))
                    .extracting(Record1::value1)
                    .containsExactly(1);
        }
        if (product == Product.MARIADB) {
            final String database = jooq.query(dsl.resultQuery("SELECT DATABASE()"))
                    .as(String.class)
                    .single()
                    .blockingGet();
            try (Connection connection = TestServer.connect(database);
                    Statement statement = connection.createStatement()) {
                statement.execute("SET time_zone = '+00:00'");
                assertThat(dsl.fetch(statement.executeQuery(select.getSQL()), field)
                                .getValues(field))
                        .containsExactly(value, null);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsAreGeneratedOrTyped(final Product product) {
        final Jooq jooq = filled(product);
        final DSLContext dsl = jooq.dsl();
        final List<BookRecord> books = all(jooq, dsl.selectFrom(BOOKS).orderBy(BOOKS.id));
        assertThat(books.get(0).intoArray()).containsExactly(1L, "The Trial", Genre.NOVEL, new BigDecimal("9.50"));
        assertThat(books.get(1).intoArray()).containsExactly(2L, null, null, null);
        assertThat(all(
                        jooq,
                        dsl.select(BOOKS.genre, COPIES.owner)
                                .from(BOOKS)
                                .join(COPIES)
                                .on(COPIES.book.eq(BOOKS.id))
                                .orderBy(COPIES.number)))
                .extracting(Record::intoList)
                .containsExactly(List.of(Genre.NOVEL, "Ada"), Arrays.asList(Genre.NOVEL, null));
    }

    @ParameterizedTest
    @EnumSource
    void multisetsAreNestedAndConverted(final Product product) {
        final Jooq jooq = filled(product);
        final Books inner = new Books();
        final Field<List<Copy>> copies = multiset(select(COPIES.number, COPIES.owner)
                        .from(COPIES)
                        .where(COPIES.book.eq(BOOKS.id))
                        .orderBy(COPIES.number.desc()))
                .convertFrom(result -> result.map(each -> new Copy(each.value1(), each.value2())));
        assertThat(all(jooq, jooq.dsl().select(BOOKS.id, copies).from(BOOKS).orderBy(BOOKS.id)))
                .extracting(Record::intoList)
                .containsExactly(
                        List.of(1L, List.of(new Copy(2, null), new Copy(1, "Ada"))),
                        List.of(2L, List.of()),
                        List.of(3L, List.of()));
        final var nested = multiset(select(
                        COPIES.number,
                        field(COPIES.owner.eq("Ada")).as("isAda"),
                        multiset(select(inner.genre).from(inner).where(inner.id.eq(COPIES.book))))
                .from(COPIES)
                .orderBy(COPIES.number));
        final var records =
                jooq.fetch(jooq.dsl().select(nested)).single().blockingGet().value1();
        assertThat(records).extracting(each -> each.value2()).containsExactly(true, null);
        assertThat(records.get(1).value3().get(0).value1()).isEqualTo(Genre.NOVEL);
    }

    /** MariaDB would cut the text, without an error, to one megabyte. */
    @ParameterizedTest
    @EnumSource
    void multisetsAndListsOfTextsMayBeLarge(final Product product) {
        final Jooq jooq = filled(product);
        final Field<String> text = inline("x".repeat(1_000)).as("text");
        final Table<?> many = table(product.either("generate_series(1, 2000)", "seq_1_to_2000"));
        assertThat(jooq.fetch(jooq.dsl().select(multiset(select(text).from(many))))
                        .single()
                        .blockingGet()
                        .value1())
                .hasSize(2_000);
        assertThat(first(
                        jooq,
                        jooq.dsl()
                                .select(length(groupConcat(inline("x".repeat(1_000)))))
                                .from(many)))
                .containsExactly(2_001_999);
    }

    @ParameterizedTest
    @EnumSource
    void conditionsAndValuesAreFields(final Product product) {
        final Jooq jooq = filled(product);
        final DSLContext dsl = jooq.dsl();
        final BigDecimal price = new BigDecimal("1.50");
        assertThat(first(
                        jooq,
                        dsl.select(
                                        field(BOOKS.id.eq(1L)),
                                        exists(selectOne().from(COPIES).where(COPIES.book.eq(BOOKS.id))),
                                        field(BOOKS.title.isNull()),
                                        BOOKS.id.cast(SQLDataType.BIGINT),
                                        inline(true),
                                        coalesce(BOOKS.price, price))
                                .from(BOOKS)
                                .orderBy(BOOKS.id.desc())))
                .containsExactly(false, false, false, 3L, true, new BigDecimal("7.00"));
        assertThat(first(
                        jooq,
                        dsl.select(count(), sum(BOOKS.id), boolOr(BOOKS.id.eq(1L)))
                                .from(BOOKS)))
                .containsExactly(3, new BigDecimal(6), true);
        assertThat(first(
                        jooq,
                        dsl.select(
                                val(price).cast(SQLDataType.NUMERIC(3, 2)),
                                val("it's \\ ? $1"),
                                inline("it's \\ ? $1"))))
                .containsExactly(price, "it's \\ ? $1", "it's \\ ? $1");
    }

    @ParameterizedTest
    @EnumSource
    void conditionsFindRows(final Product product) {
        final Jooq jooq = filled(product);
        final DSLContext dsl = jooq.dsl();
        Stream.of(
                        BOOKS.id.in(1L, 3L),
                        BOOKS.price.gt(new BigDecimal("6.99")),
                        BOOKS.price.in(new BigDecimal("9.50"), new BigDecimal("7.00")),
                        BOOKS.genre.in(Genre.NOVEL, Genre.CRIME),
                        row(BOOKS.title, BOOKS.id).in(List.of(row("The Trial", 1L), row("Emil", 3L))),
                        row(BOOKS.title, BOOKS.id).gt("Emil", 0L),
                        BOOKS.title.containsIgnoreCase("TRIAL").or(BOOKS.title.startsWith("E")),
                        BOOKS.id.isNotDistinctFrom(1L).or(BOOKS.id.eq(3L)),
                        noCondition().and(BOOKS.title.isNotNull()))
                .forEach(condition -> assertThat(all(
                                jooq,
                                dsl.select(BOOKS.id)
                                        .from(BOOKS)
                                        .where(condition)
                                        .orderBy(BOOKS.id)))
                        .as(condition.toString())
                        .extracting(Record1::value1)
                        .containsExactly(1L, 3L));
        assertThat(first(
                        jooq,
                        dsl.select(BOOKS.id)
                                .from(BOOKS)
                                .orderBy(BOOKS.id)
                                .limit(1)
                                .offset(2)))
                .containsExactly(3L);
        assertThat(first(
                        jooq,
                        dsl.select(BOOKS.id)
                                .from(BOOKS)
                                .orderBy(BOOKS.id)
                                .seek(1L)
                                .limit(1)))
                .containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource
    void aQueryIsKeptAndBound(final Product product) {
        final Jooq jooq = filled(product);
        final SqlQuery<Record1<String>> title = jooq.fetch(jooq.dsl()
                .select(BOOKS.title)
                .from(BOOKS)
                .where(BOOKS.genre.eq(param("genre", BOOKS.genre)))
                .and(BOOKS.price.lt(param("price", BOOKS.price)))
                .limit(param("limit", 1)));
        assertThat(title.bind(Genre.NOVEL, BigDecimal.TEN, 5)
                        .single()
                        .blockingGet()
                        .value1())
                .isEqualTo("The Trial");
        assertThat(title.bind(Genre.CRIME, BigDecimal.ONE, 5).maybe().isEmpty().blockingGet())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void changesReturnRecordsAndCounts(final Product product) {
        final Jooq jooq = filled(product);
        final DSLContext dsl = jooq.dsl();
        final BookRecord added = product.database()
                .withTransaction(tx -> tx.with(jooq.fetch(dsl.insertInto(BOOKS, BOOKS.id, BOOKS.genre)
                                .values(4L, Genre.CRIME)
                                .returning()))
                        .single())
                .blockingGet();
        assertThat(added.intoArray()).containsExactly(4L, null, Genre.CRIME, null);
        assertThat(all(
                        jooq,
                        dsl.insertInto(BOOKS, BOOKS.id, BOOKS.title)
                                .values(4L, "new")
                                .onConflict(BOOKS.id)
                                .doUpdate()
                                .set(BOOKS.title, "again")
                                .returningResult(BOOKS.title)))
                .extracting(Record1::value1)
                .containsExactly("again");
        assertThat(jooq.query(dsl.update(BOOKS)
                                .set(BOOKS.price, new BigDecimal("0.10"))
                                .where(BOOKS.id.ge(3L)))
                        .rowCount()
                        .blockingGet())
                .isEqualTo(2);
        assertThat(all(
                        jooq,
                        dsl.update(BOOKS)
                                .set(BOOKS.genre, Genre.NOVEL)
                                .where(BOOKS.id.eq(3L))
                                .returningResult(BOOKS.title, BOOKS.genre)))
                .extracting(Record::intoList)
                .containsExactly(List.of("Emil", Genre.NOVEL));
        assertThat(all(jooq, dsl.deleteFrom(BOOKS).where(BOOKS.id.eq(4L)).returning(BOOKS.id, BOOKS.price)))
                .extracting(each -> each.get(BOOKS.id), each -> each.get(BOOKS.price))
                .containsExactly(tuple(4L, new BigDecimal("0.10")));
        assertThatThrownBy(() -> jooq.fetch(dsl.deleteFrom(BOOKS).returning(BOOKS.id, BOOKS.id)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Use returningResult(..)");
        final SqlQuery<?> insert = jooq.query(dsl.insertInto(BOOKS, BOOKS.id, BOOKS.genre)
                .values(param("id", BOOKS.id), param("genre", BOOKS.genre)));
        assertThat(insert.batch(List.of(List.of(5L, Genre.NOVEL), List.of(6L, Genre.CRIME)))
                        .blockingGet())
                .containsExactly(1, 1);
        assertThatThrownBy(() -> insert.bind(5L, null).execute().blockingAwait())
                .isInstanceOf(UniqueViolationException.class);
    }

    @ParameterizedTest
    @EnumSource
    void numbersAreNotCut(final Product product) {
        final Jooq jooq = filled(product);
        Stream.of(
                        jooq.dsl().select(inline(300).coerce(SQLDataType.TINYINT)),
                        jooq.dsl().select(inline(7_000_000_000L).coerce(SQLDataType.INTEGER)),
                        jooq.dsl().select(inline(new BigDecimal("1.5")).coerce(SQLDataType.BIGINT)),
                        jooq.dsl().select(inline(2).coerce(SQLDataType.BOOLEAN)))
                .forEach(query -> assertThatThrownBy(
                                () -> jooq.fetch(query).single().blockingGet())
                        .isInstanceOf(RowMappingException.class)
                        .hasMessageContaining("cannot be read"));
    }
}
