package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Meters by a value that traffic chooses, such as the name of a job. Beyond the limit of time series, further values share
 * meters. Safe for use by many threads.
 *
 * @param <K> the value
 * @param <M> the meter
 */
final class MeterTable<K, M> {

    private final Map<K, M> known = new ConcurrentHashMap<>();
    private final Counter dropped;
    private final UnaryOperator<K> other;
    private final BooleanSupplier mayAdd;
    private final Function<K, M> maker;

    /** True after the limit was reached. */
    private volatile boolean full;

    /**
     * Creates a table without meters.
     *
     * @param dropped counts the values that get the other meter
     * @param other returns the value whose meter a value gets beyond the limit
     * @param mayAdd takes the time series of one meter from the limit
     * @param maker makes the meter of a value, or of the other one
     */
    MeterTable(
            final Counter dropped,
            final UnaryOperator<K> other,
            final BooleanSupplier mayAdd,
            final Function<K, M> maker) {
        this.dropped = dropped;
        this.other = other;
        this.mayAdd = mayAdd;
        this.maker = maker;
    }

    /** Makes the meter of a value that traffic does not choose, whatever the limit is. */
    void prepare(final K value) {
        known.computeIfAbsent(value, maker);
    }

    /** Returns the meter of a value. */
    M of(final K value) {
        final M present = known.get(value);
        return present == null ? add(value) : present;
    }

    private M add(final K value) {
        final M made = full ? null : tryAdd(value);
        if (made != null) {
            return made;
        }
        dropped.increment();
        return known.computeIfAbsent(other.apply(value), maker);
    }

    private synchronized @Nullable M tryAdd(final K value) {
        final M raced = known.get(value);
        if (raced != null) {
            return raced;
        }
        if (!mayAdd.getAsBoolean()) {
            full = true;
            return null;
        }
        final M made = maker.apply(value);
        known.put(value, made);
        return made;
    }
}
