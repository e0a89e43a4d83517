package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import java.util.function.Function;
import org.jzenith.kafka.KafkaRecord;

/** Handles the records of a lane. Belongs to the event loop of the lane. */
interface LaneHandler<V> {

    /**
     * Takes the first record of a lane, and maybe those after it, and handles them one after the other.
     *
     * @return completes when all that it has taken are handled
     */
    Completable handleNext(PartitionLane<V> lane);

    /** Returns true if the positions of what it has handled are committed. */
    boolean commits();

    /** Ends it when nothing of the lane is in progress. */
    Completable close();

    /** Handles each record by itself. */
    record Plain<V>(Function<? super KafkaRecord<V>, Completable> handler) implements LaneHandler<V> {

        @Override
        public Completable handleNext(final PartitionLane<V> lane) {
            return lane.handleNext(handler);
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
