package org.jzenith.kafka.internal.consumer;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record of a run that is in progress or has failed. Belongs to the event loop of its queue. */
final class HandledRecord {

    final ConsumerRecord<byte[], byte[]> record;
    final long size;

    /** The number of runs that have failed. */
    int failures;

    /** The error of the last one; null if none has failed. */
    @Nullable
    Throwable error;

    HandledRecord(final ConsumerRecord<byte[], byte[]> record) {
        this.record = record;
        this.size = HandOver.size(record);
    }

    /** Returns its place, for logs. */
    @Override
    public String toString() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
