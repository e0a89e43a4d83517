package org.jzenith.postgresql.connection;

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
 * One transaction on a lent line. It ends once: by commit when the work completes, by rollback when the work fails or
 * its subscriber leaves, whichever comes first; then the line goes back.
 */
final class Scope {

    private static final Logger LOGGER = LoggerFactory.getLogger(Scope.class);

    private final Loan loan;
    private final AtomicBoolean ended = new AtomicBoolean();

    Scope(final Loan loan) {
        this.loan = loan;
    }

    <T> Flowable<T> run(final String settings, final Function<Connections, Publisher<T>> work) {
        return begin(settings)
                .andThen(Flowable.defer(() -> work.apply(Connections.of(loan))))
                .concatWith(RxFuture.completable(this::commit))
                .onErrorResumeNext((Throwable error) ->
                        RxFuture.completable(this::rollback).onErrorComplete().andThen(Flowable.error(error)))
                .doOnCancel(this::abandon);
    }

    private Completable begin(final String settings) {
        return RxFuture.completable(() -> {
            final Future<Transaction> begun = loan.run("BEGIN", connection -> connection.begin());
            return settings.isEmpty()
                    ? begun
                    : Future.all(
                            begun,
                            loan.run(
                                    settings,
                                    connection -> connection.query(settings).execute()));
        });
    }

    private Future<Void> commit() {
        return ended.compareAndSet(false, true)
                ? loan.run("COMMIT", connection -> connection.transaction().commit())
                        .onComplete(done -> loan.end())
                : Future.succeededFuture();
    }

    private Future<Void> rollback() {
        return ended.compareAndSet(false, true)
                ? loan.run("ROLLBACK", connection -> {
                            final Transaction transaction = connection.transaction();
                            return transaction == null ? Future.<Void>succeededFuture() : transaction.rollback();
                        })
                        .onComplete(done -> loan.end())
                : Future.succeededFuture();
    }

    private void abandon() {
        if (!ended.get()) {
            loan.hurry();
            rollback()
                    .onFailure(error ->
                            LOGGER.debug("An abandoned transaction ended with its connection.", LogText.escape(error)));
        }
    }
}
