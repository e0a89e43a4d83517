package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.multiset;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
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
import org.jooq.DataType;
import org.jooq.EnumType;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Record2;
import org.jooq.Result;
import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.impl.EnumConverter;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.jooq.impl.UpdatableRecordImpl;
import org.jooq.types.ULong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.jooq.Jooq;

/** The rows of jOOQ's queries as jOOQ's records. */
final class JooqRecordsTest {

    private static final String DATABASE = TestServer.freshDatabase();

    private static RunningApplication application;
    private static Jooq jooq;
    private static DSLContext dsl;

    enum Genre {
        NOVEL,
        CRIME
    }

    enum Colour implements EnumType {
        DARK_RED("dark red");

        private final String literal;

        Colour(final String literal) {
            this.literal = literal;
        }

        @Override
        public String getName() {
            return null;
        }

        @Override
        public String getLiteral() {
            return literal;
        }
    }

    record Isbn(String text) {}

    record Copy(int number, UUID code) {}

    /** A table as jOOQ generates it. */
    static final class Books extends TableImpl<BookRecord> {

        private static final long serialVersionUID = 1L;

        static final Books BOOKS = new Books();

        final TableField<BookRecord, Long> id = createField(name("id"), SQLDataType.BIGINT.notNull(), this);
        final TableField<BookRecord, String> title = createField(name("title"), SQLDataType.VARCHAR, this);
        final TableField<BookRecord, Genre> genre = createField(
                name("genre"),
                SQLDataType.VARCHAR.asConvertedDataType(new EnumConverter<>(String.class, Genre.class)),
                this);
        final TableField<BookRecord, Isbn> isbn = createField(
                name("isbn"),
                SQLDataType.VARCHAR.asConvertedDataType(
                        Converter.ofNullable(String.class, Isbn.class, Isbn::new, Isbn::text)),
                this);

        private Books() {
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
    public static final class BookRecord extends UpdatableRecordImpl<BookRecord> {

        private static final long serialVersionUID = 1L;

        public BookRecord() {
            super(Books.BOOKS);
        }

        Genre getGenre() {
            return get(Books.BOOKS.genre);
        }
    }

    private static final Books BOOKS = Books.BOOKS;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        jooq = application.get(Jooq.class);
        dsl = jooq.dsl();
        TestServer.run(DATABASE, """
                CREATE TABLE books (id bigint PRIMARY KEY, title text, genre text, isbn text);
                CREATE TABLE copies (book bigint, number int, code uuid, bought timestamptz, price numeric, cover bytea, tags text[],
                    notes jsonb);
                INSERT INTO books VALUES (1, 'The Trial', 'NOVEL', '978-3'), (2, NULL, NULL, NULL);
                INSERT INTO copies VALUES (1, 1, '00000000-0000-0001-0000-000000000002', '2026-01-02 03:04:05.000006+02', 1.50,
                    '\\x0102', '{a,b}', '{"a": [1.10]}'), (1, 2, NULL, NULL, NULL, NULL, NULL, NULL);
                """);
    }

    @AfterAll
    static void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    @Test
    void generatedRecordsHaveTheirClassAndConverters() {
        final List<BookRecord> books =
                jooq.fetch(dsl.selectFrom(BOOKS).orderBy(BOOKS.id)).list().blockingGet();
        assertThat(books).hasSize(2).allMatch(book -> !book.changed());
        assertThat(books.get(0).getGenre()).isEqualTo(Genre.NOVEL);
        assertThat(books.get(0).get(BOOKS.isbn)).isEqualTo(new Isbn("978-3"));
        assertThat(books.get(0).original().get(BOOKS.title)).isEqualTo("The Trial");
        assertThat(books.get(1).intoArray()).containsExactly(2L, null, null, null);
        books.get(0).set(BOOKS.title, "Amerika");
        assertThat(books.get(0).changed(BOOKS.title)).isTrue();
        assertThat(books.get(0).changed(BOOKS.id)).isFalse();
    }

