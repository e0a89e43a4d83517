package org.jzenith.kafka.internal.producer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.kafka.error.KafkaOverloadedException;

/** Counts the records that have been subscribed to and have no result yet, in sum for all producers. */
final class SendLimits {

    /** The approximate memory of a record besides its bytes. */
    private static final int OVERHEAD = 200;

    private final int mostRecords;
    private final DataSize mostBytes;
    private final AtomicInteger records = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    SendLimits(final int mostRecords, final DataSize mostBytes) {
        this.mostRecords = mostRecords;
        this.mostBytes = mostBytes;
    }

    static int sizeOf(final ProducerRecord<byte[], byte[]> record) {
        int size = OVERHEAD + length(record.key()) + length(record.value());
        for (final Header header : record.headers()) {
            size += header.key().length() + length(header.value());
        }
        return size;
    }

    private static int length(final byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** Returns why a record cannot be sent; null if it is counted from now on. One that is alone may have any size. */
    @Nullable
    KafkaOverloadedException acquire(final int size) {
        if (records.incrementAndGet() > mostRecords) {
            records.decrementAndGet();
            return new KafkaOverloadedException(
                    "As many records are being sent as kafka.max-sends allows (" + mostRecords + ").");
        }
        final long sum = bytes.addAndGet(size);
        if (sum > mostBytes.bytes() && sum > size) {
            release(size);
            return new KafkaOverloadedException(
                    "The records being sent are as large as kafka.max-send-size allows (" + mostBytes + ").");
        }
        return null;
    }

    /** Divides records into parts that take at most half of the limits, or are one record. */
    List<List<ProducerRecord<byte[], byte[]>>> parts(final List<ProducerRecord<byte[], byte[]>> all) {
        final List<List<ProducerRecord<byte[], byte[]>>> parts = new ArrayList<>();
        int from = 0;
        long size = 0;
        for (int i = 0; i < all.size(); i++) {
            size += sizeOf(all.get(i));
            if (i > from && (i - from >= mostRecords / 2 || size > mostBytes.bytes() / 2)) {
                parts.add(all.subList(from, i));
                from = i;
                size = sizeOf(all.get(i));
            }
        }
        parts.add(all.subList(from, all.size()));
        return parts;
    }

    void release(final int size) {
        records.decrementAndGet();
        bytes.addAndGet(-size);
    }

    int records() {
        return records.get();
    }

    int mostRecords() {
        return mostRecords;
    }

    long bytes() {
        return bytes.get();
    }

    long mostBytes() {
        return mostBytes.bytes();
    }
}
