package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;
import org.jzenith.sql.Database;
import org.jzenith.test.TestResponse;

final class ChangeableUserResourceTest implements SharedExample {

    private static final String MERGE = "application/merge-patch+json";
    private static final String OPERATIONS = "application/json-patch+json";

    private String id;

    @BeforeEach
    void ann() {
        APP.get(Database.class).query("DELETE FROM users").execute().blockingAwait();
        id = APP.http()
                .post("/user", Map.of("name", "Ann", "email", "ann@example.org"))
                .json()
                .get("id")
                .asText();
    }

    private TestResponse patch(final String type, final String patch) {
        return APP.http().withHeader("Content-Type", type).patch("/users/" + id, patch);
    }

    private TestResponse patchIfMatch(final String tag, final String patch) {
        return APP.http().withHeader("If-Match", tag).patch("/users/" + id, patch);
    }

    private List<String> names() {
        return APP.get(Database.class)
                .query("SELECT name FROM user_names WHERE user_id = $1 ORDER BY since", UUID.fromString(id))
                .map(row -> row.getString(0))
                .list()
                .blockingGet();
    }

    @Test
    void bothKindsOfPatchesChangeAPart() {
        patch(MERGE, "{\"email\":null}").expectStatus(200).expectJson("/email", null);
        patch(OPERATIONS, """
                [{"op":"test","path":"/email","value":null},{"op":"replace","path":"/name","value":"Anna"}]""").expectJson("/name", "Anna");
        assertThat(APP.http().get("/user/" + id).as(User.class)).isEqualTo(new User(UUID.fromString(id), "Anna", null));
        assertThat(names()).containsExactly("Ann", "Anna");
    }

    @Test
    void aTestThatFailsIs409AndNothingIsChanged() {
        patch(OPERATIONS, """
                [{"op":"replace","path":"/name","value":"Bob"},{"op":"test","path":"/email","value":null}]""").expectStatus(409).expectJson("/operation", 1);
        assertThat(APP.http().get("/user/" + id).as(User.class).name()).isEqualTo("Ann");
    }

    @Test
    void theResultIsValidatedAndTheIdCannotBeChanged() {
        assertThat(patch(MERGE, "{\"name\":\"\"}").status()).isEqualTo(400);
        assertThat(patch(OPERATIONS, "[{\"op\":\"replace\",\"path\":\"/id\",\"value\":\"1\"}]")
                        .status())
                .isEqualTo(422);
        patch(MERGE, "{\"id\":\"1\"}").expectJson("/detail", "Unknown field 'id'.");
    }

    @Test
    void ifMatchSeesChangesOfOthers() {
        final String tag = APP.http().get("/users/" + id).header("ETag").orElseThrow();
        final TestResponse first = patchIfMatch(tag, "{\"name\":\"Anna\"}");
        assertThat(first.status()).isEqualTo(200);
        patchIfMatch(tag, "{\"name\":\"Anne\"}")
                .expectStatus(412)
                .expectJson("/detail", "The user was changed since. Read it again.");
        assertThat(patchIfMatch(first.header("ETag").orElseThrow(), "{\"name\":\"Anne\"}")
                        .status())
                .isEqualTo(200);
        assertThat(APP.http()
                        .withHeader("If-None-Match", first.header("ETag").orElseThrow())
                        .get("/users/" + id)
                        .status())
                .isEqualTo(200);
        assertThat(patchIfMatch("*", "{}").status()).isEqualTo(200);
    }

    @Test
    void anotherTypeIs415AndAnotherUser404() {
        final TestResponse other = patch("application/json", "{}");
        assertThat(other.status()).isEqualTo(415);
        assertThat(other.header("Accept-Patch").orElseThrow().split(", ")).containsExactlyInAnyOrder(MERGE, OPERATIONS);
        id = UUID.randomUUID().toString();
        assertThat(patch(MERGE, "{}").status()).isEqualTo(404);
    }
}
