package org.jzenith.example.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.example.SharedExample;
import org.jzenith.sql.Database;
import org.jzenith.test.TestResponse;

/** The rules of the TechEmpower tests. */
final class BenchmarkResourceTest implements SharedExample {

    @Test
    void plaintextIsAGreeting() {
        final TestResponse answer = APP.http().get("/plaintext");
        assertThat(answer.body()).isEqualTo("Hello, World!");
        assertThat(answer.header("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(answer.header("Content-Length")).contains("13");
    }

    @Test
    void jsonIsAGreetingInAnObject() {
        final TestResponse answer = APP.http().get("/json");
        assertThat(answer.body()).isEqualTo("{\"message\":\"Hello, World!\"}");
        assertThat(answer.header("Content-Type")).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plaintext", "/json", "/db", "/queries", "/updates", "/fortunes", "/cached-queries"})
    void everyAnswerNamesServerAndDate(final String path) {
        final TestResponse answer = APP.http().get(path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Server")).contains("jZenith");
        assertThat(answer.header("Date").orElseThrow()).endsWith(" GMT");
    }

    @Test
    void dbIsARandomRow() {
        final List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final JsonNode world = APP.http().get("/db").json();
            assertThat(world.size()).isEqualTo(2);
            assertThat(world.get("randomNumber").asInt()).isBetween(1, 10_000);
            ids.add(world.get("id").asInt());
        }
        assertThat(ids).allMatch(id -> id >= 1 && id <= 10_000);
        assertThat(ids.stream().distinct().count()).isGreaterThan(5);
    }

    @ParameterizedTest
    @CsvSource({
        "/queries, 1",
        "/queries?queries=, 1",
        "/queries?queries=foo, 1",
        "/queries?queries=0, 1",
        "/queries?queries=-3, 1",
        "/queries?queries=20, 20",
        "/queries?queries=501, 500",
        "/queries?queries=99999999999999999999, 500",
        "/updates?queries=x, 1",
        "/updates?queries=20, 20",
        "/updates?queries=501, 500",
        "/cached-queries?count=0, 1",
        "/cached-queries?count=20, 20",
        "/cached-queries?count=501, 500"
    })
    void countsAreClampedToOneToFiveHundredAndBadOnesAreOne(final String path, final int rows) {
        final JsonNode worlds = APP.http().get(path).json();
        assertThat(worlds.isArray()).isTrue();
        assertThat(worlds.size()).isEqualTo(rows);
    }

    @Test
    void updatesAreInTheDatabase() {
        final JsonNode worlds = APP.http().get("/updates?queries=50").json();
        worlds.forEach(world -> assertThat(APP.get(Database.class)
                        .query(
                                "SELECT randomnumber FROM world WHERE id = $1",
                                world.get("id").asInt())
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(numberOf(worlds, world.get("id").asInt())));
    }

    @Test
    void fortunesAreSortedAndEscaped() {
        final TestResponse answer = APP.http().get("/fortunes");
        assertThat(answer.header("Content-Type").orElseThrow()).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(answer.body())
                .startsWith("<!DOCTYPE html>")
                .contains("&lt;script&gt;alert(", "フレームワークのベンチマーク")
                .doesNotContain("<script>")
                .containsSubsequence(
                        "A bad random number generator", "Additional fortune added at request time.", "フレームワーク");
        assertThat(answer.body().split("<tr><td>", -1)).hasSize(14);
    }

    /** Returns the last number of a row, which may be drawn twice. */
    private static int numberOf(final JsonNode worlds, final int id) {
        int number = 0;
        for (final JsonNode world : worlds) {
            if (world.get("id").asInt() == id) {
                number = world.get("randomNumber").asInt();
            }
        }
        return number;
    }
}