    @Test
    void fieldsMakeTypedRecordsAndStreams() {
        final Record2<Long, Isbn> first =
                jooq.fetch(dsl.select(BOOKS.id, BOOKS.isbn).from(BOOKS).orderBy(BOOKS.id)).stream()
                        .blockingFirst();
        assertThat(first.value1()).isEqualTo(1L);
        assertThat(first.component2()).isEqualTo(new Isbn("978-3"));
    }

    @Test
    void aQueryIsKeptAndBound() {
        final SqlQuery<Record1<String>> title =
                jooq.fetch(dsl.select(BOOKS.title).from(BOOKS).where(BOOKS.isbn.eq(param("isbn", BOOKS.isbn))));
        assertThat(title.bind(new Isbn("978-3")).single().blockingGet().value1())
                .isEqualTo("The Trial");
        assertThat(title.bind(new Isbn("0")).maybe().isEmpty().blockingGet()).isTrue();
    }

    @Test
    void returningMakesRecordsInATransaction() {
        final BookRecord added = application
                .get(Database.class)
                .withTransaction(tx -> tx.with(jooq.fetch(dsl.insertInto(BOOKS, BOOKS.id, BOOKS.genre)
                                .values(3L, Genre.CRIME)
                                .returning()))
                        .single()
                        .flatMap(
                                book -> tx.with(jooq.query(dsl.deleteFrom(BOOKS).where(BOOKS.id.eq(3L))))
                                        .rowCount()
                                        .map(count -> book)))
                .blockingGet();
        assertThat(added.getGenre()).isEqualTo(Genre.CRIME);
    }

    @Test
    void theSameFieldMayStandTwice() {
        final Record two = jooq.fetch(
                        dsl.select(BOOKS.id, BOOKS.title, BOOKS.id.plus(1).as(BOOKS.id), BOOKS.id)
                                .from(BOOKS)
                                .where(BOOKS.id.eq(1L)))
                .single()
                .blockingGet();
        assertThat(two.intoArray()).containsExactly(1L, "The Trial", 2L, 1L);
        assertThat(two.changed()).isFalse();
    }

    @Test
    void multisetsHoldRecordsOfTheirFields() {
        final Field<Long> book = field(name("book"), SQLDataType.BIGINT);
        final Field<Integer> number = field(name("number"), SQLDataType.INTEGER);
        final Field<UUID> code = field(name("code"), SQLDataType.UUID);
        final Field<OffsetDateTime> bought = field(name("bought"), SQLDataType.TIMESTAMPWITHTIMEZONE);
        final Field<BigDecimal> price = field(name("price"), SQLDataType.NUMERIC);
        final Field<byte[]> cover = field(name("cover"), SQLDataType.VARBINARY);
        final Field<String[]> tags = field(name("tags"), SQLDataType.VARCHAR.array());
        final Field<JSONB> notes = field(name("notes"), SQLDataType.JSONB);
        final var copies = multiset(select(
                                number,
                                code,
                                bought,
                                price,
                                cover,
                                tags,
                                notes,
                                multiset(select(BOOKS.genre, BOOKS.isbn)
                                                .from(BOOKS)
                                                .where(BOOKS.id.eq(book)))
                                        .as("of"))
                        .from(table(name("copies")))
                        .where(book.eq(BOOKS.id))
                        .orderBy(number))
                .as("copies");
        final var list = jooq.fetch(dsl.select(BOOKS.title, copies).from(BOOKS).orderBy(BOOKS.id))
                .list()
                .blockingGet();
        assertThat(list.get(1).value2()).isEmpty();
        final var first = list.get(0).value2().get(0);
        assertThat(first.value1()).isEqualTo(1);
        assertThat(first.get(code)).isEqualTo(new UUID(1, 2));
        assertThat(first.get(bought).toInstant()).isEqualTo("2026-01-02T01:04:05.000006Z");
        assertThat(first.get(price)).isEqualTo("1.50");
        assertThat(first.get(cover)).containsExactly(1, 2);
        assertThat(first.get(tags)).containsExactly("a", "b");
        assertThat(first.get(notes).data()).isEqualTo("{\"a\":[1.10]}");
        assertThat(first.value8().get(0).value1()).isEqualTo(Genre.NOVEL);
        assertThat(first.value8().get(0).value2()).isEqualTo(new Isbn("978-3"));
        final Record second = list.get(0).value2().get(1);
        assertThat(second.intoArray()).startsWith(2, null, null, null, null, null, null);
    }

