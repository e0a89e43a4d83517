package org.jzenith.kafka.internal.consumer;

import java.time.Duration;

/** Counts the records of a queue, and stops their delivery when they are too many. Safe for use by many threads. */
final class QueueLoad {

    private final GroupReader reader;
    private final int partition;
    private int records;
    private long bytes;
    private boolean paused;
    private boolean closed;

    /** When the first record that waits became the first. */
    private long firstSince = System.nanoTime();

    QueueLoad(final GroupReader reader, final int partition) {
        this.reader = reader;
        this.partition = partition;
    }

    /**
     * Counts records, and pauses the partition if it has its share.
     *
     * @param mostRecords the share of this partition
     * @param mostBytes the share of this partition
     */
    synchronized void add(final int number, final long size, final int mostRecords, final long mostBytes) {
        if (!closed) {
            firstSince = records == 0 ? System.nanoTime() : firstSince;
            records += number;
            bytes += size;
        }
        if (!paused && !closed && (records >= mostRecords || bytes >= mostBytes)) {
            paused = true;
            reader.pause(partition);
        }
    }

    /** Counts records that are handled, and resumes the partition when half of its share is left. */
    synchronized void remove(final int number, final long size, final int mostRecords, final long mostBytes) {
        if (!closed) {
            firstSince = System.nanoTime();
            records -= number;
            bytes -= size;
        }
        if (paused && !closed && records <= mostRecords / 2 && bytes <= mostBytes / 2) {
            paused = false;
            reader.resume(partition);
        }
    }

    /** Leaves the partition to a later queue. */
    synchronized void close() {
        closed = true;
        records = 0;
        bytes = 0;
    }

    /** Returns how long the same record has been the first; zero if none waits. */
    synchronized Duration ageOfFirst() {
        return records == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - firstSince);
    }

    synchronized int records() {
        return records;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized boolean isPaused() {
        return paused;
    }
}
