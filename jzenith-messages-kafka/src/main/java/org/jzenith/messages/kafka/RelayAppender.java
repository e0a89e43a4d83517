package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jzenith.core.lease.Term;
import org.jzenith.kafka.internal.producer.TransactionRunner;

/**
 * Stores the messages of a relay, each list in a transaction. All owners of the relay's lease use the same transactional id. When a new
 * owner starts, the brokers therefore refuse the producers of earlier owners, even after a frozen process continues. A starting relay then
 * reads the highest term, so that an earlier owner that starts again stores nothing. Safe for use by many threads.
 */
final class RelayAppender {

    private static final long NONE = Long.MIN_VALUE;

    private final RelayFence fence;
    private final TransactionRunner transactions;

    /** The term that was stored with the last transaction; none after a failed one, because the next transaction has a new producer. */
    private volatile long stored = NONE;

    RelayAppender(final RelayFence fence, final TransactionRunner transactions) {
        this.fence = fence;
        this.transactions = transactions;
    }

    /** Stores all records or none. */
    Completable append(final List<ProducerRecord<byte[], byte[]>> records, final Term term) {
        return requireIfNew(term)
                .andThen(Single.defer(() -> {
                    final AtomicBoolean isNew = new AtomicBoolean();
                    return transactions.run(
                            open -> {
                                isNew.set(isNew(term));
                                return requireIfNew(term)
                                        .andThen(open.send(records))
                                        .toSingleDefault(term);
                            },
                            () -> isNew.get() ? fence.positions(term) : null);
                }))
                .doOnSuccess(done -> stored = term.number())
                .doOnError(error -> stored = NONE)
                .doOnDispose(() -> stored = NONE)
                .onErrorResumeNext(error ->
                        isFenced(error) ? fence.require(term).andThen(Single.error(error)) : Single.error(error))
                .ignoreElement();
    }

    private boolean isNew(final Term term) {
        return stored != term.number();
    }

    /** Checks the term before the transaction starts, too, because the start of an old relay's producer would fence the new relay. */
    private Completable requireIfNew(final Term term) {
        return Completable.defer(() -> isNew(term) ? fence.require(term) : Completable.complete());
    }

    private static boolean isFenced(final Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof ProducerFencedException || each instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    Completable close() {
        return transactions.close();
    }
}
