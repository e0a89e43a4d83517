package org.jzenith.docs.cookbook.testdata;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.patch.CustomerResource;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The script of docs/cookbook/test-data.md. */
final class TestScriptTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(CustomerResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration,cookbook/testdata"));

    @Test
    void theCustomerOfTheScriptIsThere() {
        APP.http()
                .patch("/customers/00000000-0000-0000-0000-000000000001", Map.of())
                .expectStatus(200);
    }
}
