package org.jzenith.kafka.internal.consumer;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jzenith.core.vertx.EventLoopContext;

/** Gives the records of a poll thread to the event loop of its listener, and counts those that have not arrived there. */
final class HandOver {

    private static final int MOST_RECORDS = 5_000;
    private static final long MOST_BYTES = 8_388_608;

    private final EventLoopContext loop;
    private final RecordListener listener;
    private final PollSignal signal;
    private final AtomicInteger records = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    HandOver(final EventLoopContext loop, final RecordListener listener, final PollSignal signal) {
        this.loop = loop;
        this.listener = listener;
        this.signal = signal;
    }

    /** Returns the bytes of a record's key, value and headers. */
    static long size(final ConsumerRecord<byte[], byte[]> record) {
        long size = Math.max(0, record.serializedKeySize()) + (long) Math.max(0, record.serializedValueSize());
        for (final Header header : record.headers().toArray()) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }

    /** Returns true if nothing more may be given now. */
    boolean isFull() {
        return records.get() >= MOST_RECORDS || bytes.get() >= MOST_BYTES;
    }

    void give(final AssignedPartition partition, final List<ConsumerRecord<byte[], byte[]>> polled) {
        long sum = 0;
        for (final ConsumerRecord<byte[], byte[]> each : polled) {
            sum += size(each);
        }
        final long size = sum;
        records.addAndGet(polled.size());
        bytes.addAndGet(size);
        loop.runUnlessTerminated(() -> {
            final boolean wasFull = isFull();
            records.addAndGet(-polled.size());
            bytes.addAndGet(-size);
            if (wasFull && !isFull()) {
                signal.wake();
            }
            if (!partition.leaving) {
                listener.received(partition.number(), polled, size);
            }
        });
    }
}
