package org.jzenith.sql.connection;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.functions.Function;
import io.vertx.core.Future;
import io.vertx.sqlclient.Transaction;
import java.util.concurrent.atomic.AtomicBoolean;
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

    <T> Flowable<T> run(final String settings, final Function<DatabaseConnections, Publisher<T>> work) {
        return begin(settings)
                .andThen(Flowable.defer(() -> work.apply(DatabaseConnections.of(lease))))
                .concatWith(RxFuture.completable(this::commit))
                .onErrorResumeNext((Throwable error) ->
                        RxFuture.completable(this::rollback).onErrorComplete().andThen(Flowable.error(error)))
                .doOnCancel(this::abandon);
    }

    private Completable begin(final String settings) {
        return RxFuture.completable(() -> {
            final Future<Transaction> begun = lease.run("BEGIN", pgConnection -> pgConnection.begin());
            return settings.isEmpty()
                    ? begun
                    : Future.all(
                            begun,
                            lease.run(
                                    settings,
                                    pgConnection -> pgConnection.query(settings).execute()));
        });
    }

    private Future<Void> commit() {
        return ended.compareAndSet(false, true)
                ? lease.run("COMMIT", pgConnection -> pgConnection.transaction().commit())
                        .onComplete(done -> lease.end())
                : Future.succeededFuture();
    }

    private Future<Void> rollback() {
        return ended.compareAndSet(false, true)
                ? lease.run("ROLLBACK", pgConnection -> {
                            final Transaction transaction = pgConnection.transaction();
                            return transaction == null ? Future.<Void>succeededFuture() : transaction.rollback();
                        })
                        .onComplete(done -> lease.end())
                : Future.succeededFuture();
    }

    private void abandon() {
        if (!ended.get()) {
            lease.shortenDeadline();
            rollback()
                    .onFailure(error ->
                            LOGGER.debug("An abandoned transaction ended with its connection.", LogText.escape(error)));
        }
    }
}
