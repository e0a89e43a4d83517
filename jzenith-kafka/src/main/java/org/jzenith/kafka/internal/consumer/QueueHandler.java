package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.util.function.Function;
import org.jzenith.kafka.KafkaRecord;

/** Handles the records of a queue. Belongs to the event loop of the queue. */
interface QueueHandler<V> {

    /**
     * Takes the first record of a queue, and maybe those after it, and handles them one after the other.
     *
     * @return completes when all that it has taken are handled
     */
    Completable handleNext(PartitionQueue<V> queue);

    /** Returns true if the positions of what it has handled are committed. */
    boolean commits();

    /** Ends it when nothing of the queue is in progress. */
    Completable close();

    /** Handles each record by itself. */
    record Plain<V>(Function<? super KafkaRecord<V>, Completable> handler) implements QueueHandler<V> {

        @Override
        public Completable handleNext(final PartitionQueue<V> queue) {
            return queue.handleNext(handler);
        }

        @Override
        public boolean commits() {
            return false;
        }

        @Override
        public Completable close() {
            return Completable.complete();
        }
    }
}
