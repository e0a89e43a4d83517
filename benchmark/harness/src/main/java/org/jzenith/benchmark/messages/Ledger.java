package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jzenith.messages.sql.Once;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** Adds the amounts of orders, once each. */
@Singleton
final class Ledger {

    private final Database database;
    private final String instance;

    @Inject
    Ledger(final Database database, final OrderSettings settings) {
        this.database = database;
        this.instance = settings.instance();
    }

    /** Writes down the delivery, also of a repeated order, and adds the amount. */
    Completable add(final OrderPlaced order) {
        return database.query(
                        "INSERT INTO delivery (customer, number, instance) VALUES ($1, $2, $3)",
                        order.customer(),
                        order.number(),
                        instance)
                .execute()
                .andThen(database.withTransactionCompletable(
                        tx -> Once.of("ledger", order.customer() + "/" + order.number())
                                .run(tx, () -> add(tx, order))));
    }

    private static Completable add(final SqlTransaction tx, final OrderPlaced order) {
        return tx.query("""
                        UPDATE ledger SET
                            balance = balance + $1,
                            last = $2::bigint,
                            out_of_order = out_of_order + CASE WHEN last = $2::bigint - 1 THEN 0 ELSE 1 END
                        WHERE customer = $3
                        """, order.amount(), order.number(), order.customer()).execute();
    }
}
