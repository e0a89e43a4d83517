package org.jzenith.jobs;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a store of leases, by which all instances have the same due times. Between two answers of the store it moves with the JVM's own
 * time, so the clocks of the machines do not matter.
 */
final class StoreClock extends Clock {

    private volatile long offset;

    /** Sets the time of the store between two values of {@link System#nanoTime}. */
    void set(final Instant now, final long asked, final long answered) {
        offset = now.toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(asked + (answered - asked) / 2);
    }

    @Override
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + offset;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(final ZoneId zone) {
        return this;
    }
}
