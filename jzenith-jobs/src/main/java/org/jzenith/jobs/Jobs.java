package org.jzenith.jobs;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provides;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.Plugin;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.NamedConfigurations;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.start.CallerLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work by the clock.
 *
 * <pre>{@code
 * Jobs.create()
 *     .every(Duration.ofMinutes(5), "expire-orders", OrderService.class, OrderService::expire)
 *         .withTimeout(Duration.ofMinutes(1))
 *     .cron("0 3 * * *", ZoneId.of("Europe/Berlin"), "report", ReportService.class, ReportService::send)
 * }</pre>
 *
 * <p>Each run has a request context of its own, with an id, on an event loop. A job does not run twice at once unless {@link
 * #withOverlap()} says so. What fails is logged and seen by observers of {@link org.jzenith.core.observe.JobEvent}; the next
 * run comes all the same. Jobs begin when all listeners are open, and no run begins any more when the application stops.
 *
 * <p>Immutable: every method returns a plugin with the addition. The methods that begin with {@code with} change the job that
 * was added last, and throw an {@link IllegalStateException} if there is none.
 */
@CheckReturnValue
public final class Jobs
        implements Plugin,
                BackgroundWork,
                BindingRemedies,
                ConfigurationChecker,
                GracefulShutdown,
                NamedConfigurations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Jobs.class);

    private final String line;
    private final List<Job> jobs;

    /** @param line that began the plugin */
    private Jobs(final String line, final List<Job> jobs) {
        this.line = line;
        this.jobs = List.copyOf(jobs);
    }

    /**
     * Begins a plugin.
     *
     * @return a plugin without jobs
     */
    public static Jobs create() {
        return new Jobs(CallerLine.of(Jobs.class), List.of());
    }

    /**
     * Adds a job that runs again and again.
     *
     * @param interval from the beginning of a run to that of the next one, at least one millisecond; the first run comes one
     *     interval after the start
     * @param name lower-case letters, digits and hyphens, another name than those of the other jobs; its settings are {@code
     *     jobs.NAME.every} and so on
     * @param work called for each run, on an event loop; must not block
     * @return a plugin with this job too
     */
    public Jobs every(final Duration interval, final String name, final Supplier<Completable> work) {
        Objects.requireNonNull(work, "work");
        return and(name, new Job.Interval(interval, null), null, injector -> work.get());
    }

    /**
     * Adds a job that runs again and again, on an object of the application.
     *
     * @param interval from the beginning of a run to that of the next one, at least one millisecond; the first run comes one
     *     interval after the start
     * @param name lower-case letters, digits and hyphens, another name than those of the other jobs; its settings are {@code
     *     jobs.NAME.every} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a plugin with this job too
     */
    public <T> Jobs every(
            final Duration interval,
            final String name,
            final Class<T> type,
            final Function<? super T, Completable> work) {
        return and(name, new Job.Interval(interval, null), type, on(type, work));
    }

    /**
     * Adds a job that runs at times of the day.
     *
     * @param expression five fields: minute, hour, day of the month, month, day of the week
     * @param zone the time zone of the expression
     * @param name lower-case letters, digits and hyphens, another name than those of the other jobs; its settings are {@code
     *     jobs.NAME.cron} and so on
     * @param work called for each run, on an event loop; must not block
     * @return a plugin with this job too
     */
    public Jobs cron(final String expression, final ZoneId zone, final String name, final Supplier<Completable> work) {
        Objects.requireNonNull(work, "work");
        return and(name, new Job.Cron(expression, zone), null, injector -> work.get());
    }

    /**
     * Adds a job that runs at times of the day, on an object of the application.
     *
     * @param expression five fields: minute, hour, day of the month, month, day of the week
     * @param zone the time zone of the expression
     * @param name lower-case letters, digits and hyphens, another name than those of the other jobs; its settings are {@code
     *     jobs.NAME.cron} and so on
     * @param type a bound type; the injector is asked for it at each run
     * @param work called for each run, on an event loop; must not block
     * @param <T> the type
     * @return a plugin with this job too
     */
    public <T> Jobs cron(
            final String expression,
            final ZoneId zone,
            final String name,
            final Class<T> type,
            final Function<? super T, Completable> work) {
        return and(name, new Job.Cron(expression, zone), type, on(type, work));
    }

    /**
     * Sets when the job that was added last runs for the first time. That run has no jitter, unless {@link #withJitter} sets
     * one.
     *
     * @param delay after the start, not negative; zero for at once
     * @return the plugin with this change
     * @throws IllegalStateException if that job runs at times of the day
     */
    public Jobs withInitialDelay(final Duration delay) {
        Objects.requireNonNull(delay, "delay");
        return change(job -> {
            if (!(job.times() instanceof final Job.Interval interval)) {
                throw new IllegalStateException("The job '" + job.name()
                        + "' runs at times of the day, so it has no initial delay. Remove withInitialDelay(..).");
            }
            return job.withTimes(new Job.Interval(interval.length(), delay));
        });
    }

    /**
     * Lets the job that was added last run again while a run of it is in progress. Without it such a run is skipped, with it
     * a run is skipped while 1000 others are in progress.
     *
     * @return the plugin with this change
     */
    public Jobs withOverlap() {
        return change(Job::withOverlap);
    }

    /**
     * Sets how late the job that was added last may begin. Each run begins at its time and a random part of the jitter, so
     * that several instances of an application do not run it at the same moment. The default is a tenth of the time to the
     * next run, at most ten seconds; the first run after an initial delay has none.
     *
     * @param most not negative; zero for no jitter. A run begins before the time of the next one, however long the jitter is
     * @return the plugin with this change
     */
    public Jobs withJitter(final Duration most) {
        Objects.requireNonNull(most, "most");
        return change(job -> job.withJitter(most));
    }

    /**
     * Sets how long a run of the job that was added last may take. A longer one is disposed and counts as failed.
     *
     * @param limit at least one millisecond
     * @return the plugin with this change
     */
    public Jobs withTimeout(final Duration limit) {
        Objects.requireNonNull(limit, "limit");
        return change(job -> job.withTimeout(limit));
    }

    /**
     * Runs the job that was added last on a thread that may block, from the call of its work to the end, as {@link Blocking}
     * does. A run that is disposed is interrupted.
     *
     * @return the plugin with this change
     */
    public Jobs withBlockingWork() {
        return change(Job::withBlockingWork);
    }

    private static <T> Function<Injector, Completable> on(
            final Class<T> type, final Function<? super T, Completable> work) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(work, "work");
        return injector -> work.apply(injector.getInstance(type));
    }

    private Jobs and(
            final String name,
            final Job.Times times,
            final @Nullable Class<?> type,
            final Function<Injector, Completable> work) {
        final List<Job> all = new ArrayList<>(jobs);
        all.add(new Job(name, times, type, work, false, false, null, null, CallerLine.of(Jobs.class)));
        return new Jobs(line, all);
    }

    private Jobs change(final UnaryOperator<Job> change) {
        if (jobs.isEmpty()) {
            throw new IllegalStateException("There is no job to change yet. Call every(..) or cron(..) first.");
        }
        final List<Job> all = new ArrayList<>(jobs);
        all.set(all.size() - 1, change.apply(all.get(all.size() - 1)));
        return new Jobs(line, all);
    }

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JobsConfiguration.class);
    }

    @Override
    public Map<String, Class<?>> namedConfigurations() {
        final Map<String, Class<?>> named = new LinkedHashMap<>();
        for (final Job job : jobs) {
            if (JobProblems.isName(job.name())) {
                named.put(
                        job.name(),
                        job.times() instanceof Job.Interval
                                ? JobsConfiguration.OfInterval.class
                                : JobsConfiguration.OfCron.class);
            }
        }
        return named;
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = JobProblems.of(jobs, configuration);
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    @Override
    public List<Module> modules() {
        return List.of(new JobsModule(jobs));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(
                JobRunner.class, "Inject the JobRunner of the plugin; it runs the jobs that the plugin was given.");
    }

    /** Warns of a plugin without jobs. It is no mistake, because an application may add them under a condition. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            if (jobs.isEmpty()) {
                LOGGER.warn(
                        "The plugin '{}' has no job, so it does nothing. It comes from {}. Add a job with every(..) or"
                                + " cron(..), or remove the plugin.",
                        name(),
                        line);
            }
        });
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(injector.getInstance(JobRunner.class)::begin);
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(injector.getInstance(JobRunner.class)::announceStop);
    }

    /** Waits until no run is in progress, and disposes those that are left at the time limit. */
    @Override
    public Completable drain(final Injector injector) {
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        return injector.getInstance(JobRunner.class).drain(times.stopDelay(), times.drainTimeout());
    }

    private static final class JobsModule extends AbstractModule {

        private final List<Job> jobs;

        JobsModule(final List<Job> jobs) {
            this.jobs = jobs;
        }

        @Override
        protected void configure() {
            for (final Job job : jobs) {
                final Class<?> type = job.type();
                if (type != null) {
                    // Guice reports a type that is not bound, with the line that added the job.
                    binder().withSource(job.line()).getProvider(type);
                }
            }
        }

        @Provides
        @Singleton
        JobRunner runner(
                final Vertx vertx,
                final Injector injector,
                final Configuration configuration,
                final ContextElements elements,
                final Blocking blocking,
                final Observers observers) {
            return new JobRunner(
                    jobs,
                    configuration,
                    new ScheduledJob.Surrounding(vertx, injector, elements, blocking, observers, Clock.systemUTC()));
        }
    }
}
