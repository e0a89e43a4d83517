package org.jzenith.jobs;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.lease.Term;

/**
 * A job, created by {@link Jobs#every} or {@link Jobs#cron}.
 *
 * <p>Immutable: every method returns a job with the change.
 */
@CheckReturnValue
public final class Job {

    private final String name;
    private final Times times;
    private final @Nullable Class<?> type;
    private final Work work;
    private final String line;
    private boolean overlaps;
    private boolean blocks;
    private boolean onOneInstance;
    private @Nullable Duration jitter;
    private @Nullable Duration timeout;

    /**
     * Describes a job without settings.
     *
     * @param type the object that the injector makes for each run; null if none
     * @param line the line of the application's code that makes the job
     */
    Job(final String name, final Times times, final @Nullable Class<?> type, final Work work, final String line) {
        this.name = Objects.requireNonNull(name, "name");
        this.times = times;
        this.type = type;
        this.work = work;
        this.line = line;
    }

    private Job(final Job from, final Times times) {
        this(from.name, times, from.type, from.work, from.line);
        this.overlaps = from.overlaps;
        this.blocks = from.blocks;
        this.onOneInstance = from.onOneInstance;
        this.jitter = from.jitter;
        this.timeout = from.timeout;
    }

    /**
     * Sets when the job runs for the first time. That run has no jitter, unless {@link #withJitter} sets one.
     *
     * @param delay after startup, not negative; zero for at once
     * @return a job with this change
     * @throws IllegalStateException if the job runs at times of the day
     */
    public Job withInitialDelay(final Duration delay) {
        Objects.requireNonNull(delay, "delay");
        if (!(times instanceof final Interval interval)) {
            throw new IllegalStateException("The job '" + name
                    + "' has a cron expression, so it cannot have an initial delay. Remove withInitialDelay(..).");
        }
        return new Job(this, new Interval(interval.length(), delay));
    }

    /**
     * Lets the job run again while a run of it is in progress. Without it such a run is skipped, with it a run is skipped
     * while 1000 others are in progress.
     *
     * @return a job with this change
     */
    public Job withOverlap() {
        final Job changed = new Job(this, times);
        changed.overlaps = true;
        return changed;
    }

    /**
     * Sets how late a run may start. Each run starts at its time and a random part of the jitter, so that several instances
     * of an application do not run the job at the same moment. The default is a tenth of the time to the next run, at most
     * ten seconds; the first run after an initial delay has none.
     *
     * @param most not negative; zero for no jitter. A run starts before the time of the next one, however long the jitter is
     * @return a job with this change
     */
    public Job withJitter(final Duration most) {
        final Job changed = new Job(this, times);
        changed.jitter = Objects.requireNonNull(most, "most");
        return changed;
    }

    /**
     * Sets how long a run may take. A longer one is disposed and counts as failed.
     *
     * @param limit the longest time of a run, at least one millisecond
     * @return a job with this change
     */
    public Job withTimeout(final Duration limit) {
        final Job changed = new Job(this, times);
        changed.timeout = Objects.requireNonNull(limit, "limit");
        return changed;
    }

    /**
     * Runs the job on a thread that may block, from the call of its work to the end, as {@link Blocking} does. A run that is
     * disposed is interrupted.
     *
     * @return a job with this change
     */
    public Job withBlockingWork() {
        final Job changed = new Job(this, times);
        changed.blocks = true;
        return changed;
    }

    /**
     * Runs the job on one instance of the application at a time, and once for each due time. The instances agree by a lease in the database of the
     * plugin without qualifier, such as {@code PostgresqlPlugin.create()}. Startup fails without such a plugin. The clock of the database decides
     * when a run is due: an interval is due at its multiples since 1970, and with an initial delay of zero the last of them is due immediately.
     *
     * <p>jZenith renews the lease each second while the job runs. If the instance is killed, hangs or is cut off from the database, another one
     * runs the job again after at most 5 s; if the application stops before the run has ended, after at most 1 s.
     *
     * <p>Each run has a {@link Term}, which the work takes as a parameter, or gets from {@link Term#current()}. Pass it to {@code
     * tx.requireTerm(term)}, because an instance that hangs does not know that another one already runs the job.
     *
     * @return a job with this change
     */
    public Job onOneInstance() {
        final Job changed = new Job(this, times);
        changed.onOneInstance = true;
        return changed;
    }

    /** Returns the name in settings and logs. */
    String name() {
        return name;
    }

    Times times() {
        return times;
    }

    /** Returns the type of the object that the injector makes for each run; null if none. */
    @Nullable
    Class<?> type() {
        return type;
    }

    Work work() {
        return work;
    }

    boolean isOnOneInstance() {
        return onOneInstance;
    }

    boolean overlaps() {
        return overlaps;
    }

    boolean blocks() {
        return blocks;
    }

    /** Returns the jitter; null for the default. */
    @Nullable
    Duration jitter() {
        return jitter;
    }

    /** Returns the time limit; null for none. */
    @Nullable
    Duration timeout() {
        return timeout;
    }

    /** Returns the line of the application's code that makes the job. */
    String line() {
        return line;
    }

    /**
     * The work of a job.
     *
     * @param run is called for each run
     * @param takesTerm true if it needs the term of the run
     */
    record Work(Function<Injector, Completable> run, boolean takesTerm) {}

    /** The schedule of a job. */
    sealed interface Times {}

    /**
     * An interval between runs.
     *
     * @param initialDelay the time until the first run; null for one interval
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
}