    @Test
    void convertersOfMultisetsRun() {
        final Field<Long> book = field(name("book"), SQLDataType.BIGINT);
        final Field<Integer> number = field(name("number"), SQLDataType.INTEGER);
        final Field<UUID> code = field(name("code"), SQLDataType.UUID);
        final Field<List<Copy>> copies = multiset(select(number, code)
                        .from(table(name("copies")))
                        .where(book.eq(BOOKS.id))
                        .orderBy(number))
                .convertFrom((Result<Record2<Integer, UUID>> all) ->
                        all.map(each -> new Copy(each.value1(), each.value2())));
        assertThat(jooq.fetch(dsl.select(copies).from(BOOKS).where(BOOKS.id.eq(1L)))
                        .single()
                        .blockingGet()
                        .value1())
                .containsExactly(new Copy(1, new UUID(1, 2)), new Copy(2, null));
    }

    static Stream<Arguments> values() {
        final OffsetDateTime moment = OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC);
        return Stream.of(
                Arguments.of("true", SQLDataType.BOOLEAN, true),
                Arguments.of("42::int2", SQLDataType.SMALLINT, (short) 42),
                Arguments.of("42::int8", SQLDataType.INTEGER, 42),
                Arguments.of("42", SQLDataType.BIGINT, 42L),
                Arguments.of("1.50", SQLDataType.NUMERIC, new BigDecimal("1.50")),
                Arguments.of(
                        "12345678901234567890", SQLDataType.DECIMAL_INTEGER, new BigInteger("12345678901234567890")),
                Arguments.of("18446744073709551615", SQLDataType.BIGINTUNSIGNED, ULong.MAX),
                Arguments.of("1.5::float4", SQLDataType.REAL, 1.5f),
                Arguments.of("1.5::float8", SQLDataType.DOUBLE, 1.5),
                Arguments.of("'text'", SQLDataType.VARCHAR, "text"),
                Arguments.of("'00000000-0000-0001-0000-000000000002'::uuid", SQLDataType.UUID, new UUID(1, 2)),
                Arguments.of("'2026-01-02'::date", SQLDataType.LOCALDATE, LocalDate.of(2026, 1, 2)),
                Arguments.of("'2026-01-02'::date", SQLDataType.DATE, java.sql.Date.valueOf("2026-01-02")),
                Arguments.of("'03:04:05'::time", SQLDataType.LOCALTIME, LocalTime.of(3, 4, 5)),
                Arguments.of(
                        "'2026-01-02 03:04:05'::timestamp",
                        SQLDataType.LOCALDATETIME,
                        LocalDateTime.of(2026, 1, 2, 3, 4, 5)),
                Arguments.of(
                        "'2026-01-02 03:04:05'::timestamp",
                        SQLDataType.TIMESTAMP,
                        Timestamp.valueOf("2026-01-02 03:04:05")),
                Arguments.of("'2026-01-02 03:04:05Z'::timestamptz", SQLDataType.TIMESTAMPWITHTIMEZONE, moment),
                Arguments.of("'2026-01-02 03:04:05Z'::timestamptz", SQLDataType.INSTANT, moment.toInstant()),
                Arguments.of("'\\x0102'::bytea", SQLDataType.VARBINARY, new byte[] {1, 2}),
                Arguments.of("'{\"a\": 1.10}'::json", SQLDataType.JSON, JSON.valueOf("{\"a\": 1.10}")),
                Arguments.of("'{\"a\": 1.10}'::jsonb", SQLDataType.JSONB, JSONB.valueOf("{\"a\": 1.10}")),
                Arguments.of("'{1,NULL}'::int[]", SQLDataType.INTEGER.array(), new Integer[] {1, null}),
                Arguments.of("'{a,NULL}'::text[]", SQLDataType.VARCHAR.array(), new String[] {"a", null}),
                Arguments.of("'{2026-01-02 03:04:05Z}'::timestamptz[]", SQLDataType.INSTANT.array(), new Instant[] {
                    moment.toInstant()
                }),
                Arguments.of("'{\"\\\\x0102\"}'::bytea[]", SQLDataType.VARBINARY.array(), new byte[][] {{1, 2}}),
                Arguments.of("'dark red'", SQLDataType.VARCHAR.asEnumDataType(Colour.class), Colour.DARK_RED),
                Arguments.of("42::int8", SQLDataType.OTHER, 42L));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesComeInTheTypesOfTheirFields(final String sql, final DataType<?> type, final Object expected) {
        final Record record = jooq.fetch(dsl.select(field(sql, type), field("NULL::text", SQLDataType.VARCHAR)))
                .single()
                .blockingGet();
        assertThat(record.get(0)).isEqualTo(expected);
        assertThat(record.get(1)).isNull();
    }

