package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;

/** Parameters with names, whose values are a map or a record. */
class NamedParametersTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final String SECRET = "s3cret-value";
    private static final String INSERT = "INSERT INTO users (id, name, email) VALUES (:id, :name, :email)";

    private static RunningApplication application;
    private static Database database;

    private record User(int id, String name, @Nullable String email) {}

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void createTable() {
        database.query("CREATE TABLE users (id int PRIMARY KEY, name text NOT NULL, email text)")
                .execute()
                .blockingAwait();
        database.query(INSERT)
                .batch(List.of(
                        new User(1, "Ada", null),
                        new User(2, "Grace", "grace@example.com"),
                        new User(3, "Edsger", null)))
                .ignoreElement()
                .blockingAwait();
    }

    @AfterEach
    void dropTable() {
        database.query("DROP TABLE users").execute().blockingAwait();
        Leaks.assertPoolIsFull(application);
    }

    private static List<String> names(final SqlQuery<Row> query) {
        return query.map(row -> row.getString("name")).list().blockingGet();
    }

    @Test
    void aMapHasAValueForEachName() {
        final SqlQuery<Row> byName = database.query(
                "SELECT name FROM users WHERE id = :id OR name = :name ORDER BY id", Map.of("id", 1, "name", "Grace"));
        assertThat(names(byName)).containsExactly("Ada", "Grace");
        assertThat(names(byName.bind(Map.of("id", 2, "name", "Grace")))).containsExactly("Grace");
        assertThat(names(byName)).containsExactly("Ada", "Grace");
    }

    @Test
    void aRecordMayHaveMoreComponents() {
        database.query("UPDATE users SET name = :name WHERE id = :id", new User(1, "Augusta", SECRET))
                .execute()
                .blockingAwait();
        assertThat(names(database.query("SELECT name FROM users WHERE id = :id", new User(1, "", null))))
                .containsExactly("Augusta");
    }

    @Test
    void aNameThatIsUsedTwiceIsOneParameter() {
        assertThat(database.query("SELECT :a::text || :b || :a", Map.of("a", "x", "b", "-"))
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo("x-x");
        assertThat(database.query("SELECT name FROM users WHERE :id = id AND :id = id", Map.of("id", 1))
                        .toString())
                .contains(":id = id AND :id = id");
    }

    @Test
    void nullIsAValue() {
        final Map<String, @Nullable Object> values = new HashMap<>();
        values.put("email", null);
        assertThat(names(database.query(
                        "SELECT name FROM users WHERE email IS NOT DISTINCT FROM :email ORDER BY id", values)))
                .containsExactly("Ada", "Edsger");
    }

    @Test
    void anArrayIsOneValue() {
        assertThat(names(database.query(
                        "SELECT name FROM users WHERE id = ANY(:ids) ORDER BY id",
                        Map.of("ids", new Integer[] {1, 3}))))
                .containsExactly("Ada", "Edsger");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "->", quoteCharacter = '~', textBlock = """
                    SELECT ':x' || E'\\':x' || :id /* :x */ -- :x -> :x':x7
                    SELECT $$:x$$ || $t$ :x $t$ || :id -> :x :x 7
                    SELECT ":id" FROM (SELECT :id::text AS ":id") t -> 7
                    SELECT ('{"a":1}'::jsonb ?| ARRAY['a'])::text || :id -> true7
                    SELECT (ARRAY[1,2,3])[1:two]::text || :id FROM (SELECT 2 AS two) t -> {1,2}7
                    SELECT make_interval(days := 3)::text || :id -> 3 days7
                    """)
    void colonsElsewhereAreNoParameters(final String sql, final String result) {
        assertThat(database.query(sql, Map.of("id", "7"))
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo(result);
    }

    @Test
    void aMapOrARecordIsTheValueOfAParameterWithoutAName() {
        assertThat(database.query("SELECT $1::jsonb ->> 'id'", new JsonObject(Map.of("id", 7)))
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo("7");
    }

    @Test
    void batchesSinglesAndStreamsTakeMapsAndRecords() {
        final SqlQuery<String> name =
                database.query("SELECT name FROM users WHERE id = :id").map(row -> row.getString(0));
        assertThat(name.singles(List.of(Map.of("id", 3), new User(1, "", null))).blockingGet())
                .containsExactly("Edsger", "Ada");
        assertThat(name.bind(Map.of("id", 2)).stream().toList().blockingGet()).containsExactly("Grace");
        assertThat(database.withTransaction(
                                tx -> tx.with(name).bind(Map.of("id", 2)).single())
                        .blockingGet())
                .isEqualTo("Grace");
        assertThat(database.query("DELETE FROM users WHERE id = :id")
                        .batch(List.of(Map.of("id", 1), Map.of("id", 9)))
                        .blockingGet())
                .containsExactly(1, 0);
    }

    @Test
    void aNameWithoutAValueIsRefused() {
        assertThatThrownBy(() -> database.query(INSERT, Map.of("id", 1, "emial", SECRET, "name", SECRET)))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "the statement was not sent: the parameter :email has no value in the map; the nearest name is emial"
                                + " in: INSERT INTO users (id, name, email) VALUES (:id, :name, :email)")
                .hasMessageNotContaining(SECRET);
        assertThatThrownBy(() -> database.query("SELECT :quantity", new User(1, SECRET, null)))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "the statement was not sent: the parameter :quantity has no value in the record User in: SELECT"
                                + " :quantity");
    }

    @Test
    void aValueWithoutAParameterIsRefused() {
        assertThatThrownBy(() ->
                        database.query(INSERT).bind(Map.of("id", 1, "name", SECRET, "email", SECRET, "nmae", SECRET)))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the map's key nmae matches no parameter; the nearest name is :name")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void valuesWithoutNamesAreRefused() {
        assertThat(failure(database.query("SELECT :id", SECRET).single()))
                .hasMessageContaining("the statement was not sent: its parameters have names, but its values do not")
                .hasMessageContaining("in: SELECT :id")
                .hasMessageNotContaining(SECRET);
        assertThat(failure(database.query("SELECT :id", Map.of("id", 1))
                        .bind(SECRET)
                        .single()))
                .hasMessageContaining("its parameters have names");
        assertThat(failure(database.query("SELECT :id").single())).hasMessageContaining("its parameters have names");
        assertThat(failure(database.query("SELECT :id").singles(List.of(List.of(SECRET)))))
                .hasMessageContaining("its parameters have names");
        assertThat(failure(database.query("SELECT :id, $1", SECRET).single()))
                .hasMessageContaining("it has named and numbered parameters");
    }

    @Test
    void runsWithValuesOfAnotherKindAreRefused() {
        final SqlQuery<Row> named = database.query("SELECT :id::int");
        final SqlQuery<Row> numbered = database.query("SELECT $1::int");
        assertThat(failure(named.singles(List.of(Map.of("id", 1), List.of(2)))))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the values of a run have the class java.util.ImmutableCollections$List12");
        assertThat(failure(numbered.singles(List.of(Map.of("id", 1)))))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the values of a run have the class java.util.ImmutableCollections$Map1");
        assertThatThrownBy(() -> numbered.batch(List.of(1)))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the values of a run have the class java.lang.Integer");
    }

    @Test
    void aWrongValueIsNamed() {
        assertThat(failure(database.query("SELECT :name::text, :id::int", Map.of("id", SECRET, "name", "x"))
                        .single()))
                .isExactlyInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $2 (:id) is a java.lang.String")
                .hasMessageNotContaining(SECRET);
    }

    private static SqlException failure(final Single<?> single) {
        return (SqlException) single.map(any -> new AssertionError("no error"))
                .cast(Throwable.class)
                .onErrorReturn(error -> error)
                .blockingGet();
    }
}
