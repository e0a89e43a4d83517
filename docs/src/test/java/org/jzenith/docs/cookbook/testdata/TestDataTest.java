package org.jzenith.docs.cookbook.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.patch.CustomerResource;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/test-data.md. */
final class TestDataTest {

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(CustomerResource.class), PostgresqlPlugin.create())
                .withConfiguration("postgresql.migrations.locations", "cookbook/migration");
    }

    // region test
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
                    TestDataTest::application)
            .withOverridingModules(binder -> binder.bind(Customers.class));

    @Inject
    Customers customers;

    @Test
    void aPatchChangesNoOtherCustomer() {
        final UUID ann = customers.customerIn("Prague");
        final UUID bob = customers.customerIn("Brno");
        APP.http()
                .patch("/customers/" + ann, Map.of("city", "Vienna"))
                .expectStatus(200);
        assertThat(customers.cityOf(ann)).isEqualTo("Vienna");
        assertThat(customers.cityOf(bob)).isEqualTo("Brno");
    }
    // endregion

    @Test
    void allCustomersCanBeRemoved() {
        final UUID ann = customers.customerIn("Prague");
        customers.removeAll();
        APP.http().patch("/customers/" + ann, Map.of()).expectStatus(404);
    }
}
