package org.jzenith.docs.cookbook.locking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/optimistic-locking.md. */
final class OptimisticLockingTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(ContractResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private final UUID id = UUID.randomUUID();

    @BeforeEach
    void contract() {
        APP.get(Database.class)
                .query("INSERT INTO contract (id, title) VALUES ($1, 'Lease')", id)
                .execute()
                .blockingAwait();
    }

    private TestResponse put(final String seen, final String title) {
        return APP.http().withHeader("If-Match", seen).put("/contracts/" + id, Map.of("title", title));
    }

    @Test
    void theSecondOfTwoChangesIsRefused() {
        final String seen = APP.http()
                .get("/contracts/" + id)
                .expectStatus(200)
                .header("ETag")
                .orElseThrow();
        final TestResponse first = put(seen, "Lease of a garage").expectStatus(200);
        put(seen, "Lease of a flat").expectStatus(412);
        put(first.header("ETag").orElseThrow(), "Lease of a barn").expectStatus(200);
    }

    @Test
    void aRequestWithoutTheTagIs428AndAnUnknownContractIs404() {
        APP.http()
                .put("/contracts/" + id, Map.of("title", "Lease of a flat"))
                .expectStatus(428)
                .expectJson("/detail", "This change needs the version that you have read. Send its ETag in If-Match.");
        put("W/\"1\"", "Lease of a flat").expectStatus(412);
        put("\"other\"", "Lease of a flat").expectStatus(412);
        put("1", "Lease of a flat").expectStatus(400);
        APP.http()
                .withHeader("If-Match", "\"1\"")
                .put("/contracts/" + UUID.randomUUID(), Map.of("title", "Lease"))
                .expectStatus(404);
        assertThat(APP.http().get("/contracts/" + id).body()).isEqualTo("{\"title\":\"Lease\"}");
        put("*", "Lease of a flat").expectStatus(200);
    }

    @Test
    void aContractThatOthersHaveChangedIsNotDeleted() {
        put("\"1\"", "Lease of a garage").expectStatus(200);
        APP.http().withHeader("If-Match", "\"1\"").delete("/contracts/" + id).expectStatus(412);
        APP.http().withHeader("If-Match", "\"2\"").delete("/contracts/" + id).expectStatus(204);
        APP.http().get("/contracts/" + id).expectStatus(404);
    }
}
