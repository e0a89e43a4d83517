package org.jzenith.jobs;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The time of the next run of a job and its jitter. Belongs to one event loop. */
final class NextRun {

    /** The longest jitter by default. */
    private static final long MOST_JITTER_MILLIS = 10_000;

    private static final int PART_FOR_JITTER = 10;

    /** A clock that is set back by less is awaited, so that no time comes twice. */
    private static final long SET_BACK_MILLIS = TimeUnit.HOURS.toMillis(3);

    private final Schedule schedule;
    private final @Nullable Long mostJitter;
    private long due;
    private long begin;
    private long read;

    /**
     * @param mostJitter the largest jitter in milliseconds; null for the default
     * @param exact whether the first run comes without the default jitter
     */
    NextRun(final Schedule schedule, final @Nullable Long mostJitter, final boolean exact) {
        this.schedule = schedule;
        this.mostJitter = mostJitter;
        this.read = schedule.now();
        this.due = schedule.first();
        this.begin = exact && mostJitter == null ? due : due + jitter();
    }

    /**
     * Reads the clock.
     *
     * @return the milliseconds until the run starts, zero if it starts now, or {@link Schedule#NEVER}
     */
    long left() {
        final long now = schedule.now();
        if (read - now > SET_BACK_MILLIS) {
            set(schedule.first());
        }
        read = now;
        return due == Schedule.NEVER ? Schedule.NEVER : Math.max(0, begin - now);
    }

    /** Returns the time for which the next run is due, without jitter. */
    long due() {
        return due;
    }

    /** The run starts: the next one is that of the next time that has not passed. */
    void passed() {
        set(schedule.after(due));
    }

    private void set(final long time) {
        due = time;
        begin = time + jitter();
    }

    /**
     * A random part of the allowed delay; the times of all instances of an application are the same. A run that starts at the
     * time of the next one or later would make that be left out.
     */
    private long jitter() {
        if (due == Schedule.NEVER) {
            return 0;
        }
        final long next = schedule.after(due);
        final long gap = next == Schedule.NEVER ? 0 : next - due;
        final long most = mostJitter == null
                ? Math.min(gap / PART_FOR_JITTER, MOST_JITTER_MILLIS)
                : Math.max(0, Math.min(gap - 1, mostJitter));
        return ThreadLocalRandom.current().nextLong(most + 1);
    }
}
