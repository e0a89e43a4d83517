package org.jzenith.docs.cookbook.mail;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import org.jzenith.messages.Message;
import org.jzenith.messages.sql.Once;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

// region class
final class OrderCounts {

    private final Database database;

    @Inject
    OrderCounts(final Database database) {
        this.database = database;
    }

    Completable orderPlaced(final Message<OrderPlaced> message) {
        return database.withTransactionCompletable(
                tx -> Once.of("count", message.id()).run(tx, () -> count(tx)));
    }

    private static Completable count(final SqlTransaction tx) {
        return tx.query("UPDATE order_count SET orders = orders + 1").execute();
    }
}
// endregion
