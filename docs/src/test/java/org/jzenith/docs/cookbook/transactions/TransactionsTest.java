package org.jzenith.docs.cookbook.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/transactions.md. */
final class TransactionsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> application().withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class)
                                .withMapping(
                                        SoldOutException.class,
                                        409,
                                        "There are not enough pieces."),
                        PostgresqlPlugin.create())
                .withModules(binder -> {
                    binder.bind(Orders.class);
                    binder.bind(Articles.class);
                });
        // endregion
    }

    @BeforeEach
    void articles() {
        final Database database = APP.get(Database.class);
        database.query("DELETE FROM shop_order").execute().blockingAwait();
        database.query("INSERT INTO article VALUES ('tea', 5) ON CONFLICT (id) DO UPDATE SET pieces = 5")
                .execute()
                .blockingAwait();
    }

    private static long orders() {
        return APP.get(Database.class)
                .query("SELECT count(*) FROM shop_order")
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }

    @Test
    void bothServicesWorkInOneTransaction() {
        assertThat(APP.http().post("/orders/tea/2", "").status()).isEqualTo(200);
        assertThat(APP.get(Articles.class).pieces("tea").blockingGet()).isEqualTo(3);
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void whatTheSecondRefusesTheFirstTakesBack() {
        assertThat(APP.http().post("/orders/tea/6", "").status()).isEqualTo(409);
        assertThat(APP.get(Articles.class).pieces("tea").blockingGet()).isEqualTo(5);
        assertThat(orders()).isZero();
    }

    @Test
    void aPartThatFailsLeavesTheRest() {
        APP.get(Database.class)
                .query("INSERT INTO article VALUES ('coffee', 1) ON CONFLICT (id) DO UPDATE SET pieces = 1")
                .execute()
                .blockingAwait();
        assertThat(APP.get(Orders.class)
                        .orderAvailable(List.of("coffee", "tea"), 2)
                        .blockingGet())
                .containsExactly("coffee");
        assertThat(APP.get(Articles.class).pieces("tea").blockingGet()).isEqualTo(3);
        assertThat(APP.get(Articles.class).pieces("coffee").blockingGet()).isEqualTo(1);
        assertThat(orders()).isEqualTo(1);
    }
}
