package org.jzenith.docs.cookbook.jobs;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import org.jzenith.sql.Database;

final class Sessions {

    // region expire
    /** Any number that no other lock of the database has. */
    private static final long LOCK = 4711;

    private final Database database;

    @Inject
    Sessions(final Database database) {
        this.database = database;
    }

    /** Deletes what has expired, unless another instance of the application is just doing so. */
    Completable expire() {
        return database.withTransactionCompletable(tx -> tx.query("SELECT pg_try_advisory_xact_lock($1)", LOCK)
                .map(row -> row.getBoolean(0))
                .single()
                .flatMapCompletable(locked -> locked
                        ? tx.query("DELETE FROM session WHERE expires < now()").execute()
                        : Completable.complete()));
    }
    // endregion
}
