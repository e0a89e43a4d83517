package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.ExampleApplication;
import org.jzenith.sql.SqlClient;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

final class UserResourceTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application());

    @BeforeEach
    void noUsers() {
        APP.get(SqlClient.class).query("DELETE FROM users").execute().blockingAwait();
    }

    @Test
    void aUserThatWasCreatedCanBeRead() {
        final TestResponse created = APP.http().post("/user", Map.of("name", "Ann", "email", "ann@example.org"));
        assertThat(created.status()).isEqualTo(201);

        final String location = created.header("Location").orElseThrow();
        final TestResponse read = APP.http().get(location.substring(location.indexOf("/user")));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.as(User.class).name()).isEqualTo("Ann");
    }

    @Test
    void aPageTellsWhereItStandsInTheWhole() {
        for (int i = 0; i < 5; i++) {
            create("user " + i);
        }
        final JsonNode page = APP.http().get("/user?offset=1&limit=2").json();
        assertThat(page.get("offset").asInt()).isEqualTo(1);
        assertThat(page.get("limit").asInt()).isEqualTo(2);
        assertThat(page.get("totalElements").asInt()).isEqualTo(5);
        assertThat(page.get("elements").findValuesAsText("name")).containsExactly("user 1", "user 2");
    }

    @Test
    void aPageHasTwentyElementsUnlessAskedOtherwise() {
        assertThat(APP.http().get("/user").json().get("limit").asInt()).isEqualTo(20);
    }

    @Test
    void offsetAndLimitHaveBounds() {
        assertThat(violated(APP.http().get("/user?limit=101"))).isEqualTo("query.limit");
        assertThat(violated(APP.http().get("/user?limit=0"))).isEqualTo("query.limit");
        assertThat(violated(APP.http().get("/user?offset=-1"))).isEqualTo("query.offset");
    }

    @Test
    void aUserCanBeChangedAndTheOldNameIsKept() {
        final String id = create("Ann");
        assertThat(APP.http().put("/user/" + id, Map.of("name", "Anna")).status())
                .isEqualTo(200);
        assertThat(APP.http().get("/user/" + id).as(User.class).name()).isEqualTo("Anna");
        assertThat(APP.get(SqlClient.class)
                        .query("SELECT name FROM user_names WHERE user_id = $1 ORDER BY since", UUID.fromString(id))
                        .map(row -> row.getString(0))
                        .list()
                        .blockingGet())
                .containsExactly("Ann", "Anna");
    }

    @Test
    void aDeletedUserIsGone() {
        final String id = create("Ann");
        assertThat(APP.http().delete("/user/" + id).status()).isEqualTo(204);
        assertThat(APP.http().get("/user/" + id).status()).isEqualTo(404);
        assertThat(APP.http().delete("/user/" + id).status()).isEqualTo(404);
    }

    @Test
    void anUnknownUserIs404() {
        final UUID id = UUID.randomUUID();
        final String path = "/user/" + id;
        assertThat(APP.http().get(path).json().get("detail").asText()).isEqualTo("There is no user " + id + ".");
        assertThat(APP.http().get(path).status()).isEqualTo(404);
        assertThat(APP.http().put(path, Map.of("name", "Ann")).status()).isEqualTo(404);
    }

    @Test
    void aTakenAddressIs409AndLeavesNothingBehind() {
        assertThat(APP.http()
                        .post("/user", Map.of("name", "Ann", "email", "a@example.org"))
                        .status())
                .isEqualTo(201);
        final TestResponse second = APP.http().post("/user", Map.of("name", "Bob", "email", "a@example.org"));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.json().get("detail").asText()).isEqualTo("This e-mail address is taken.");
        assertThat(APP.http().get("/user").json().get("totalElements").asInt()).isEqualTo(1);
    }

    @Test
    void aNameHasOneToAHundredCharacters() {
        assertThat(violated(APP.http().post("/user", Map.of("name", " ")))).isEqualTo("name");
        assertThat(violated(APP.http().post("/user", Map.of()))).isEqualTo("name");
        assertThat(violated(APP.http().post("/user", Map.of("name", "a\u0000b"))))
                .isEqualTo("name");
        assertThat(violated(APP.http().post("/user", Map.of("name", "x".repeat(101)))))
                .isEqualTo("name");
        assertThat(APP.http().post("/user", Map.of("name", "x".repeat(100))).status())
                .isEqualTo(201);
    }

    @Test
    void twoUsersWithoutAddressDoNotConflict() {
        create("Ann");
        create("Bob");
        assertThat(APP.http().get("/user").json().get("totalElements").asInt()).isEqualTo(2);
    }

    private static String create(final String name) {
        return APP.http().post("/user", Map.of("name", name)).json().get("id").asText();
    }

    private static String violated(final TestResponse answer) {
        assertThat(answer.status()).isEqualTo(400);
        return answer.json().get("violations").get(0).get("path").asText();
    }
}
