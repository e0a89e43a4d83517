package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jzenith.core.observe.WorkEvent;

/** The runs of jobs. Safe for use by many threads. */
final class JobMeters {

    /** The time series of a job that belong to no histogram. */
    private static final int SINGLE_SERIES = 2;

    private final MeterTable<String, Job> jobs;

    JobMeters(final Meters meters) {
        this.jobs = new MeterTable<>(
                meters.dropped(Metric.JOB_DURATION),
                all -> Meters.OTHER,
                () -> meters.mayAdd(WorkEvent.Status.values().length * meters.linesOfTimer() + SINGLE_SERIES),
                name -> new Job(meters, name));
    }

    void happened(final WorkEvent event) {
        final Job job = jobs.of(event.name());
        if (event instanceof WorkEvent.Begun) {
            job.running.incrementAndGet();
        } else if (event instanceof final WorkEvent.Ended ended) {
            job.running.decrementAndGet();
            Objects.requireNonNull(job.durations.get(ended.status())).record(ended.duration());
        } else if (event instanceof WorkEvent.Rejected) {
            job.skipped.increment();
        }
    }

    private static final class Job {

        private final AtomicInteger running = new AtomicInteger();
        private final Map<WorkEvent.Status, Timer> durations;
        private final Counter skipped;

        Job(final Meters meters, final String name) {
            this.durations = Arrays.stream(WorkEvent.Status.values())
                    .collect(Collectors.toUnmodifiableMap(
                            Function.identity(),
                            status -> meters.timer(
                                    Metric.JOB_DURATION, name, status.name().toLowerCase(Locale.ROOT))));
            this.skipped = meters.counter(Metric.JOB_SKIPPED, name);
            meters.gauge(Metric.JOB_RUNNING, running::get, name);
        }
    }
}
