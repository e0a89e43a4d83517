package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

/** Names, records, inserts of many rows, and the splitting of texts on both databases. */
@Tag("full")
final class BothStatementsTest {

    private enum Mood {
        HAPPY,
        SAD
    }

    private record Address(String street, int number) {}

    private record Person(
            int id,
            String firstName,
            boolean active,
            @Nullable BigDecimal balance,
            UUID key,
            Instant createdAt,
            @Nullable LocalDate born,
            Mood mood,
            Address address,
            Map<String, Object> tags) {}

    private record Row(int id, String firstName) {}

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Database people(final Product product) {
        return product.run(
                "DROP TABLE IF EXISTS person",
                "CREATE TABLE person (id int PRIMARY KEY, first_name varchar(20) NOT NULL, active boolean,"
                        + " balance decimal(30, 10), " + product.either("key", "`key`") + " uuid, created_at "
                        + product.either("timestamptz", "timestamp(6) NULL") + ", born date, mood varchar(9), address "
                        + product.either("jsonb", "json") + ", tags " + product.either("jsonb", "json") + ")");
    }

    private static Person person(final int id) {
        return new Person(
                id,
                "it's {\"" + id + "\\",
                id % 2 == 0,
                id % 3 == 0 ? null : new BigDecimal("12345678901234567890.0000000001"),
                new UUID(0x4000L, Long.MIN_VALUE + id),
                Instant.parse("2024-03-31T01:30:00.000001Z").plusSeconds(id),
                id % 3 == 1 ? null : LocalDate.of(2024, 2, 29),
                Mood.values()[id % 2],
                new Address("High Street", id),
                Map.of("a", 1, "b", List.of("x")));
    }

    private static Flowable<Row> rows(final int first, final int count) {
        return Flowable.range(first, count).map(id -> new Row(id, "name " + id));
    }

    private static long people(final Database database) {
        return database.query("SELECT count(*) FROM person")
                .as(Long.class)
                .single()
                .blockingGet();
    }

    @ParameterizedTest
    @EnumSource
    void valuesMayBeInAnArrayOfTheirClass(final Product product) {
        final String both = people(product)
                .query(product.either("SELECT $1::text || $2::text", "SELECT concat(?, ?)"), (Object[])
                        new Mood[] {Mood.SAD, Mood.HAPPY})
                .as(String.class)
                .single()
                .blockingGet();
        assertThat(both).isEqualTo("SADHAPPY");
    }

    @ParameterizedTest
    @EnumSource
    void recordsAreWrittenByNameAndRead(final Product product) {
        final Database database = people(product);
        final SqlQuery<?> insert = database.query("INSERT INTO person (id, first_name, active, balance, "
                + product.either("key", "`key`") + ", created_at, born, mood, address, tags) VALUES"
                + " (:id, :firstName, :active, :balance, :key, :createdAt, :born, :mood, :address, :tags)");
        insert.bind(person(1)).execute().blockingAwait();
        assertThat(insert.batch(List.of(person(2), person(3))).blockingGet()).containsExactly(1, 1);
        assertThat(database.query("SELECT * FROM person ORDER BY id")
                        .as(Person.class)
                        .list()
                        .blockingGet())
                .containsExactly(person(1), person(2), person(3));
        assertThat(database.query("SELECT id, first_name FROM person WHERE id = :id", Map.of("id", 2))
                        .as(Row.class)
                        .single()
                        .blockingGet())
                .isEqualTo(new Row(2, person(2).firstName()));
        assertThatThrownBy(() -> database.query("SELECT id, born AS first_name FROM person")
                        .as(Row.class)
                        .list()
                        .blockingGet())
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining("column first_name of the type date cannot be read as String");
        assertThatThrownBy(() -> database.query("SELECT id FROM person WHERE id = 0")
                        .as(Row.class)
                        .maybe()
                        .blockingGet())
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining("there is no column for the component firstName of the record Row");
    }

    private record Resident(int id, @Nullable Address home) {}

    @ParameterizedTest
    @EnumSource
    void aRecordInARecordTakesColumnsWithItsPrefix(final Product product) {
        final SqlQuery<Resident> residents = product.query(
                        product.database(),
                        "SELECT 1 AS id, 'High Street' AS home_street, 5 AS home_number UNION ALL"
                                + " SELECT 2, NULL, NULL ORDER BY id")
                .as(Resident.class);
        assertThat(residents.list().blockingGet())
                .containsExactly(new Resident(1, new Address("High Street", 5)), new Resident(2, null));
    }

