package org.jzenith.docs.cookbook.tenants;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.sql.Database;

/** Adds up the invoices of a tenant, for example in a job. */
public final class InvoiceTotals {

    private final Database database;

    @Inject
    InvoiceTotals(final Database database) {
        this.database = database;
    }

    // region total
    Single<Long> total(final String tenant) {
        return database.withTransaction(transaction -> transaction
                .query("SELECT set_config('jzenith.tenant', $1, true)", tenant)
                .execute()
                .andThen(transaction
                        .query("SELECT coalesce(sum(amount), 0) FROM invoice")
                        .map(row -> row.getLong(0))
                        .single()));
    }
    // endregion
}
