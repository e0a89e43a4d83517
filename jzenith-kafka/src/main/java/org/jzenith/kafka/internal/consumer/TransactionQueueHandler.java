package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jzenith.kafka.KafkaRecord;
import org.jzenith.kafka.KafkaTransaction;
import org.jzenith.kafka.internal.producer.GroupPositions;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionRunner;

/**
 * Handles records in transactions: those that wait are handled in one, until it is 100 ms old; those of a transaction that was aborted have one
 * each. Belongs to the event loop of the queue.
 */
final class TransactionQueueHandler<V> implements QueueHandler<V> {

    private static final long LATEST_BEGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BiFunction<? super KafkaRecord<V>, ? super KafkaTransaction, Completable> handler;
    private final TransactionRunner transactions;
    private final LongFunction<GroupPositions> positions;

    /** @param positions returns the position of the group before an offset */
    TransactionQueueHandler(
            final BiFunction<? super KafkaRecord<V>, ? super KafkaTransaction, Completable> handler,
            final TransactionRunner transactions,
            final LongFunction<GroupPositions> positions) {
        this.handler = handler;
        this.transactions = transactions;
        this.positions = positions;
    }

    @Override
    public Completable handleNext(final PartitionQueue<V> queue) {
        final AtomicLong next = new AtomicLong();
        return transactions
                .run(
                        transaction -> handle(queue, transaction)
                                .doOnComplete(() -> next.set(queue.afterTaken()))
                                .toSingleDefault(true),
                        () -> positions.apply(next.get()))
                .ignoreElement();
    }

    private Completable handle(final PartitionQueue<V> queue, final KafkaTransaction transaction) {
        final long latest = System.nanoTime() + LATEST_BEGIN_NANOS;
        return Completable.defer(() -> queue.handleNext(record -> handler.apply(record, transaction)))
                .repeatUntil(() -> System.nanoTime() - latest > 0 || !queue.mayTakeMore());
    }

    @Override
    public Completable copy(
            final PartitionQueue<V> queue, final ProducerRecord<byte[], byte[]> copy, final RecordSender sender) {
        return transactions
                .run(transaction -> transaction.send(copy), () -> positions.apply(queue.afterTaken()))
                .ignoreElement();
    }

    @Override
    public boolean commits() {
        return true;
    }

    @Override
    public boolean isUnsettled() {
        return transactions.isUnsettled();
    }

    @Override
    public Completable settle() {
        return transactions.settle();
    }

    @Override
    public Completable close() {
        return transactions.close();
    }
}
