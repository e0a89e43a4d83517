package org.jzenith.jobs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.CountedWarning;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.core.observe.Observers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job, its timer and its runs. Runs begin on one event loop; safe for use by many threads. */
final class ScheduledJob {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.jobs.Jobs");

    /** The longest timer: after it the clock is read again, because it may have been set, or the machine have slept. */
    private static final long LONGEST_TIMER_MILLIS = 30_000;

    /** The time between two lines: if a run hangs, all further ones are skipped. */
    private static final Duration SKIPPED_PERIOD = Duration.ofHours(1);

    /** The maximum number of overlapping runs of a job, so that hanging work does not fill the memory. */
    private static final int MOST_AT_ONCE = 1000;

    /**
     * The application's parts that jobs use.
     *
     * @param injector makes what the jobs take
     * @param clock the clock for the times of the day
     */
    record Surrounding(
            Vertx vertx,
            Injector injector,
            ContextElements elements,
            Blocking blocking,
            Observers observers,
            Clock clock) {}

    private final Job job;
    private final JobSettings settings;
    private final Surrounding surrounding;
    private final Schedule schedule;
    private final @Nullable EventEmitter<JobEvent> events;
    private final Context context;
    private final String idPrefix;
    private final AtomicLong runs = new AtomicLong();
    private final RunsInProgress inProgress;
    private final CountedWarning skipped;

    /** @param context runs begin on its event loop */
    ScheduledJob(final Job job, final JobSettings settings, final Context context, final Surrounding surrounding) {
        this.job = job;
        this.settings = settings;
        this.surrounding = surrounding;
        this.schedule = settings.times() instanceof final Job.Interval interval
                ? new IntervalSchedule(interval)
                : new CronSchedule((Job.Cron) settings.times(), surrounding.clock());
        this.events = surrounding.observers().of(JobEvent.class);
        this.context = context;
        this.inProgress = new RunsInProgress(job.overlaps() ? MOST_AT_ONCE : 1);
        this.skipped = new CountedWarning(
                LOGGER,
                "The job '" + job.name() + "' is skipped, because "
                        + (job.overlaps()
                                ? MOST_AT_ONCE + " runs of it are in progress. Give it a longer interval or a timeout."
                                : "a run of it is in progress. Give it a longer interval, a timeout, or withOverlap()."),
                SKIPPED_PERIOD);
        this.idPrefix = job.name() + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE) + "-";
    }

    String name() {
        return job.name();
    }

    boolean isEnabled() {
        return settings.enabled();
    }

    /** Begins to run by the clock. */
    void begin() {
        if (isEnabled()) {
            context.runOnContext(none -> await(nextRun()));
        }
    }

    private NextRun nextRun() {
        final @Nullable Duration jitter = job.jitter();
        final boolean exact =
                settings.times() instanceof final Job.Interval interval && interval.initialDelay() != null;
        return new NextRun(schedule, jitter == null ? null : Schedule.millis(jitter), exact);
    }

    private void await(final NextRun next) {
        if (inProgress.isStopped()) {
            return;
        }
        long left = next.left();
        final boolean now = left == 0;
        if (now) {
            // The next time is set first, because nothing that the run does may end the schedule.
            next.passed();
            left = Math.max(1, next.left());
        }
        if (left != Schedule.NEVER) {
            surrounding.vertx().setTimer(Math.min(left, LONGEST_TIMER_MILLIS), timer -> await(next));
        }
        if (now) {
            start(null);
        }
    }

    /** Runs the job at each subscription. */
    Completable run() {
        return RunRequest.ask(context, request -> {
            if (inProgress.isStopped()) {
                request.refuse(stops());
            } else {
                context.runOnContext(none -> start(request));
            }
        });
    }

    /** Starts a run, on the event loop. */
    private void start(final @Nullable RunRequest asked) {
        if (asked != null && asked.isDisposed()) {
            return;
        }
        if (inProgress.isFull()) {
            skip(asked);
            return;
        }
        final RequestContext request = surrounding
                .elements()
                .create(idPrefix + runs.incrementAndGet(), new JobRun.Description("job " + name()));
        final JobRun run = new JobRun(name(), request, events, asked, inProgress::remove);
        if (inProgress.add(run)) {
            run.begin(surrounding.vertx(), settings.timeout(), work());
        } else if (asked != null) {
            asked.refuse(stops());
        }
    }

    private String stops() {
        return "The application stops, so the job '" + name() + "' does not run.";
    }

    private Completable work() {
        final Completable work = Completable.defer(() -> Objects.requireNonNull(
                job.work().apply(surrounding.injector()),
                () -> "The work of the job '" + name()
                        + "' returned null. Return a Completable, for example Completable.complete()."));
        // Not blockingAwait(), which puts a checked exception into another one.
        return job.blocks()
                ? surrounding.blocking().<Throwable>maybe(work::blockingGet).flatMapCompletable(Completable::error)
                : work;
    }

    private void skip(final @Nullable RunRequest asked) {
        if (events != null) {
            events.emit(new JobEvent.Skipped(name()));
        }
        if (asked != null) {
            asked.fail(new IllegalStateException(
                    job.overlaps()
                            ? MOST_AT_ONCE + " runs of the job '" + name() + "' are in progress, which is the limit."
                            : "A run of the job '" + name() + "' is in progress, and the job does not overlap."));
            return;
        }
        skipped.add();
    }

    /** Stops the schedule: no further run begins. */
    void stop() {
        inProgress.stop();
    }

    boolean isIdle() {
        return inProgress.isIdle();
    }

    void dispose() {
        inProgress.dispose();
    }

    @Override
    public String toString() {
        return name() + " " + schedule;
    }
}
