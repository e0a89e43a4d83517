package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The object {@code sql} of handlers, with a real PostgreSQL. */
class SqlObjectTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(), PostgresqlPlugin.create(),
                    PostgresqlPlugin.named("reports"), JavaScriptPlugin.at("/api", "sql-handlers"))
            .withConfiguration("jzenith.event-loops", 2));

    @BeforeEach
    void createUsers() {
        final Database database = APP.get(Database.class);
        database.query("CREATE TABLE IF NOT EXISTS person (id int PRIMARY KEY, name text NOT NULL)")
                .execute()
                .andThen(database.query("DELETE FROM person").execute())
                .andThen(database.query("INSERT INTO person VALUES (1, 'Ann'), (2, 'Anton'), (3, 'Bob')")
                        .execute())
                .blockingAwait();
    }

    private static JsonObject json(final TestResponse response) {
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return new JsonObject(response.body());
    }

    @Test
    void textOfThePathFindsARowByItsInteger() {
        assertThat(APP.http().get("/api/users/2").body()).isEqualTo("{\"id\":2,\"name\":\"Anton\"}");
        assertThat(APP.http().get("/api/users/9").status()).isEqualTo(404);
        assertThat(APP.http().get("/api/users/two").status()).isEqualTo(500);
    }

    @Test
    void theRecipesWork() {
        assertThat(APP.http().get("/api/people/1").body()).isEqualTo("{\"id\":1,\"name\":\"Ann\"}");
        assertThat(APP.http().get("/api/people/9").status()).isEqualTo(204);
        assertThat(APP.http()
                        .post("/api/people", Map.of("id", 4, "name", "Eve"))
                        .body())
                .isEqualTo("{\"people\":4}");
        assertThat(APP.http().get("/api/people").json()).hasSize(4);
    }

    @Test
    void aFurtherDatabaseHasItsQualifier() {
        assertThat(APP.http().get("/api/reports").body()).isEqualTo("{\"tables\":0}");
    }

    @Test
    void parametersHaveNames() {
        assertThat(APP.http().get("/api/users?name=An").body())
                .isEqualTo("[{\"id\":1,\"name\":\"Ann\"},{\"id\":2,\"name\":\"Anton\"}]");
    }

    @Test
    void errorsHaveTheSqlstateAndTheConstraint() {
        assertThat(APP.http().post("/api/users", Map.of("id", 4, "name", "Eve")).header("Location"))
                .contains("/api/users/4");
        final TestResponse second = APP.http().post("/api/users", Map.of("id", 4, "name", "Eve"));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.body()).contains("UniqueViolation of person_pkey");
    }

    @Test
    void oneRowIsExpectedByOne() {
        assertThat(APP.http().get("/api/one").status()).isEqualTo(500);
        assertThat(APP.http().get("/api/count").body()).isEqualTo("2");
    }

    @Test
    void aResultOfOneRowHasEachForm() {
        final String row = "{\"id\": 2, \"name\": \"Anton\"}";
        assertThat(json(APP.http().get("/api/single"))).isEqualTo(new JsonObject("""
                        {"counted": 1, "rows": [%s, %s, %s, %s],
                         "refused": "The first argument of sql.query(..) must be a string.",
                         "nested": "undefined", "named": "function"}
                        """.formatted(row, row, row, row)));
    }

    @Test
    void columnsHaveTheirTypesInJavaScript() {
        assertThat(json(APP.http().get("/api/types"))).isEqualTo(new JsonObject("""
                        {"small": ["number", 1], "int": ["number", 42], "safe": ["number", 9007199254740991],
                         "big": ["bigint", "9007199254740993"], "real": ["number", 0.1], "double": ["number", 1.5],
                         "exact": ["string", "12345678901234567890.10"], "bool": ["boolean", true],
                         "text": ["string", "text"], "none": ["object", null],
                         "id": ["string", "00000000-0000-0001-0000-000000000002"],
                         "json": ["Object", {"a": [1, {"b": null}]}], "ints": ["Array", [1, null, 3]],
                         "texts": ["Array", ["a", "b"]], "bytes": ["Uint8Array", [0, 255]],
                         "date": ["string", "2026-01-02"], "at": ["string", "2026-01-02T03:04:05.678901Z"],
                         "local": ["string", "2026-01-02T03:04:00"], "time": ["string", "03:04:00"],
                         "interval": ["string", "1 day"], "proto": ["number", 1]}
                        """));
    }

    @Test
    void valuesOfJavaScriptArriveAsTheTypesOfTheirParameters() {
        final JsonObject values = json(APP.http().get("/api/parameters"));
        assertThat((String) values.remove("undefined"))
                .startsWith("InvalidValue: ")
                .contains("the parameter $1 is undefined; write null for SQL's NULL");
        assertThat((String) values.remove("function")).contains("the parameter $1 is a function or a symbol");
        assertThat((String) values.remove("word"))
                .startsWith("InvalidValue: ")
                .contains("is a text that is not a valid integer");
        assertThat((String) values.remove("date")).startsWith("1970-01-01");
        assertThat(values).isEqualTo(new JsonObject("""
                        {"int": "42", "text": "42", "big": "9007199254740993", "fraction": "1.5", "bool": "true",
                         "none": null, "bytes": "\\\\x00ff", "array": "{1,NULL,3}", "texts": "{a,\\"b,c\\"}",
                         "json": "{\\"a\\": [1, \\"x\\"]}", "list": "[{\\"a\\": 1}]"}
                        """));
    }

    @Test
    void aTransactionCommitsOrIsRolledBack() {
        assertThat(APP.http().post("/api/move", Map.of("id", 5, "name", "Kim")).body())
                .isEqualTo("1 23505");
        assertThat(APP.http().get("/api/users/5").status()).isEqualTo(200);
        final TestResponse failed = APP.http().post("/api/move", Map.of("id", 6, "name", "Kim", "fail", true));
        assertThat(failed.status()).isEqualTo(422);
        assertThat(failed.body()).contains("refused");
        assertThat(APP.http().get("/api/users/6").status()).isEqualTo(404);
    }

    @Test
    void errorsThatNobodyHandlesAreProblems() {
        assertThat(APP.http().get("/api/unhandled").status()).isEqualTo(500);
        assertThat(APP.http().get("/api/unhandled").body()).doesNotContain("no_such_table");
        assertThat(APP.http().get("/api/missing").status()).isEqualTo(500);
    }
}
