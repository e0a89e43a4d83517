package org.jzenith.docs.cookbook.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.docs.cookbook.SecondInstance;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** The code of docs/cookbook/notifications.md. */
final class NotificationsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> application().withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(PriceResource.class),
                        PostgresqlPlugin.create())
                .withModules(binder -> binder.bind(Prices.class));
        // endregion
    }

    private static void set(final String article, final int cents) {
        APP.http().put("/prices/" + article + "/" + cents, "").expectStatus(204);
    }

    @Test
    void eachBrowserGetsAllPricesAndThenTheChangesOfAllInstances() {
        set("tea", 250);
        final RunningApplication other =
                SecondInstance.of(APP, application().withConfiguration("postgresql.migrations.enabled", false));
        try (TestStream<TestEvent> prices = APP.http().events("/prices")) {
            assertThat(prices.next().as(Price.class)).isEqualTo(new Price("tea", 250));
            other.get(Prices.class).set("coffee", 300).blockingAwait();
            assertThat(prices.next().as(Price.class)).isEqualTo(new Price("coffee", 300));
            set("tea", 200);
            assertThat(prices.next().as(Price.class)).isEqualTo(new Price("tea", 200));
        } finally {
            other.stop();
        }
    }

    @Test
    void afterAnOutageOfTheConnectionTheyGetAllPricesAgain() {
        set("tea", 250);
        set("coffee", 300);
        try (TestStream<TestEvent> prices = APP.http().events("/prices")) {
            prices.next(2);
            APP.get(Database.class)
                    .query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \"prices\"'"
                            + " AND datname = current_database()")
                    .list()
                    .ignoreElement()
                    .blockingAwait();
            assertThat(prices.next(2).stream().map(event -> event.as(Price.class)))
                    .containsExactly(new Price("coffee", 300), new Price("tea", 250));
        }
    }
}