    @ParameterizedTest
    @EnumSource
    void aListIsAValueOfAName(final Product product) {
        final Database database = people(product);
        database.insertAll("person", rows(1, 100)).ignoreElement().blockingAwait();
        final SqlQuery<Integer> ids = database.query("SELECT id FROM person WHERE id "
                        + product.either("= ANY(:ids)", "IN (:ids)") + " AND first_name <> :name ORDER BY id")
                .as(Integer.class);
        for (final int size : new int[] {0, 1, 5, 99}) {
            final List<Integer> wanted = IntStream.rangeClosed(1, size).boxed().toList();
            assertThat(ids.bind(Map.of("ids", wanted, "name", "x")).list().blockingGet())
                    .isEqualTo(wanted);
        }
        final Map<String, @Nullable Object> none = new HashMap<>();
        none.put("ids", null);
        none.put("name", "x");
        assertThat(ids.bind(none).list().blockingGet()).isEmpty();
        assertThatThrownBy(() -> ids.bind(Map.of("ids", List.of("secret"), "name", new Object()))
                        .list()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> ids.bind(Map.of("ids", List.of(1), "nmae", "secret")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the parameter :name has no value in the map; the nearest name is nmae")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfRecordsIsInserted(final Product product) {
        final Database database = people(product);
        assertThat(database.insertAll("person", rows(1, 25_001)).blockingGet()).isEqualTo(25_001);
        assertThat(people(database)).isEqualTo(25_001);
        assertThat(database.query("SELECT first_name FROM person WHERE id = 20123")
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo("name 20123");
        assertThat(database.insertAll("person", Flowable.<Row>empty()).blockingGet())
                .isZero();
        assertThatThrownBy(() -> database.withTransaction(tx ->
                                tx.insertAll("person", rows(30_000, 15_000).concatWith(rows(30_001, 1))))
                        .blockingGet())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(people(database)).isEqualTo(25_001);
        assertThatThrownBy(() -> database.insertAll("person", Flowable.just(new Address("x", 1)))
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("street");
        assertThatThrownBy(() -> database.insertAll("person", Flowable.just(new Row(1, "secret".repeat(9))))
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageNotContaining("secret");
    }

    private record Keyed(int id, String firstName, UUID key) {}

    @ParameterizedTest
    @EnumSource
    void aColumnThatIsAReservedWordIsInserted(final Product product) {
        final Database database = people(product);
        final UUID key = new UUID(1, Long.MIN_VALUE);
        assertThat(database.insertAll("person", Flowable.just(new Keyed(1, "x", key)))
                        .blockingGet())
                .isEqualTo(1);
        assertThat(database.query("SELECT * FROM person")
                        .as(Keyed.class)
                        .single()
                        .blockingGet())
                .isEqualTo(new Keyed(1, "x", key));
    }

    /** The server splits each of these texts like jZenith, or it would not return this. */
    @ParameterizedTest
    @EnumSource
    void theServerSplitsTextsLikeJzenith(final Product product) {
        final Map<String, String> texts = product == Product.POSTGRESQL
                ? Map.of(
                        "SELECT ':x' || E'\\':x' || :id /* :x /* */ :x */ -- :x", ":x':x7",
                        "SELECT $$:x$$ || $t$ :x $$ $t$ || :id", ":x :x $$ 7",
                        "SELECT \":id\" FROM (SELECT :id::text AS \":id\") t", "7",
                        "SELECT 'a\\' || :id || '\\'", "a\\7\\",
                        "SELECT N'x' || U&'\\0061' || :id", "xa7",
                        "SELECT (ARRAY[1,2,3])[1:two]::text || :id FROM (SELECT 2 AS two) t", "{1,2}7")
                : Map.of(
                        "SELECT CONCAT(':x', '\\':x', \"\\\":x\", ''':x', :id) /* :x */ -- :x", ":x':x\":x':x7",
                        "SELECT CONCAT('a\\\\', :id) # :x '", "a\\7",
                        "SELECT `:id` FROM (SELECT :id AS `:id`) AS `a``b:x`", "7",
                        "SELECT CONCAT(5 --1, :id)", "67",
                        "SELECT CONCAT(/*! 'a', */ :id /*M! , 'b:x' */)", "a7b:x",
                        "SELECT /* a /* :x */ CONCAT(N'x', _utf8mb4'b', :id)", "xb7");
        assertSplit(product, texts);
    }

    @Test
    void executableCommentsRunWhereTheServerRunsThem() {
        assertSplit(
                Product.MARIADB,
                Map.of(
                        "SELECT CONCAT(/*!999999 ' :x, */ 'a', /*M!999999 ' :x, */ :id)", "a7",
                        "SELECT CONCAT(/*!50699 'a', */ /*!100100 'b', */ /*M!110400 'c', */ :id)", "abc7",
                        "SELECT CONCAT(/*!50700 ' :x, */ :id /*!99999 :x */ /*M!50700 , 'b' */)", "7b",
                        "SELECT CONCAT(/*!123 , */ :id)", "1237",
                        "SELECT CONCAT(/*!1001007, */ :id)", "77",
                        "SELECT CONCAT(/*!50700 /* /* :x */ ' */ :id)", "7",
                        "SELECT CONCAT(/*! 'a', /*!50700 ' */ 'b', */ :id)", "ab7",
                        "SELECT CONCAT(/*! 'a', /* ' */ 'b', */ :id)", "ab7"));
    }

    private static void assertSplit(final Product product, final Map<String, String> texts) {
        texts.forEach((sql, result) -> assertThat(product.database()
                        .query(sql, Map.of("id", "7"))
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .as(sql)
                .isEqualTo(result));
    }
}
