package org.jzenith.docs.cookbook.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.SqlClient;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/patch.md. */
final class PatchTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(CustomerResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private final UUID id = UUID.randomUUID();

    @BeforeEach
    void customer() {
        APP.get(SqlClient.class)
                .query("INSERT INTO customer VALUES ($1, 'Ann', 'ann@example.org', 'Prague')", id)
                .execute()
                .blockingAwait();
    }

    private TestResponse patch(final String patch) {
        return patch("application/merge-patch+json", patch);
    }

    private TestResponse patch(final String type, final String patch) {
        return APP.http().withHeader("Content-Type", type).send("PATCH", "/customers/" + id, patch);
    }

    @Test
    void operationsAreAppliedTogetherOrNotAtAll() {
        final String type = "application/json-patch+json";
        final TestResponse changed = patch(
                type,
                "[{\"op\":\"test\",\"path\":\"/city\",\"value\":\"Prague\"},"
                        + "{\"op\":\"replace\",\"path\":\"/city\",\"value\":\"Vienna\"}]");
        assertThat(changed.body()).isEqualTo("{\"name\":\"Ann\",\"email\":\"ann@example.org\",\"city\":\"Vienna\"}");
        final TestResponse conflict = patch(
                type,
                "[{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"Bob\"},"
                        + "{\"op\":\"test\",\"path\":\"/city\",\"value\":\"Prague\"}]");
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.json().get("operation").asInt()).isEqualTo(1);
        assertThat(patch("{}").body()).isEqualTo(changed.body());
    }

    @Test
    void whatThePatchNamesIsChangedAndNullRemoves() {
        final TestResponse answer = patch("{\"city\":\"Vienna\",\"email\":null}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"name\":\"Ann\",\"email\":null,\"city\":\"Vienna\"}");
        assertThat(patch("{}").body()).isEqualTo(answer.body());
    }

    @Test
    void theResultIsValidated() {
        final TestResponse answer = patch("{\"name\":null}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/violations/0/path").asText()).isEqualTo("name");
        assertThat(patch("{}").json().get("name").asText()).isEqualTo("Ann");
    }

    @Test
    void whatMakesNoCustomerIsRefused() {
        assertThat(patch("{\"nam\":\"Bob\"}").json().get("detail").asText())
                .isEqualTo("The field 'nam' is not known here.");
        assertThat(patch("{\"city\":{\"name\":\"Vienna\"}}").status()).isEqualTo(400);
        assertThat(patch("[]").status()).isEqualTo(400);
        assertThat(patch("null").status()).isEqualTo(400);
    }

    @Test
    void anotherCustomerIs404AndAnotherTypeIs415() {
        assertThat(APP.http()
                        .withHeader("Content-Type", "application/merge-patch+json")
                        .send("PATCH", "/customers/" + UUID.randomUUID(), "{}")
                        .status())
                .isEqualTo(404);
        assertThat(APP.http().send("PATCH", "/customers/" + id, "{}").status()).isEqualTo(415);
    }
}
