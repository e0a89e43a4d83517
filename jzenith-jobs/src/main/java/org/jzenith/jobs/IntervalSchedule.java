package org.jzenith.jobs;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Equal steps of the JVM's own time, which a change of the machine's clock does not move. */
final class IntervalSchedule implements Schedule {

    private final long step;
    private final long initialDelay;

    IntervalSchedule(final Job.Interval interval) {
        this.step = Schedule.millis(interval.length());
        final @Nullable Duration delay = interval.initialDelay();
        this.initialDelay = delay == null ? step : Schedule.millis(delay);
    }

    @Override
    public long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public long first() {
        return now() + initialDelay;
    }

    @Override
    public long after(final long due) {
        final long late = Math.max(0, now() - due);
        return due + (late / step + 1) * step;
    }

    @Override
    public String toString() {
        return "every " + Duration.ofMillis(step).toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
