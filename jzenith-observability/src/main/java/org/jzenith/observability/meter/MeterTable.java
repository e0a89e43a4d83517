package org.jzenith.observability.meter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Meters by a value that traffic chooses, such as the name of a job. Beyond the limit of time series, all further values share
 * one meter. Safe for use by many threads.
 *
 * @param <M> the meter
 */
final class MeterTable<M> {

    private final Map<String, M> known = new ConcurrentHashMap<>();
    private final Meters meters;
    private final BooleanSupplier mayAdd;
    private final Function<String, M> maker;

    /** True after the limit was reached. */
    private volatile boolean full;

    /**
     * Creates a table without meters.
     *
     * @param mayAdd takes the time series of one meter from the limit
     * @param maker makes the meter of a value, or of {@link Meters#OTHER}
     */
    MeterTable(final Meters meters, final BooleanSupplier mayAdd, final Function<String, M> maker) {
        this.meters = meters;
        this.mayAdd = mayAdd;
        this.maker = maker;
    }

    /** Returns the meter of a value. */
    M of(final String value) {
        final M present = known.get(value);
        return present == null ? add(value) : present;
    }

    private M add(final String value) {
        final M made = full ? null : tryAdd(value);
        if (made != null) {
            return made;
        }
        meters.dropped();
        return known.computeIfAbsent(Meters.OTHER, maker);
    }

    private synchronized @Nullable M tryAdd(final String value) {
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
