package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jzenith.kafka.KafkaRecord;
import org.jzenith.kafka.internal.producer.RecordSender;

/** Handles the records of a queue. Belongs to the event loop of the queue. */
interface QueueHandler<V> {

    /**
     * Takes the first record of a queue, and maybe those after it, and handles them one after the other.
     *
     * @return completes when all that it has taken are handled
     */
    Completable handleNext(PartitionQueue<V> queue);

    /**
     * Sends a copy of the record that the queue has taken instead of handling it, and commits the position after it if this handler commits.
     *
     * @param sender for handlers that do not commit
     */
    default Completable copy(
            final PartitionQueue<V> queue, final ProducerRecord<byte[], byte[]> copy, final RecordSender sender) {
        return sender.send(copy).ignoreElement();
    }

    /** Returns true if a run has failed whose position may have been committed; {@link #settle} makes that certain. */
    default boolean isUnsettled() {
        return false;
    }

    /** Completes when the position is final. */
    default Completable settle() {
        return Completable.complete();
    }

    /** Returns true if the positions of what it has handled are committed. */
    default boolean commits() {
        return false;
    }

    /** Ends it when nothing of the queue is in progress. */
    default Completable close() {
        return Completable.complete();
    }

    /** Handles each record by itself. */
    record Plain<V>(Function<? super KafkaRecord<V>, Completable> handler) implements QueueHandler<V> {

        @Override
        public Completable handleNext(final PartitionQueue<V> queue) {
            return queue.handleNext(handler);
        }
    }

    /** Handles the records that wait in batches. */
    record Batches<V>(Function<? super List<KafkaRecord<V>>, Completable> handler) implements QueueHandler<V> {

        @Override
        public Completable handleNext(final PartitionQueue<V> queue) {
            return queue.handleBatch(handler);
        }
    }
}
