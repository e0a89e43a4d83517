package org.jzenith.jobs;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Key;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the jobs of the application. Injectable where the application has the plugin {@link Jobs}, safe for use by many
 * threads.
 *
 * <pre>{@code
 * jobs.run("expire-orders").blockingAwait(); // in a test
 * }</pre>
 */
@CheckReturnValue
public final class JobRunner {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.jobs.Jobs");

    private final Map<String, ScheduledJob> jobs = new LinkedHashMap<>();

    private final @Nullable JobLeases leases;

    JobRunner(final List<Job> jobs, final Configuration configuration, final Injector injector) {
        final List<EventLoopContext> loops = EventLoopContext.onEach(injector.getInstance(Vertx.class));
        final @Nullable LeaseStore store = jobs.stream().anyMatch(Job::isOnOneInstance)
                ? injector.getInstance(new Key<Set<LeaseStore>>() {}).stream()
                        .findFirst()
                        .orElse(null)
                : null;
        this.leases = store == null
                ? null
                : new JobLeases(store, injector.getInstance(SharedState.class).application(), loops.get(0));
        for (final Job job : jobs) {
            final EventLoopContext loop = loops.get(this.jobs.size() % loops.size());
            this.jobs.put(
                    job.name(),
                    new ScheduledJob(
                            job,
                            JobSettings.of(job, configuration),
                            loop,
                            injector,
                            job.isOnOneInstance() ? leases : null));
        }
    }

    /**
     * Returns the names of all jobs.
     *
     * @return the names in the order in which they were added
     */
    public Set<String> names() {
        return Collections.unmodifiableSet(jobs.keySet());
    }

    /**
     * Runs a job now, also one that is not enabled; the times of its other runs stay. The run is like any other one: it has
     * its own context, a time limit and events. Its end is signalled, and not logged as a warning or an error.
     *
     * @param name the name of the job
     * @return runs the job at each subscription, and ends with the run, on the event loop that has subscribed and in the
     *     request context of the subscriber; disposing it disposes the run. Fails with the work's error, with a
     *     {@link java.util.concurrent.TimeoutException} after the limit of the job, with a {@link
     *     java.util.concurrent.CancellationException} if the stop of the application disposes the run, and with an {@link
     *     IllegalStateException} if a run is in progress that the job may not overlap, if 1000 runs of a job that overlaps are
     *     in progress, if another instance runs a job {@linkplain Job#onOneInstance on one instance}, if the {@link JobGuard} refuses the
     *     run, or if the application stops
     * @throws IllegalArgumentException if there is no such job
     */
    public Completable run(final String name) {
        final ScheduledJob job = jobs.get(name);
        if (job == null) {
            throw new IllegalArgumentException("There is no job '" + name + "'. The jobs are "
                    + jobs.keySet().stream().sorted().collect(Collectors.joining(", ")) + ".");
        }
        return job.run();
    }

    /** Starts a run as the clock does, which logs how it ends. */
    void start(final String name) {
        final ScheduledJob job = jobs.get(name);
        if (job == null) {
            throw new NoSuchElementException(name);
        }
        job.start();
    }

    /** Returns the rows of the operators' page. */
    List<OperatorTable.Row> rows() {
        return jobs.values().stream()
                .map(job -> new OperatorTable.Row(
                        job.name(), List.of(job.name(), job.isEnabled() ? job.schedule() : "when it is started"), null))
                .toList();
    }

    void begin() {
        jobs.values().forEach(ScheduledJob::begin);
        final String scheduled = jobs.values().stream()
                .filter(ScheduledJob::isEnabled)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
        final String disabled = jobs.values().stream()
                .filter(job -> !job.isEnabled())
                .map(ScheduledJob::name)
                .collect(Collectors.joining(", "));
        LOGGER.info(
                "Jobs: {}{}.",
                scheduled.isEmpty() ? "none has a schedule" : scheduled,
                disabled.isEmpty() ? "" : "; not enabled: " + disabled);
    }

    void announceStop() {
        jobs.values().forEach(ScheduledJob::stop);
        if (leases != null) {
            leases.stop();
        }
    }

    Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.merge(jobs.values().stream()
                        .map(job -> job.drain(stopDelay, drainTimeout))
                        .toList())
                .andThen(leases == null ? Completable.complete() : leases.whenReleased());
    }
}
