package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;
import org.jzenith.sql.Database;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestResponse;
import org.jzenith.test.TestStream;

final class UserStreamResourceTest implements SharedExample {

    @BeforeEach
    void noUsers() {
        APP.get(Database.class).query("DELETE FROM users").execute().blockingAwait();
    }

    private static String create(final String name, final String email) {
        return APP.http()
                .post("/users", Map.of("name", name, "email", email))
                .json()
                .get("id")
                .asText();
    }

    private static String users(final String type) {
        return APP.http().withHeader("Accept", type).get("/users/export").body();
    }

    @Test
    void theClientChoosesHowTheUsersAreListed() {
        final String ann = create("Ann, \"A\"", "a@example.org");
        final String bob = create("Bob", "b@example.org");
        final String annAsJson = "{\"id\":\"" + ann + "\",\"name\":\"Ann, \\\"A\\\"\",\"email\":\"a@example.org\"}";
        final String bobAsJson = "{\"id\":\"" + bob + "\",\"name\":\"Bob\",\"email\":\"b@example.org\"}";
        assertThat(users("*/*")).isEqualTo("[" + annAsJson + "," + bobAsJson + "]");
        assertThat(users("application/x-ndjson")).isEqualTo(annAsJson + "\n" + bobAsJson + "\n");
        assertThat(users("text/csv"))
                .isEqualTo("id,name,email\r\n" + ann + ",\"Ann, \"\"A\"\"\",a@example.org\r\n" + bob
                        + ",Bob,b@example.org\r\n");
        assertThat(users("text/event-stream")).contains("data: " + annAsJson + "\n\ndata: " + bobAsJson + "\n\n");
    }

    /** A few users end with their first page, so they need no chunks. */
    @Test
    void fewUsersAreAnAnswerOfKnownLength() {
        for (int count = 0; count < 3; count++) {
            for (final String type : List.of("application/json", "application/x-ndjson", "text/csv")) {
                final TestResponse answer =
                        APP.http().withHeader("Accept", type).get("/users/export");
                assertThat(answer.header("Content-Length")).as(type).isPresent();
                assertThat(answer.header("Transfer-Encoding")).as(type).isEmpty();
            }
            create("Ann " + count, "a" + count + "@example.org");
        }
    }

    @Test
    void usersAreImportedAsLinesAndAsAnArray() {
        final String lines = "{\"name\":\"Ann\",\"email\":\"a@example.org\"}\n{\"name\":\"Bob\"}\n";
        assertThat(post("application/x-ndjson", lines)).isEqualTo("200 {\"users\":2}");
        assertThat(post("application/json", "[{\"name\":\"Cid\"}]")).isEqualTo("200 {\"users\":1}");
        assertThat(users("text/csv").lines()).hasSize(4);
        assertThat(post("text/csv", "email,name\r\n,\"Eve, \"\"E\"\"\"\r\n")).isEqualTo("200 {\"users\":1}");
        assertThat(users("text/csv")).contains("\"Eve, \"\"E\"\"\"");
        assertThat(post("application/x-ndjson", "{\"name\":\"Dan\"}\n{\"name\":\" \"}\n"))
                .startsWith("400 ")
                .contains("\"[1].name\"");
        assertThat(users("text/csv")).as("what came before the wrong line").contains(",Dan,");
    }

    private static String post(final String type, final String body) {
        final TestResponse answer = APP.http().withHeader("Content-Type", type).post("/users/import", body);
        return answer.status() + " " + answer.body();
    }

    @Test
    void linesAreUsers() {
        create("Ann", "a@example.org");
        create("Bob", "b@example.org");
        try (TestStream<User> users = APP.http().lines("/users/export", User.class)) {
            assertThat(users.remaining()).extracting(User::name).containsExactly("Ann", "Bob");
        }
    }

    @Test
    void changesAreShownWhenTheyHappen() {
        try (TestStream<TestEvent> changes = APP.http().events("/users/changes")) {
            final String id = create("Cid", "c@example.org");
            final TestEvent created = changes.next(event -> isOf(event, "CREATED", id));
            APP.http().put("/users/" + id, Map.of("name", "Cyd"));
            changes.next(event -> isOf(event, "UPDATED", id));
            try (TestStream<TestEvent> again =
                    APP.http().withHeader("Last-Event-ID", created.id()).events("/users/changes")) {
                assertThat(again.next()).as("what a page has missed").matches(event -> isOf(event, "UPDATED", id));
            }
            APP.http().delete("/users/" + id);
            changes.next(event -> isOf(event, "DELETED", id));
        }
    }

    /** Other tests make changes, too. */
    private static boolean isOf(final TestEvent event, final String kind, final String id) {
        return event.json().get("kind").asText().equals(kind)
                && event.json().get("id").asText().equals(id);
    }
}
