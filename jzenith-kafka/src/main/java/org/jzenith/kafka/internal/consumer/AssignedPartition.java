package org.jzenith.kafka.internal.consumer;

import org.apache.kafka.common.TopicPartition;

/** A partition that the group gives to this instance. Belongs to the poll thread; other threads may use the volatile fields. */
final class AssignedPartition {

    final TopicPartition key;

    /** True when the listener knows it. */
    boolean started;

    /** True if its position is lost. */
    boolean stopped;

    /** True if the consumer of the library does not fetch it. */
    boolean halted;

    /** True if the listener wants no records. */
    volatile boolean paused;

    /** True from the beginning of its revocation. */
    volatile boolean leaving;

    /** The number of this ownership; 0 if the group has no terms. */
    long term;

    /** The offset after the last record that the listener has got. */
    long given;

    private volatile long committed;

    AssignedPartition(final TopicPartition key) {
        this.key = key;
    }

    /** Returns the position of the group. */
    long committed() {
        return committed;
    }

    /** Notes a position that is stored, on any thread; one before the last is ignored. */
    synchronized void committed(final long next) {
        committed = Math.max(committed, next);
    }

    int number() {
        return key.partition();
    }
}
