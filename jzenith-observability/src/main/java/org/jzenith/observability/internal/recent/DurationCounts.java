package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A histogram of durations from 65 µs to 137 s, whose bounds are at most 25 % apart. Has 90 numbers. Safe for use by many threads.
 */
final class DurationCounts {

    private static final int FIRST_POWER = 16;
    private static final int LAST_POWER = 37;
    private static final int PER_POWER = 4;
    private static final int SIZE = (LAST_POWER - FIRST_POWER) * PER_POWER + 2;
    private static final double MEDIAN = 0.5;
    private static final double HIGH = 0.99;
    private static final double HIGHEST = 0.999;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(SIZE);
    private final AtomicLong most = new AtomicLong();

    void record(final long nanos) {
        counts.getAndIncrement(index(nanos));
        if (nanos > most.get()) {
            most.accumulateAndGet(nanos, Math::max);
        }
    }

    /** Adds the counts of another histogram. */
    DurationCounts add(final DurationCounts other) {
        for (int i = 0; i < SIZE; i++) {
            counts.getAndAdd(i, other.counts.get(i));
        }
        most.accumulateAndGet(other.most.get(), Math::max);
        return this;
    }

    long maxNanos() {
        return most.get();
    }

    /** Returns the bound below which this share of the durations is; 0 if there are none. */
    long quantileNanos(final double share) {
        long total = 0;
        for (int i = 0; i < SIZE; i++) {
            total += counts.get(i);
        }
        final long wanted = Math.max(1, (long) Math.ceil(total * share));
        long seen = 0;
        for (int i = 0; i < SIZE && total > 0; i++) {
            seen += counts.get(i);
            if (seen >= wanted) {
                return Math.min(bound(i), most.get());
            }
        }
        return most.get();
    }

    /** Puts the median and the high quantiles, in milliseconds. */
    JsonObject putInto(final JsonObject json) {
        return json.put("p50", DisplayText.millis(quantileNanos(MEDIAN)))
                .put("p99", DisplayText.millis(quantileNanos(HIGH)))
                .put("p999", DisplayText.millis(quantileNanos(HIGHEST)))
                .put("max", DisplayText.millis(maxNanos()));
    }

    private static int index(final long nanos) {
        final int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, nanos));
        if (power < FIRST_POWER) {
            return 0;
        }
        final int quarter = (int) (nanos >>> (power - 2)) & (PER_POWER - 1);
        return Math.min(SIZE - 1, 1 + (power - FIRST_POWER) * PER_POWER + quarter);
    }

    private static long bound(final int index) {
        if (index == 0) {
            return 1L << FIRST_POWER;
        }
        if (index == SIZE - 1) {
            return Long.MAX_VALUE;
        }
        final int power = FIRST_POWER + (index - 1) / PER_POWER;
        return (1L << power) + ((index - 1) % PER_POWER + 1) * (1L << (power - 2));
    }
}
