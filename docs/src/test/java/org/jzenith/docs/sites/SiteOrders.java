package org.jzenith.docs.sites;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.messages.Topic;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;

/** Accepts orders, which needs only the database of this site. */
final class SiteOrders {

    // region topic
    static final Topic<AcceptedOrder> ACCEPTED =
            Topic.of("orders", AcceptedOrder.class).keyedBy(AcceptedOrder::customer);
    // endregion

    private final Site site;
    private final Database database;
    private final Outbox outbox;

    @Inject
    SiteOrders(final Site site, final Database database, final Outbox outbox) {
        this.site = site;
        this.database = database;
        this.outbox = outbox;
    }

    // region accept
    /**
     * Stores an order, and its event for both sites, which is sent as soon as
     * the topic can be reached.
     */
    Completable accept(final String customer, final long cents) {
        return database.withTransactionCompletable(tx -> tx.query(
                        "INSERT INTO site_order (customer, cents) VALUES ($1, $2)",
                        customer,
                        cents)
                .execute()
                .andThen(outbox.publish(
                        tx,
                        ACCEPTED,
                        new AcceptedOrder(site.name(), customer, cents))));
    }
    // endregion

    Single<Long> accepted() {
        return database.query("SELECT count(*) FROM site_order").as(Long.class).single();
    }
}
