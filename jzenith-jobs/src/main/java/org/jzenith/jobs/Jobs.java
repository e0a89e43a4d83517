package org.jzenith.jobs;

import io.reactivex.Completable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzenith.core.PluginSource;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.core.lease.Term;

/**
 * Creates the plugin that runs scheduled jobs.
 *
 * <pre>{@code
 * Jobs.of(
 *     Jobs.every(Duration.ofMinutes(5), "expire-orders", OrderService.class, OrderService::expire)
 *         .withTimeout(Duration.ofMinutes(1)),
 *     Jobs.cron("0 3 * * *", ZoneId.of("Europe/Berlin"), "report", ReportService.class, ReportService::send))
 * }</pre>
 *
 * <p>Each run has its own request context, with an id, on an event loop. A job does not run twice at once unless {@link
 * Job#withOverlap()} says so. Failures are logged and reported to observers as {@link org.jzenith.core.observe.WorkEvent};
 * the schedule continues. Jobs start once all listeners are open, and no run starts after shutdown has started.
 */
public final class Jobs {

    private Jobs() {}

    /**
     * Makes the plugin. An application has at most one.
     *
     * @param jobs results of {@link #every} and {@link #cron}
     * @return a plugin that runs these jobs
     */
    public static PluginSource of(final Job... jobs) {
        return new JobsPhases(List.of(jobs), CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at a fixed interval.
     *
     * @param interval the time between the starts of two runs, at least one millisecond; the first run comes one
     *     interval after startup
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.every} and so on
     * @param work called for each run, on an event loop; must not block
     * @return a job for {@link #of}
     */
    public static Job every(final Duration interval, final String name, final Supplier<Completable> work) {
        Objects.requireNonNull(work, "work");
        return new Job(
                name,
                new Job.Interval(interval, null),
                null,
                new Job.Work(injector -> work.get(), false),
                CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at a fixed interval, on an object of the application.
     *
     * @param interval the time between the starts of two runs, at least one millisecond; the first run comes one
     *     interval after startup
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.every} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a job for {@link #of}
     */
    public static <T> Job every(
            final Duration interval,
            final String name,
            final Class<T> type,
            final Function<? super T, Completable> work) {
        return new Job(name, new Job.Interval(interval, null), type, on(type, work), CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at a fixed interval on one instance of the application, with the term of its lease.
     *
     * @param interval the time between the starts of two runs, at least one millisecond
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.every} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a job for {@link #of}, which needs {@link Job#onOneInstance()}
     */
    public static <T> Job every(
            final Duration interval,
            final String name,
            final Class<T> type,
            final BiFunction<? super T, Term, Completable> work) {
        return new Job(name, new Job.Interval(interval, null), type, on(type, work), CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at times of the day.
     *
     * @param expression five fields: minute, hour, day of the month, month, day of the week
     * @param zone the time zone of the expression
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.cron} and so on
     * @param work called for each run, on an event loop; must not block
     * @return a job for {@link #of}
     */
    public static Job cron(
            final String expression, final ZoneId zone, final String name, final Supplier<Completable> work) {
        Objects.requireNonNull(work, "work");
        return new Job(
                name,
                new Job.Cron(expression, zone),
                null,
                new Job.Work(injector -> work.get(), false),
                CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at times of the day, on an object of the application.
     *
     * @param expression five fields: minute, hour, day of the month, month, day of the week
     * @param zone the time zone of the expression
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.cron} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a job for {@link #of}
     */
    public static <T> Job cron(
            final String expression,
            final ZoneId zone,
            final String name,
            final Class<T> type,
            final Function<? super T, Completable> work) {
        return new Job(name, new Job.Cron(expression, zone), type, on(type, work), CallerLine.of(Jobs.class));
    }

    /**
     * Creates a job that runs at times of the day on one instance of the application, with the term of its lease.
     *
     * @param expression five fields: minute, hour, day of the month, month, day of the week
     * @param zone the time zone of the expression
     * @param name unique; lower-case letters, digits and hyphens; its settings are {@code
     *     jobs.NAME.cron} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a job for {@link #of}, which needs {@link Job#onOneInstance()}
     */
    public static <T> Job cron(
            final String expression,
            final ZoneId zone,
            final String name,
            final Class<T> type,
            final BiFunction<? super T, Term, Completable> work) {
        return new Job(name, new Job.Cron(expression, zone), type, on(type, work), CallerLine.of(Jobs.class));
    }

    private static <T> Job.Work on(final Class<T> type, final Function<? super T, Completable> work) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(work, "work");
        return new Job.Work(injector -> work.apply(injector.getInstance(type)), false);
    }

    private static <T> Job.Work on(final Class<T> type, final BiFunction<? super T, Term, Completable> work) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(work, "work");
        return new Job.Work(
                injector ->
                        work.apply(injector.getInstance(type), Term.current().orElseThrow()),
                true);
    }
}
