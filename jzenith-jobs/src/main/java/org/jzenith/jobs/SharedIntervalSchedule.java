package org.jzenith.jobs;

import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The multiples of an interval since 1970 by a clock, which are the same on all instances. */
final class SharedIntervalSchedule implements Schedule {

    private final Job.Interval interval;
    private final long step;
    private final Clock clock;

    SharedIntervalSchedule(final Job.Interval interval, final Clock clock) {
        this.interval = interval;
        this.step = Schedule.millis(interval.length());
        this.clock = clock;
    }

    @Override
    public long now() {
        return clock.millis();
    }

    /** Without an initial delay, the time that has just passed is due at once; it runs unless another instance has done it. */
    @Override
    public long first() {
        final @Nullable Duration delay = interval.initialDelay();
        if (delay == null) {
            return after(now());
        }
        return delay.isZero() ? now() / step * step : after(now() + Schedule.millis(delay));
    }

    @Override
    public long after(final long due) {
        return (Math.max(due, now()) / step + 1) * step;
    }

    @Override
    public String toString() {
        return new IntervalSchedule(interval).toString();
    }
}
