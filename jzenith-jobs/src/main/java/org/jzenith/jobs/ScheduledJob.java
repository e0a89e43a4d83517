package org.jzenith.jobs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job, its timer and its runs. It observes the end of scheduled runs. Runs start on one event loop; safe for use by many threads. */
final class ScheduledJob implements CompletableObserver {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.jobs.Jobs");

    /** The longest timer: after it the clock is read again, because it may have been set, or the machine have slept. */
    private static final long LONGEST_TIMER_MILLIS = 30_000;

    /** The time between two log lines about skipped runs: if a run hangs, all further runs are skipped. */
    private static final Duration SKIPPED_PERIOD = Duration.ofHours(1);

    /** The maximum number of overlapping runs of a job, so that hanging work does not fill the memory. */
    private static final int MOST_AT_ONCE = 1000;

    private final Job job;
    private final JobSettings settings;
    private final Injector injector;
    private final Schedule schedule;
    private final @Nullable JobLeases leases;
    private final EventLoopContext loop;
    private final WorkRunner runner;
    private final Work work;
    private final CountedWarning skipped;

    /**
     * Creates a job that does not run yet.
     *
     * @param loop runs start on it
     * @param injector makes what the job takes
     * @param leases null if the job runs on every instance
     */
    ScheduledJob(
            final Job job,
            final JobSettings settings,
            final EventLoopContext loop,
            final Injector injector,
            final @Nullable JobLeases leases) {
        this.job = job;
        this.leases = leases;
        this.settings = settings;
        this.injector = injector;
        this.schedule = schedule(settings.times(), leases);
        this.loop = loop;
        this.runner = WorkRunner.of(injector, loop, job.overlaps() ? MOST_AT_ONCE : 1);
        final JobGuard guard = injector.getInstance(JobGuard.class);
        final Work described = Work.of("job", job.name()).withCondition(Single.defer(() -> guard.mayRun(job.name())));
        this.work = settings.timeout() == null ? described : described.withTimeout(settings.timeout());
        this.skipped = new CountedWarning(
                LOGGER,
                "The job '" + job.name() + "' was skipped, because "
                        + (job.overlaps()
                                ? MOST_AT_ONCE + " runs of it are in progress. Set a longer interval or a timeout."
                                : "its previous run is still in progress. Set a longer interval or a timeout, or "
                                        + "call withOverlap()."),
                SKIPPED_PERIOD);
    }

    private static Schedule schedule(final Job.Times times, final @Nullable JobLeases leases) {
        if (times instanceof final Job.Interval interval) {
            return leases == null
                    ? new IntervalSchedule(interval)
                    : new SharedIntervalSchedule(interval, leases.clock());
        }
        return new CronSchedule((Job.Cron) times, leases == null ? Clock.systemUTC() : leases.clock());
    }

    String name() {
        return job.name();
    }

    boolean isEnabled() {
        return settings.enabled();
    }

    /** Starts to run by the clock. */
    void begin() {
        if (isEnabled()) {
            final Runnable beginning = () -> loop.runLater(() -> await(nextRun()));
            if (leases == null) {
                beginning.run();
            } else {
                leases.begin(beginning);
            }
        }
    }

    private NextRun nextRun() {
        final @Nullable Duration jitter = job.jitter();
        final boolean exact =
                settings.times() instanceof final Job.Interval interval && interval.initialDelay() != null;
        return new NextRun(schedule, jitter == null ? null : Schedule.millis(jitter), exact);
    }

    private void await(final NextRun next) {
        if (runner.isStopped()) {
            return;
        }
        long left = next.left();
        final boolean now = left == 0;
        final long due = next.due();
        if (now) {
            // The next time is set first, because nothing that the run does may end the schedule.
            next.passed();
            left = Math.max(1, next.left());
        }
        if (left != Schedule.NEVER) {
            loop.setTimer(Math.min(left, LONGEST_TIMER_MILLIS), () -> await(next));
        }
        if (now) {
            runDue(due);
        }
    }

    private void runDue(final long due) {
        run(due, () -> runDue(due), true).subscribe(this);
    }

    /** Starts a run, and logs how it ends. */
    void start() {
        run(JobLeases.ANY_TIME, null, true).subscribe(this);
    }

    /**
     * Runs the job at each subscription, with a lease if it needs one.
     *
     * @param due the time of the lease
     * @param again runs the job again if another instance does not complete the run; null if nothing does
     * @param logged false if the subscriber knows what the end means
     */
    private Completable run(final long due, final @Nullable Runnable again, final boolean logged) {
        if (leases == null) {
            return runner.run(logged ? work.withListener(this::log) : work, work());
        }
        return Completable.defer(() -> {
            final LeasedRun run = new LeasedRun(leases, name(), due, again);
            return runner.run(
                            work.withRefusal(run.claim()).withListener(event -> {
                                run.observe(event);
                                if (logged && !run.isRefused()) {
                                    log(event);
                                }
                            }),
                            Completable.ambArray(run.lost(), work()))
                    .onErrorResumeNext(error -> run.ended().andThen(Completable.error(error)))
                    .andThen(run.ended())
                    .doOnDispose(run::end);
        });
    }

    /** Runs the job at each subscription. How it ends is signalled to the subscriber, who knows what it means, and not logged. */
    Completable run() {
        return run(JobLeases.ANY_TIME, null, false);
    }

    private Completable work() {
        final Completable work = Completable.defer(() -> Objects.requireNonNull(
                job.work().run().apply(injector),
                () -> "The work of the job '" + name()
                        + "' returned null. Return a Completable, for example Completable.complete()."));
        // Not blockingAwait(), which puts a checked exception into another one.
        return job.blocks()
                ? injector.getInstance(Blocking.class)
                        .<Throwable>maybe(work::blockingGet)
                        .flatMapCompletable(Completable::error)
                : work;
    }

    @Override
    public void onSubscribe(final Disposable run) {}

    @Override
    public void onComplete() {}

    @Override
    public void onError(final Throwable error) {
        LOGGER.debug("The job '{}' did not complete.", name(), error);
    }

    private void log(final WorkEvent event) {
        if (event instanceof WorkEvent.Rejected) {
            skipped.add();
        } else if (event instanceof final WorkEvent.Ended ended) {
            final long millis = ended.duration().toMillis();
            final String id = Objects.requireNonNull(ended.request()).id();
            switch (ended.status()) {
                case COMPLETED -> LOGGER.debug("The job '{}' completed after {} ms.", name(), millis);
                case DISPOSED -> LOGGER.warn("The job '{}' was disposed after {} ms, request {}.", name(), millis, id);
                case TIMED_OUT ->
                    LOGGER.error("The job '{}' was disposed after {} ms, its limit, request {}.", name(), millis, id);
                case FAILED -> {
                    final Throwable error = Objects.requireNonNull(ended.error());
                    LOGGER.error(
                            "The job '{}' failed after {} ms, request {}.", name(), millis, id, LogText.escape(error));
                }
            }
        }
    }

    /** Stops the schedule: no further run starts. */
    void stop() {
        runner.stop();
    }

    Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return runner.drain(stopDelay, drainTimeout);
    }

    /** Returns when it runs, for logs. */
    String schedule() {
        return schedule.toString();
    }

    @Override
    public String toString() {
        return name() + " " + schedule + (leases == null ? "" : " on one instance (" + leases.store() + ")");
    }
}
