package org.jzenith.docs.cookbook.jobs;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import org.jzenith.core.lease.Term;
import org.jzenith.sql.Database;

final class Sessions {

    // region expire
    private final Database database;

    @Inject
    Sessions(final Database database) {
        this.database = database;
    }

    Completable expire(final Term term) {
        return database.withTransactionCompletable(tx -> tx.requireTerm(term)
                .andThen(tx.query("DELETE FROM session WHERE expires < now()")
                        .execute()));
    }
    // endregion
}
