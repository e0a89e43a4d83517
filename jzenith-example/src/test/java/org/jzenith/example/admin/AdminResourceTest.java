package org.jzenith.example.admin;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;

// region class
final class AdminResourceTest implements SharedExample {

    @Test
    void anAdminSeesTheNamesThatUsersHad() {
        final String id = APP.http()
                .post("/users", Map.of("name", "Ann"))
                .expectStatus(201)
                .json()
                .get("id")
                .asText();
        APP.http()
                .put("/users/" + id, Map.of("name", "Anna"))
                .expectStatus(200);
        APP.http()
                .as("ann", "admin")
                .get("/admin/names")
                .expectStatus(200)
                .expectJson("/0/name", "Anna")
                .expectJson("/1/name", "Ann")
                .expectJson("/1/user", id);
    }
    // endregion

    @Test
    void othersMayNotSeeThem() {
        APP.http().get("/admin/names").expectStatus(401);
        APP.http().as("bob").get("/admin/names").expectStatus(403);
        APP.http().as("bob", "clerk").get("/admin/names").expectStatus(403);
    }
}
