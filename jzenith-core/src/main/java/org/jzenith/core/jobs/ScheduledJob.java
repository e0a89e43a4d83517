package org.jzenith.core.jobs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.CompletableEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.core.observe.Observers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job, its timer and its runs. Runs begin on one event loop; safe for use by many threads. */
final class ScheduledJob {

    private static final Logger LOGGER = LoggerFactory.getLogger(Jobs.class);

    /** The longest jitter by default. */
    private static final long MOST_JITTER_MILLIS = 10_000;

    private static final int PART_FOR_JITTER = 10;

    /** The longest timer: after it the clock is read again, because it may have been set, or the machine have slept. */
    private static final long LONGEST_TIMER_MILLIS = 30_000;

    /**
     * What jobs need of the application.
     *
     * @param injector makes what the jobs take
     * @param clock of the times of the day
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
    private final Set<JobRun> inProgress = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Belongs to the event loop, as the next one does. */
    private long due;

    private long skipped;

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
            context.runOnContext(none -> {
                due = schedule.first();
                await(due + jitter());
            });
        }
    }

    /** A random part of what is allowed; the times of all instances of an application are the same. */
    private long jitter() {
        final @Nullable Duration most = job.jitter();
        if (most != null) {
            return ThreadLocalRandom.current().nextLong(most.toMillis() + 1);
        }
        final long next = schedule.after(due);
        final long gap = next == Schedule.NEVER ? 0 : next - due;
        return ThreadLocalRandom.current().nextLong(Math.min(gap / PART_FOR_JITTER, MOST_JITTER_MILLIS) + 1);
    }

    private void await(final long time) {
        if (stopped || due == Schedule.NEVER) {
            return;
        }
        final long left = time - schedule.now();
        if (left > 0) {
            surrounding.vertx().setTimer(Math.min(left, LONGEST_TIMER_MILLIS), timer -> await(time));
            return;
        }
        // The next time is set first, because nothing that the run does may end the schedule.
        due = schedule.after(due);
        if (due != Schedule.NEVER) {
            final long next = due + jitter();
            surrounding
                    .vertx()
                    .setTimer(Math.max(1, Math.min(next - schedule.now(), LONGEST_TIMER_MILLIS)), timer -> await(next));
        }
        start(null);
    }

    Completable run() {
        return Completable.create(caller -> context.runOnContext(none -> start(caller)));
    }

    /** On the event loop. */
    private void start(final @Nullable CompletableEmitter caller) {
        if (stopped) {
            refuse(caller, "The application stops, so the job '" + name() + "' does not run.");
        } else if (!job.overlaps() && !inProgress.isEmpty()) {
            skip();
            refuse(caller, "A run of the job '" + name() + "' is in progress, and the job does not overlap.");
        } else {
            final RequestContext request = surrounding
                    .elements()
                    .create(idPrefix + runs.incrementAndGet(), new JobRun.Description("job " + name()));
            final JobRun run = new JobRun(name(), request, events, caller, ended -> inProgress.remove(ended));
            inProgress.add(run);
            run.begin(surrounding.vertx(), settings.timeout(), work());
        }
    }

    private static void refuse(final @Nullable CompletableEmitter caller, final String why) {
        if (caller != null) {
            caller.tryOnError(new IllegalStateException(why));
        }
    }

    private Completable work() {
        final Completable work = Completable.defer(() -> job.work().apply(surrounding.injector()));
        return job.blocks() ? surrounding.blocking().completable(work::blockingAwait) : work;
    }

    /** Logs the first, the second, the fourth and so on, because a run that hangs makes all further ones be skipped. */
    private void skip() {
        skipped++;
        if ((skipped & (skipped - 1)) == 0) {
            LOGGER.warn(
                    "The job '{}' is skipped, because a run of it is in progress; it has been skipped {} time(s). Give it a"
                            + " longer interval, a timeout, or withOverlap().",
                    name(),
                    skipped);
        }
        if (events != null) {
            events.emit(new JobEvent.Skipped(name()));
        }
    }

    /** No further run begins. */
    void stop() {
        stopped = true;
    }

    boolean isIdle() {
        return inProgress.isEmpty();
    }

    void dispose() {
        inProgress.forEach(JobRun::dispose);
    }

    @Override
    public String toString() {
        return name() + " " + schedule;
    }
}
