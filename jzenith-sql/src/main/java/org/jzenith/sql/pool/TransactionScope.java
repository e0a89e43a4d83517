package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jzenith.core.log.LogText;
import org.jzenith.core.rx.RxFuture;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction on a leased connection. It ends once: by commit when the work completes, or by rollback when the work fails or
 * its subscriber cancels, whichever comes first. Then the connection is released.
 */
final class TransactionScope {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionScope.class);

    private final Lease lease;
    private final AtomicBoolean ended = new AtomicBoolean();

    TransactionScope(final Lease lease) {
        this.lease = lease;
    }

    /** Begins, runs the work, and ends. */
    <T> Flowable<T> run(final Function<SqlConnection, Future<Void>> begin, final Publisher<T> work) {
        return RxFuture.completable(() -> lease.statement("BEGIN", begin))
                .andThen(work)
                .concatWith(RxFuture.completable(this::commit))
                .onErrorResumeNext((Throwable error) ->
                        RxFuture.completable(this::rollback).onErrorComplete().andThen(Flowable.error(error)))
                .doOnCancel(this::abandon);
    }

    private Future<Void> commit() {
        return ended.compareAndSet(false, true)
                ? lease.statement(
                                "COMMIT", connection -> connection.transaction().commit())
                        .onComplete(done -> lease.end())
                : Future.succeededFuture();
    }

    private Future<Void> rollback() {
        return ended.compareAndSet(false, true)
                ? lease.statement("ROLLBACK", connection -> {
                            final Transaction transaction = connection.transaction();
                            return transaction == null ? Future.<Void>succeededFuture() : transaction.rollback();
                        })
                        .onComplete(done -> lease.end())
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
