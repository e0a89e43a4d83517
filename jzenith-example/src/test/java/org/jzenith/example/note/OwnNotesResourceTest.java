package org.jzenith.example.note;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;

/** The notes of several users. */
final class OwnNotesResourceTest implements SharedExample {

    private static String create(final String user, final String text) {
        return APP.http()
                .as(user)
                .post("/notes", Map.of("text", text))
                .expectStatus(200)
                .expectJson("/text", text)
                .json()
                .get("id")
                .asText();
    }

    private static String notesOf(final String user) {
        return APP.http().as(user).get("/notes").expectStatus(200).body();
    }

    @Test
    void usersSeeTheirOwnNotes() {
        create("ann", "milk");
        create("bob", "bread");
        assertThat(notesOf("ann")).contains("milk").doesNotContain("bread");
        assertThat(notesOf("bob")).contains("bread").doesNotContain("milk");
        assertThat(notesOf("cem")).isEqualTo("[]");
    }

    @Test
    void adminsDoNotSeeNotesOfOthers() {
        create("ann", "secret");
        assertThat(APP.http().as("dora", "admin").get("/notes").body()).isEqualTo("[]");
    }

    @Test
    void aNoteOfAnotherUserCannotBeDeleted() {
        final String id = create("ann", "eggs");
        APP.http()
                .as("bob")
                .delete("/notes/" + id)
                .expectStatus(404)
                .expectJson("/detail", "You have no note " + id + ".");
        assertThat(notesOf("ann")).contains("eggs");
        APP.http().as("ann").delete("/notes/" + id).expectStatus(204);
        assertThat(notesOf("ann")).doesNotContain("eggs");
    }

    @Test
    void clientsWithoutCredentialsSeeNoNotes() {
        APP.http().get("/notes").expectStatus(401);
        APP.http().post("/notes", Map.of("text", "x")).expectStatus(401);
    }

    @Test
    void aNoteHasText() {
        APP.http().as("ann").post("/notes", Map.of("text", " ")).expectStatus(400);
        APP.http().as("ann").post("/notes", Map.of("text", "a\u0000b")).expectStatus(400);
    }
}
