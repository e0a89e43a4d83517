package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

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
        APP.http()
                .get("/user?offset=1&limit=2")
                .expectStatus(200)
                .expectJson("/offset", 1)
                .expectJson("/limit", 2)
                .expectJson("/totalElements", 5)
                .expectJson("/elements/0/name", "user 1")
                .expectJson("/elements/1/name", "user 2");
    }

    @Test
    void aPageHasTwentyElementsUnlessAskedOtherwise() {
        APP.http().get("/user").expectJson("/limit", 20);
    }

    @Test
    void offsetAndLimitHaveBounds() {
        refused(APP.http().get("/user?limit=101"), "query.limit");
        refused(APP.http().get("/user?limit=0"), "query.limit");
        refused(APP.http().get("/user?offset=-1"), "query.offset");
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
        APP.http().get(path).expectStatus(404).expectJson("/detail", "There is no user " + id + ".");
        APP.http().put(path, Map.of("name", "Ann")).expectStatus(404);
    }

    @Test
    void aTakenAddressIs409AndLeavesNothingBehind() {
        APP.http()
                .post("/user", Map.of("name", "Ann", "email", "a@example.org"))
                .expectStatus(201);
        APP.http()
                .post("/user", Map.of("name", "Bob", "email", "a@example.org"))
                .expectStatus(409)
                .expectJson("/detail", "This e-mail address is taken.");
        APP.http().get("/user").expectJson("/totalElements", 1);
    }

    @Test
    void aNameHasOneToAHundredCharacters() {
        refused(APP.http().post("/user", Map.of("name", " ")), "name");
        refused(APP.http().post("/user", Map.of()), "name");
        refused(APP.http().post("/user", Map.of("name", "a\u0000b")), "name");
        refused(APP.http().post("/user", Map.of("name", "x".repeat(101))), "name");
        assertThat(APP.http().post("/user", Map.of("name", "x".repeat(100))).status())
                .isEqualTo(201);
    }

    @Test
    void twoUsersWithoutAddressDoNotConflict() {
        create("Ann");
        create("Bob");
        APP.http().get("/user").expectJson("/totalElements", 2);
    }

    private static String create(final String name) {
        return APP.http().post("/user", Map.of("name", name)).json().get("id").asText();
    }

    private static void refused(final TestResponse answer, final String path) {
        answer.expectStatus(400).expectJson("/violations/0/path", path);
    }
}
