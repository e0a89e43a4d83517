package org.jzenith.docs.cookbook.notifications;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.notification.SqlNotification;

// region class
final class Prices {

    private final Database database;

    @Inject
    Prices(final Database database) {
        this.database = database;
    }

    /** The listeners are notified when the transaction has been committed. */
    Completable set(final String article, final int cents) {
        return database.withTransactionCompletable(tx -> tx.query(
                        """
                        INSERT INTO price VALUES ($1, $2)
                        ON CONFLICT (article) DO UPDATE SET cents = $2""",
                        article,
                        cents)
                .execute()
                .andThen(tx.query("SELECT pg_notify('prices', $1)", article)
                        .execute()));
    }

    /**
     * All prices, and then each that changes; all of them again when a
     * change may have been missed.
     */
    Flowable<Price> live() {
        return database.notifications("prices")
                .concatMap(
                        each -> each instanceof SqlNotification.Received changed
                                ? find(changed.payload()).toFlowable()
                                : all().flattenAsFlowable(prices -> prices));
    }

    private Single<List<Price>> all() {
        return database.query(
                        "SELECT article, cents FROM price ORDER BY article")
                .as(Price.class)
                .list();
    }

    private Maybe<Price> find(final String article) {
        return database.query(
                        "SELECT article, cents FROM price WHERE article = $1",
                        article)
                .as(Price.class)
                .maybe();
    }
}
// endregion
