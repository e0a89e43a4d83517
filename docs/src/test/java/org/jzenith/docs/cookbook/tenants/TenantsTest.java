package org.jzenith.docs.cookbook.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.Jobs;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.sql.error.MissingIdentityException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The code of docs/cookbook/two-tenants.md. */
final class TenantsTest {

    // region test
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application());

    @Test
    void tenantsSeeTheirOwnInvoices() {
        final JZenithHttp acme = APP.http().as("ann", Map.of("tenant", "acme"));
        final JZenithHttp wayne = APP.http().as("bob", Map.of("tenant", "wayne"));
        acme.post("/invoices", Map.of("amount", 5)).expectStatus(200);
        acme.get("/invoices").expectStatus(200).expectJson("/0/amount", 5);
        assertThat(wayne.get("/invoices").body()).isEqualTo("[]");
    }
    // endregion

    private static JZenith application(final String... args) {
        final JZenith application = recipe(args)
                .withPlugins(Jobs.of(
                        Jobs.every(
                                Duration.ofHours(1),
                                "totals",
                                InvoiceTotals.class,
                                totals -> totals.total("stark").ignoreElement()),
                        Jobs.every(
                                Duration.ofHours(1),
                                "as-nobody",
                                InvoiceTotals.class,
                                totals -> totals.sum().ignoreElement())))
                .withModules(binder -> binder.bind(InvoiceTotals.class))
                .withConfiguration("postgresql.migrations.locations", "cookbook/tenants/migration");
        final Properties settings = new Properties();
        try (InputStream file = TenantsTest.class.getResourceAsStream("/cookbook/tenants/tenants.properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        settings.forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
        return application;
    }

    private static JZenith recipe(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(InvoiceResource.class),
                        PostgresqlPlugin.create(),
                        SecurityPlugin.create(),
                        JwtPlugin.create());
        // endregion
    }

    @Test
    void usersWithoutATenantSeeAndAddNothing() {
        APP.http()
                .as("ann", Map.of("tenant", "umbrella"))
                .post("/invoices", Map.of("amount", 7))
                .expectStatus(200);
        final JZenithHttp nobody = APP.http().as("eve");
        assertThat(nobody.get("/invoices").body()).isEqualTo("[]");
        nobody.post("/invoices", Map.of("amount", 5)).expectStatus(500);
        APP.http().get("/invoices").expectStatus(401);
    }

    @Test
    void jobsRunAsTheirTenant() {
        APP.http()
                .as("ann", Map.of("tenant", "stark"))
                .post("/invoices", Map.of("amount", 8))
                .expectStatus(200);
        final InvoiceTotals totals = APP.get(InvoiceTotals.class);
        assertThat(totals.total("stark").blockingGet()).isEqualTo(8);
        assertThat(totals.total("other").blockingGet()).isZero();
        final JobRunner jobs = APP.get(JobRunner.class);
        jobs.run("totals").blockingAwait();
        assertThatThrownBy(() -> jobs.run("as-nobody").blockingAwait())
                .isInstanceOf(MissingIdentityException.class)
                .hasMessageContaining("the job 'as-nobody' runs without an identity")
                .hasMessageContaining("runAs(..)");
    }
}
