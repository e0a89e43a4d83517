package org.jzenith.sql.pool;

import io.reactivex.Flowable;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jzenith.core.log.LogText;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.observe.DatabaseEvents;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction on a leased connection. It ends once: by commit when the work completes, or by rollback when the work fails or
 * its subscriber cancels, whichever comes first. Then the connection is released.
 */
public final class TransactionScope {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionScope.class);

    private final Lease lease;
    private final DatabaseEvents events;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Prepares a transaction, whose end is the end of the lease. */
    public TransactionScope(final Lease lease, final DatabaseEvents events) {
        this.lease = lease;
        this.events = events;
    }

    /** Begins, runs the work, and ends. */
    public <T> Flowable<T> run(final Function<SqlConnection, Future<Void>> begin, final Publisher<T> work) {
        return RxFuture.completable(() -> statement("BEGIN", begin))
                .andThen(work)
                .concatWith(RxFuture.completable(this::commit))
                .onErrorResumeNext((Throwable error) ->
                        RxFuture.completable(this::rollback).onErrorComplete().andThen(Flowable.error(error)))
                .doOnCancel(this::abandon);
    }

    /** Runs a call of the library that observers see as a statement. */
    private Future<Void> statement(final String sql, final Function<SqlConnection, Future<Void>> work) {
        final DatabaseEvents.Observed observed = events.queued(sql);
        final Future<Void> result = lease.run(sql, observed, open -> work.apply(open.sqlConnection()));
        return observed == null ? result : result.onComplete(observed::done);
    }

    private Future<Void> commit() {
        return end("COMMIT", connection -> connection.transaction().commit());
    }

    private Future<Void> rollback() {
        return end(
                "ROLLBACK",
                connection -> connection.transaction() == null
                        ? Future.succeededFuture()
                        : connection.transaction().rollback());
    }

    private Future<Void> end(final String sql, final Function<SqlConnection, Future<Void>> work) {
        return ended.compareAndSet(false, true)
                ? statement(sql, work).onComplete(done -> lease.end())
                : Future.succeededFuture();
    }

    private void abandon() {
        if (!ended.get()) {
            lease.abandonStatements();
            rollback()
                    .onFailure(error ->
                            LOGGER.debug("An abandoned transaction ended with its connection.", LogText.escape(error)));
        }
    }
}
