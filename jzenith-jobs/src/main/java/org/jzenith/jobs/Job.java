package org.jzenith.jobs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A job as the code describes it.
 *
 * @param name what stands in settings and logs
 * @param times when it runs
 * @param type what it takes from the injector for each run; null if nothing
 * @param work called for each run
 * @param jitter null for the default
 * @param timeout null for none
 * @param line that added the job
 */
record Job(
        String name,
        Times times,
        @Nullable Class<?> type,
        Function<Injector, Completable> work,
        boolean overlaps,
        boolean blocks,
        @Nullable Duration jitter,
        @Nullable Duration timeout,
        String line) {

    Job {
        Objects.requireNonNull(name, "name");
    }

    /** When a job runs. */
    sealed interface Times {}

    /**
     * Again and again.
     *
     * @param initialDelay until the first run; null for one interval
     */
    record Interval(Duration length, @Nullable Duration initialDelay) implements Times {

        Interval {
            Objects.requireNonNull(length, "interval");
        }
    }

    /** At times of the day. */
    record Cron(String expression, ZoneId zone) implements Times {

        Cron {
            Objects.requireNonNull(expression, "expression");
            Objects.requireNonNull(zone, "zone");
        }
    }

    Job withTimes(final Times changed) {
        return new Job(name, changed, type, work, overlaps, blocks, jitter, timeout, line);
    }

    Job withOverlap() {
        return new Job(name, times, type, work, true, blocks, jitter, timeout, line);
    }

    Job withBlockingWork() {
        return new Job(name, times, type, work, overlaps, true, jitter, timeout, line);
    }

    Job withJitter(final Duration changed) {
        return new Job(name, times, type, work, overlaps, blocks, changed, timeout, line);
    }

    Job withTimeout(final @Nullable Duration changed) {
        return new Job(name, times, type, work, overlaps, blocks, jitter, changed, line);
    }
}
