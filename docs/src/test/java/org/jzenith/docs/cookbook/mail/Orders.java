package org.jzenith.docs.cookbook.mail;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.messages.Topic;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;

final class Orders {

    // region topic
    static final Topic<OrderPlaced> PLACED =
            Topic.of("orders", OrderPlaced.class).keyedBy(OrderPlaced::customer);
    // endregion

    private final Database database;
    private final Outbox outbox;

    @Inject
    Orders(final Database database, final Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    // region place
    /** Stores an order; the message is sent if the transaction commits. */
    Single<Long> place(final String customer, final String email) {
        return database.withTransaction(tx -> tx.query(
                        """
                        INSERT INTO customer_order (customer) VALUES ($1)
                        RETURNING id""",
                        customer)
                .map(row -> row.getLong("id"))
                .single()
                .flatMap(id -> outbox.publish(
                                tx, PLACED, new OrderPlaced(id, customer, email))
                        .toSingleDefault(id)));
    }
    // endregion
}
