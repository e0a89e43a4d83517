package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;
import org.jzenith.jobs.JobRunner;
import org.jzenith.sql.Database;

final class OldNamesTest implements SharedExample {

    @Test
    void theJobRemovesNamesThatAreOldEnough() {
        final Database database = APP.get(Database.class);
        final UUID id = UUID.fromString(APP.http()
                .post("/users", Map.of("name", "Ann"))
                .json()
                .get("id")
                .asText());
        database.query(
                        "INSERT INTO user_names (user_id, name, since) VALUES ($1, 'Anna', now() - interval '89 days'),"
                                + " ($1, 'Annette', now() - interval '91 days')",
                        id)
                .execute()
                .blockingAwait();

        APP.get(JobRunner.class).run("remove-old-names").blockingAwait();

        assertThat(database.query("SELECT name FROM user_names WHERE user_id = $1 ORDER BY since", id)
                        .map(row -> row.getString(0))
                        .list()
                        .blockingGet())
                .containsExactly("Anna", "Ann");
    }
}
