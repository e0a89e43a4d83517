package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The users over HTTP, on any database. */
abstract class UserDatabaseTests extends UserResourceTests {

    private final JZenithExtension app;

    UserDatabaseTests(final JZenithExtension app) {
        super(app);
        this.app = app;
    }

    @BeforeEach
    void noUsers() {
        app.get(Database.class).query("DELETE FROM users").execute().blockingAwait();
    }

    @Test
    void theNamesOfAUserAreKept() {
        final String id = app.http()
                .post("/users", Map.of("name", "Ann"))
                .json()
                .get("id")
                .asText();
        app.http().put("/users/" + id, Map.of("name", "Anna")).expectStatus(200);
        app.http().patch("/users/" + id, "{\"name\":\"Anne\"}").expectStatus(200);
        app.http().patch("/users/" + id, "{\"email\":\"anne@example.org\"}").expectStatus(200);
        assertThat(app.get(Database.class)
                        .query("SELECT name FROM user_names ORDER BY since")
                        .map(row -> row.getString(0))
                        .list()
                        .blockingGet())
                .containsExactly("Ann", "Anna", "Anne");
    }
}