    static Stream<Arguments> misfits() {
        final DataType<Isbn> isbn = SQLDataType.VARCHAR.asConvertedDataType(Converter.ofNullable(
                String.class,
                Isbn.class,
                text -> {
                    throw new IllegalArgumentException(text);
                },
                Isbn::text));
        return Stream.of(
                Arguments.of("9876543210", SQLDataType.INTEGER, "cannot be read exactly as Integer"),
                Arguments.of("98765.5", SQLDataType.DECIMAL_INTEGER, "cannot be converted to BigInteger"),
                Arguments.of("-98765", SQLDataType.BIGINTUNSIGNED, "cannot be converted to ULong"),
                Arguments.of("'98765'", SQLDataType.LOCALDATE, "cannot be read as LocalDate"),
                Arguments.of("'98765'", isbn, "cannot be converted to Isbn"),
                Arguments.of(
                        "'98765'",
                        multiset(select(BOOKS.id).from(BOOKS)).getDataType(),
                        "cannot be converted to Result"),
                Arguments.of(
                        "'[[98765, 1]]'",
                        multiset(select(BOOKS.id).from(BOOKS)).getDataType(),
                        "cannot be converted to Result"));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void aValueThatDoesNotFitIsReportedWithItsColumn(final String sql, final DataType<?> type, final String reason) {
        final SqlException error = catchThrowableOfType(
                SqlException.class,
                () -> jooq.fetch(dsl.select(field(sql, type).as("misfit")))
                        .single()
                        .blockingGet());
        assertThat(error).hasMessageContaining("column misfit").hasMessageContaining(reason);
        assertThat(error.toString()).doesNotContain("98765");
        assertThat(error.getCause()).isNull();
    }

    @Test
    void anotherNumberOfColumnsIsReported() {
        assertThatThrownBy(() -> jooq.fetch(dsl.resultQuery("SELECT 1, 2").coerce(BOOKS.id))
                        .single()
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the row has 2 columns, but jOOQ's query has 1 fields");
    }

    @Test
    void aQueryWithoutFieldsIsRefused() {
        assertThatThrownBy(() -> jooq.fetch(dsl.selectFrom(table(name("books")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Name fields in select(..), or use jooq.query(..)");
    }

    @Test
    void whatWouldBlockSaysWhatToWriteInstead() {
        assertThatThrownBy(() -> dsl.selectFrom(BOOKS).fetch())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("write jooq.fetch(query).list()");
        assertThatThrownBy(() -> dsl.deleteFrom(BOOKS).execute())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jooq.query(query).rowCount()");
        final BookRecord book = jooq.fetch(dsl.selectFrom(BOOKS).where(BOOKS.id.eq(1L)))
                .single()
                .blockingGet();
        assertThatThrownBy(book::refresh)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jOOQ has no connection");
    }
}
