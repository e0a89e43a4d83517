package org.jzenith.docs.sites;

import org.jzenith.core.JZenith;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.kafka.KafkaMessagesPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;

/** One application, which runs at two sites under two names. */
final class TwoSites {

    private TwoSites() {}

    // region application
    /** Each site has its own database and consumer, so each gets all orders. */
    static JZenith application(final String site) {
        return JZenith.application()
                .withPlugins(
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create(),
                        MessagesPlugin.create()
                                .consumingMessages(
                                        SiteOrders.ACCEPTED,
                                        site,
                                        Balances.class,
                                        Balances::orderAccepted),
                        SqlMessagesPlugin.create(),
                        KafkaPlugin.create(),
                        KafkaMessagesPlugin.create())
                .withConfiguration("messages.orders.over", "kafka")
                .withConfiguration("kafka.required", false)
                .withModules(binder -> {
                    binder.bind(Site.class).toInstance(new Site(site));
                    binder.bind(SiteOrders.class);
                    binder.bind(Balances.class);
                });
    }
    // endregion
}
