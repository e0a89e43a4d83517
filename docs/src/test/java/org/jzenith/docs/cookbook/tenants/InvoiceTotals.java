package org.jzenith.docs.cookbook.tenants;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.core.context.Identity;
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
        return Identity.of("totals", "job")
                .withAttribute("tenant", tenant)
                .runAs(sum());
    }
    // endregion

    Single<Long> sum() {
        return database.query("SELECT coalesce(sum(amount), 0) FROM invoice")
                .as(Long.class)
                .single();
    }
}
