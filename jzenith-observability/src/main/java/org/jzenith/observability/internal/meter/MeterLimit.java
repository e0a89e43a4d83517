package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Limits the meters that the application adds to those of {@link Metric}. Meters beyond the limit ignore all values. Safe for use by
 * many threads.
 */
final class MeterLimit implements MeterFilter {

    private static final Set<String> OWN =
            Arrays.stream(Metric.values()).map(Metric::id).collect(Collectors.toUnmodifiableSet());

    private final AtomicInteger free;
    private final Runnable dropped;

    /**
     * Creates a limit.
     *
     * @param max the number of meters
     * @param dropped called when the application asks for a meter beyond the limit
     */
    MeterLimit(final int max, final Runnable dropped) {
        this.free = new AtomicInteger(max);
        this.dropped = dropped;
    }

    /** Decides about a new meter; the registry asks once for each meter that it accepts. */
    @Override
    public MeterFilterReply accept(final Meter.Id id) {
        if (OWN.contains(id.getName()) || free.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return MeterFilterReply.NEUTRAL;
        }
        dropped.run();
        return MeterFilterReply.DENY;
    }

    /** Makes room for another meter. */
    void removed(final Meter meter) {
        if (!OWN.contains(meter.getId().getName())) {
            free.incrementAndGet();
        }
    }
}
