package org.jzenith.docs.cookbook.patch;

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

/** The code of docs/cookbook/patch.md. */
final class PatchTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(CustomerResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private final UUID id = UUID.randomUUID();

    @BeforeEach
    void customer() {
        APP.get(Database.class)
                .query("INSERT INTO customer VALUES ($1, 'Ann', 'ann@example.org', 'Prague')", id)
                .execute()
                .blockingAwait();
    }

    private TestResponse patch(final Object patch) {
        return APP.http().patch("/customers/" + id, patch);
    }

    @Test
    void operationsAreAppliedTogetherOrNotAtAll() {
        final TestResponse changed = patch("""
                [{"op":"test","path":"/city","value":"Prague"},{"op":"replace","path":"/city","value":"Vienna"}]""");
        assertThat(changed.expectStatus(200).json().get("city").asText()).isEqualTo("Vienna");
        final TestResponse conflict = patch("""
                [{"op":"replace","path":"/name","value":"Bob"},{"op":"test","path":"/city","value":"Prague"}]""");
        assertThat(conflict.expectStatus(409).json().get("operation").asInt()).isEqualTo(1);
        assertThat(patch(Map.of()).body()).isEqualTo(changed.body());
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
        assertThat(patch("{\"nam\":\"Bob\"}").json().get("detail").asText()).isEqualTo("Unknown field 'nam'.");
        assertThat(patch("{\"city\":{\"name\":\"Vienna\"}}").status()).isEqualTo(400);
        patchAs("application/merge-patch+json", "[]").expectStatus(400);
        assertThat(patch("null").status()).isEqualTo(400);
    }

    @Test
    void anotherCustomerIs404AndAnotherTypeIs415() {
        APP.http().patch("/customers/" + UUID.randomUUID(), Map.of()).expectStatus(404);
        patchAs("application/json", "{}").expectStatus(415);
    }

    private TestResponse patchAs(final String type, final String patch) {
        return APP.http().withHeader("Content-Type", type).patch("/customers/" + id, patch);
    }
}
