package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The users over HTTP, on any store. */
abstract class UserResourceTests {

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";

    private final JZenithExtension app;

    UserResourceTests(final JZenithExtension app) {
        this.app = app;
    }

    @Test
    void aUserThatWasCreatedCanBeRead() {
        final TestResponse created = app.http().post("/users", Map.of("name", "Ann", "email", "ann@example.org"));
        assertThat(created.status()).isEqualTo(201);

        final String location = created.header("Location").orElseThrow();
        final TestResponse read = app.http().get(location.substring(location.indexOf("/users")));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.as(User.class).name()).isEqualTo("Ann");
    }

    @Test
    void thePagesHaveEachUserOnceInTheOrderOfTheirNames() {
        for (int i = 4; i >= 0; i--) {
            create("user " + i);
        }
        final TestResponse first = app.http().get("/users?limit=2").expectStatus(200);
        assertThat(names(first)).containsExactly("user 0", "user 1");
        final TestResponse second = app.http().get(next(first));
        assertThat(names(second)).containsExactly("user 2", "user 3");
        final TestResponse third = app.http().get(next(second));
        assertThat(names(third)).containsExactly("user 4");
        assertThat(third.header("Link")).isEmpty();
    }

    private static List<String> names(final TestResponse page) {
        return page.asList(User.class).stream().map(User::name).toList();
    }

    private static String next(final TestResponse page) {
        final String link = page.header("Link").orElseThrow();
        return link.substring(link.indexOf("/users"), link.indexOf('>'));
    }

    @Test
    void aPageHasTwentyUsersUnlessAskedOtherwise() {
        for (int i = 0; i < 21; i++) {
            create("user " + i);
        }
        assertThat(names(app.http().get("/users"))).hasSize(20);
    }

    @Test
    void limitAndCursorAreChecked() {
        refused(app.http().get("/users?limit=101"), "query.limit");
        refused(app.http().get("/users?limit=0"), "query.limit");
        app.http()
                .get("/users?after=x")
                .expectStatus(400)
                .expectJson(
                        "/detail",
                        "The query parameter 'after' is not a cursor of this list. Use the link to the next page, unchanged.");
    }

    @Test
    void aUserCanBeChanged() {
        final String id = create("Ann");
        assertThat(app.http().put("/users/" + id, Map.of("name", "Anna")).status())
                .isEqualTo(200);
        assertThat(app.http().get("/users/" + id).as(User.class).name()).isEqualTo("Anna");
    }

    @Test
    void bothKindsOfPatchesChangeAPart() {
        final String id = create("Ann", "ann@example.org");
        patch(id, MERGE_PATCH, "{\"email\":null}").expectStatus(200).expectJson("/email", null);
        patch(id, JSON_PATCH, """
                [{"op":"test","path":"/email","value":null},{"op":"replace","path":"/name","value":"Anna"}]""").expectStatus(200);
        assertThat(app.http().get("/users/" + id).as(User.class))
                .isEqualTo(new User(UUID.fromString(id), "Anna", null));
    }

    @Test
    void aPatchWhoseTestFailsIs409AndChangesNothing() {
        final String id = create("Ann", "ann@example.org");
        patch(id, JSON_PATCH, """
                [{"op":"replace","path":"/name","value":"Bob"},{"op":"test","path":"/email","value":null}]""").expectStatus(409).expectJson("/operation", 1);
        assertThat(app.http().get("/users/" + id).as(User.class).name()).isEqualTo("Ann");
    }

    @Test
    void theResultOfAPatchIsValidatedAndTheIdCannotBeChanged() {
        final String id = create("Ann");
        patch(id, MERGE_PATCH, "{\"name\":\"\"}").expectStatus(400);
        patch(id, JSON_PATCH, "[{\"op\":\"replace\",\"path\":\"/id\",\"value\":\"1\"}]")
                .expectStatus(422);
        patch(id, MERGE_PATCH, "{\"id\":\"1\"}").expectJson("/detail", "Unknown field 'id'.");
    }

    @Test
    void aPatchOfAnotherTypeIs415AndOfAnUnknownUser404() {
        final TestResponse other =
                patch(create("Ann"), "application/json", "{}").expectStatus(415);
        assertThat(other.header("Accept-Patch").orElseThrow().split(", "))
                .containsExactlyInAnyOrder(MERGE_PATCH, JSON_PATCH);
        patch(UUID.randomUUID().toString(), MERGE_PATCH, "{}").expectStatus(404);
    }

    private TestResponse patch(final String id, final String type, final String patch) {
        return app.http().withHeader("Content-Type", type).patch("/users/" + id, patch);
    }

    @Test
    void aDeletedUserIsGone() {
        final String id = create("Ann");
        assertThat(app.http().delete("/users/" + id).status()).isEqualTo(204);
        assertThat(app.http().get("/users/" + id).status()).isEqualTo(404);
        assertThat(app.http().delete("/users/" + id).status()).isEqualTo(404);
    }

    @Test
    void anUnknownUserIs404() {
        final UUID id = UUID.randomUUID();
        final String path = "/users/" + id;
        app.http().get(path).expectStatus(404).expectJson("/detail", "There is no user " + id + ".");
        app.http().put(path, Map.of("name", "Ann")).expectStatus(404);
    }

    @Test
    void aTakenAddressIs409AndLeavesNothingBehind() {
        app.http()
                .post("/users", Map.of("name", "Ann", "email", "a@example.org"))
                .expectStatus(201)
                .asExample("a user");
        app.http()
                .post("/users", Map.of("name", "Bob", "email", "a@example.org"))
                .expectStatus(409)
                .expectJson("/detail", "This e-mail address is taken.")
                .asExample("a taken address");
        assertThat(names(app.http().get("/users"))).containsExactly("Ann");
    }

    @Test
    void aNameHasOneToAHundredCharacters() {
        refused(app.http().post("/users", Map.of("name", " ")), "name");
        refused(app.http().post("/users", Map.of()), "name");
        refused(app.http().post("/users", Map.of("name", "a\u0000b")), "name");
        refused(app.http().post("/users", Map.of("name", "x".repeat(101))), "name");
        assertThat(app.http().post("/users", Map.of("name", "x".repeat(100))).status())
                .isEqualTo(201);
    }

    @Test
    void twoUsersWithoutAddressDoNotConflict() {
        create("Ann");
        create("Bob");
        assertThat(names(app.http().get("/users"))).containsExactly("Ann", "Bob");
    }

    private String create(final String name) {
        return app.http().post("/users", Map.of("name", name)).json().get("id").asText();
    }

    private String create(final String name, final String email) {
        return app.http()
                .post("/users", Map.of("name", name, "email", email))
                .json()
                .get("id")
                .asText();
    }

    private static void refused(final TestResponse answer, final String path) {
        answer.expectStatus(400).expectJson("/violations/0/path", path);
    }
}
