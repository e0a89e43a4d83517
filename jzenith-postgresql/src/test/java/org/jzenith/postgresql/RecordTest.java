package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.RowMappingException;

/** Rows become records and single values, or errors that name the component and the column. */
class RecordTest {

    private static final String DATABASE = TestServer.freshDatabase();

    private static RunningApplication application;
    private static Database database;

    private enum Colour {
        RED,
        GREEN
    }

    private record Address(String street, int number) {}

    private record User(UUID id, String firstName, int age, Address address, LocalDate born) {}

    private record Name(String firstName) {}

    private record Age(int age) {}

    private record Node(String name, Node parent) {}

    private record Positive(int n) {
        Positive {
            if (n <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    private record Everything(
            boolean flag,
            short small,
            long large,
            double real,
            BigDecimal exact,
            Colour colour,
            List<String> tags,
            List<Integer> numbers,
            Long[] array,
            Address document,
            Map<String, Object> map,
            List<Address> documents,
            Object any) {}

    @BeforeAll
    static void start() {
        TestServer.run(
                DATABASE,
                "CREATE TABLE users (id uuid, first_name text, age int, address_street text, address_number int, born date);"
                        + " INSERT INTO users VALUES ('00000000-0000-0001-0000-000000000002', 'Ann', 33, 'High Street', 5,"
                        + " '1993-01-02'), ('00000000-0000-0001-0000-000000000003', 'Bob', 44, NULL, NULL, NULL)");
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private static <T> T one(final String sql, final Class<T> type) {
        return database.query(sql).as(type).single().blockingGet();
    }

    @Test
    void componentsTakeTheColumnsWithTheirNames() {
        final User ann = new User(new UUID(1, 2), "Ann", 33, new Address("High Street", 5), LocalDate.of(1993, 1, 2));
        final User bob = new User(new UUID(1, 3), "Bob", 44, null, null);
        final SqlQuery<User> users =
                database.query("SELECT *, 1 AS ignored FROM users ORDER BY age").as(User.class);
        assertThat(users.list().blockingGet()).containsExactly(ann, bob);
        assertThat(users.stream(1).toList().blockingGet()).containsExactly(ann, bob);
        assertThat(database.query("SELECT * FROM users WHERE id = $1")
                        .as(User.class)
                        .singles(List.of(List.of(ann.id()), List.of(bob.id())))
                        .blockingGet())
                .containsExactly(ann, bob);
        assertThat(database.withTransactionMaybe(tx ->
                                tx.with(users.map(User::firstName)).stream().firstElement())
                        .blockingGet())
                .isEqualTo("Ann");
        assertThat(database.query("SELECT * FROM users WHERE age = 0")
                        .as(User.class)
                        .maybe()
                        .blockingGet())
                .isNull();
    }

    @Test
    void caseAndUnderscoresDoNotMatterUnlessTheNameIsThenAmbiguous() {
        assertThat(one("SELECT 'Ann' AS \"firstName\"", Name.class)).isEqualTo(new Name("Ann"));
        assertThat(one("SELECT 'Ann' AS firstname", Name.class)).isEqualTo(new Name("Ann"));
        assertThat(one("SELECT 'Ann' AS \"FIRST_NAME\"", Name.class)).isEqualTo(new Name("Ann"));
        assertThat(one("SELECT 'other' AS first_name, 'Ann' AS \"firstName\"", Name.class))
                .isEqualTo(new Name("Ann"));
        assertFails("SELECT 'a' AS first_name, 'b' AS firstname", Name.class)
                .hasMessageContaining("there are 2 columns for the component firstName of the record Name;"
                        + " give each its own name with AS. The columns are: first_name, firstname in: SELECT");
        assertFails("SELECT 1 AS age, 2 AS age", Age.class).hasMessageContaining("there are 2 columns");
    }

    @Test
    void recordsNestToAnyDepth() {
        assertThat(one(
                        "SELECT 'a' AS name, 'b' AS parent_name, 'c' AS parent_parent_name, NULL AS parent_parent_parent",
                        Node.class))
                .isEqualTo(new Node("a", new Node("b", new Node("c", null))));
    }

    private static AbstractThrowableAssert<?, ?> assertFails(final String sql, final Class<?> type) {
        return assertThatThrownBy(() -> one(sql, type)).isExactlyInstanceOf(RowMappingException.class);
    }

    @Test
    void aMissingColumnIsAnErrorEvenWithoutRows() {
        final String message =
                "there is no column for the component street of the record Address; select one, and name it"
                        + " address_street with AS. The columns are: id, first_name, age, address_number, born in: SELECT";
        final SqlQuery<User> query = database.query(
                        "SELECT id, first_name, age, address_number, born FROM users WHERE age = $1", 0)
                .as(User.class);
        for (final Flowable<?> result : List.of(
                query.list().toFlowable(),
                query.maybe().toFlowable(),
                query.stream(),
                query.bind(33).single().toFlowable())) {
            assertThatThrownBy(result::blockingLast)
                    .isExactlyInstanceOf(RowMappingException.class)
                    .hasMessageStartingWith(message);
        }
        assertFails("SELECT 'a' AS name", Node.class)
                .hasMessageContaining("name it parent, or select the columns of that record as parent_.. with AS");
    }

    @Test
    void aColumnOfAnotherTypeIsAnErrorEvenWithoutValues() {
        assertFails("SELECT NULL::text AS age", Age.class)
                .hasMessage(
                        "column age of the type text cannot be read as int, for the component age of the record Age;"
                                + " read it as String, or convert it in the statement in: SELECT NULL::text AS age");
        assertFails("SELECT NULL::numeric AS first_name", UUID.class).hasMessageContaining("read it as BigDecimal");
        assertFails("SELECT 3000000000 AS age", Age.class)
                .hasMessageStartingWith(
                        "column age of the type int8 has a number that cannot be read exactly as Integer,"
                                + " for the component age of the record Age; read it as Long, ");
        assertFails("SELECT NULL::int AS age", Age.class)
                .hasMessageStartingWith("column age of the type int4 is NULL, for the component age of the record Age;"
                        + " declare it as Integer, or use COALESCE in the statement in: ");
    }

    @Test
    void noErrorContainsAValue() {
        assertFails("SELECT 'secret' AS c", Colour.class)
                .hasMessageContaining("column c of the type text has a text that is not a valid Colour")
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertFails("SELECT 'secret'::text AS c", Map.class)
                .hasMessageContaining("has a document that cannot be read as Map")
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    @Test
    void componentsHaveEachTypeOfAGetter() {
        final Everything read = one(
                "SELECT true AS flag, 1::int2 AS small, 2::int4 AS large, 0.5::float8 AS real, 1.50 AS exact, 'GREEN' AS colour,"
                        + " ARRAY['a', NULL, 'c'] AS tags, '[1, 2]'::jsonb AS numbers, ARRAY[1, 2] AS array,"
                        + " '{\"street\": \"s\", \"number\": 7}'::jsonb AS document, '{\"a\": 1.10}'::json AS map,"
                        + " '[{\"street\": \"s\", \"number\": 7}]'::text AS documents, 5 AS any",
                Everything.class);
        assertThat(read)
                .usingRecursiveComparison()
                .isEqualTo(new Everything(
                        true,
                        (short) 1,
                        2,
                        0.5,
                        new BigDecimal("1.50"),
                        Colour.GREEN,
                        Arrays.asList("a", null, "c"),
                        List.of(1, 2),
                        new Long[] {1L, 2L},
                        new Address("s", 7),
                        Map.of("a", new BigDecimal("1.10")),
                        List.of(new Address("s", 7)),
                        5));
    }

    @Test
    void aSingleColumnIsReadAsAValue() {
        assertThat(one("SELECT count(*) FROM users", Long.class)).isEqualTo(2);
        assertThat(one("SELECT count(*) FROM users", long.class)).isEqualTo(2);
        assertThat(one("SELECT 'RED'", Colour.class)).isEqualTo(Colour.RED);
        assertThat(database.query("SELECT first_name FROM users ORDER BY 1")
                        .as(String.class)
                        .map(String::length)
                        .list()
                        .blockingGet())
                .containsExactly(3, 3);
        assertFails("SELECT id, age FROM users LIMIT 1", Long.class)
                .hasMessageContaining("as(Long.class) reads one column, and the result has 2: id, age;"
                        + " select one column, or use a record in: SELECT id, age");
        assertFails("SELECT max(age) FROM users WHERE age < 0", Integer.class)
                .hasMessageContaining("column max of the type int4 is NULL, for as(Integer.class); use COALESCE in the"
                        + " statement, or map(row -> Optional.ofNullable(..))");
    }

    @Test
    void anExceptionOfTheConstructorReachesTheCaller() {
        assertThat(one("SELECT 1 AS n", Positive.class)).isEqualTo(new Positive(1));
        assertThatThrownBy(() -> one("SELECT 0 AS n", Positive.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not positive");
    }

    @Test
    void aStatementWithoutColumnsHasNoRecords() {
        assertThat(database.query("UPDATE users SET age = age")
                        .as(User.class)
                        .list()
                        .blockingGet())
                .isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> database.query("SELECT 1").map(row -> row).as(Long.class))
                .withMessageContaining("Call as(..) first");
    }

    /** Without prepared statements each result has its own description. */
    @Test
    void recordsNeedNoPreparedStatements() {
        final RunningApplication plain = TestServer.application(DATABASE)
                .withConfiguration("postgresql.prepared-statements", 0)
                .run();
        try {
            assertThat(plain.get(Database.class)
                            .query("SELECT first_name FROM users WHERE age = $1", 33)
                            .as(Name.class)
                            .single()
                            .repeat(3)
                            .toList()
                            .blockingGet())
                    .containsOnly(new Name("Ann"))
                    .hasSize(3);
        } finally {
            plain.stop();
        }
    }

    /** An altered table changes the columns of a prepared statement. */
    @Test
    void aChangedDescriptionIsCheckedAgain() {
        TestServer.run(DATABASE, "CREATE TABLE changing (age int); INSERT INTO changing VALUES (1)");
        final SqlQuery<Age> query = database.query("SELECT * FROM changing").as(Age.class);
        assertThat(query.single().blockingGet()).isEqualTo(new Age(1));
        TestServer.run(DATABASE, "ALTER TABLE changing ALTER age TYPE text");
        assertThatThrownBy(() -> query.single().blockingGet())
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining("column age of the type text");
    }
}
