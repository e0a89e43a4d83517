package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.lease.Term;
import org.jzenith.sql.Database;

/** The job of one instance: writes with its token, eight times in a run, so that a fault strikes between reading the token and writing. */
@Singleton
final class Turns {

    private static final int WRITES = 8;
    private static final long PAUSE_MILLIS = 100;

    private final Database database;
    private final String instance;

    @Inject
    Turns(final Database database, final OrderSettings settings) {
        this.database = database;
        this.instance = settings.instance();
    }

    /** Writes for most of a second. */
    Completable write(final Term term) {
        return Flowable.intervalRange(0, WRITES, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                .onBackpressureBuffer()
                .concatMapCompletable(i -> database.withTransactionCompletable(tx -> tx.requireTerm(term)
                        .andThen(tx.query("INSERT INTO turn (term, instance) VALUES ($1, $2)", term.number(), instance)
                                .execute())));
    }
}
