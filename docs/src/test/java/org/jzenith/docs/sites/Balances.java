package org.jzenith.docs.sites;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.messages.Message;
import org.jzenith.messages.sql.Once;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

// region class
/** The sum that each customer has ordered at all sites. */
final class Balances {

    private final Database database;

    @Inject
    Balances(final Database database) {
        this.database = database;
    }

    /** Adds an order of any site, once. */
    Completable orderAccepted(final Message<AcceptedOrder> message) {
        final AcceptedOrder order = message.value();
        return database.withTransactionCompletable(
                tx -> Once.of("balances", message.id())
                        .run(tx, () -> add(tx, order)));
    }

    private static Completable add(
            final SqlTransaction tx, final AcceptedOrder order) {
        return tx.query(
                        """
                        INSERT INTO balance (customer, cents, orders)
                        VALUES ($1, $2, 1)
                        ON CONFLICT (customer) DO UPDATE SET
                        cents = balance.cents + EXCLUDED.cents,
                        orders = balance.orders + 1""",
                        order.customer(),
                        order.cents())
                .execute();
    }
    // endregion

    /** A customer, the sum of the orders, and their number. */
    record Balance(String customer, long cents, long orders) {}

    Single<List<Balance>> all() {
        return database.query("SELECT customer, cents, orders FROM balance ORDER BY customer")
                .as(Balance.class)
                .list();
    }
}
