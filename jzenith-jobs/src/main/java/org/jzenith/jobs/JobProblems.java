package org.jzenith.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;

/** Finds mistakes in jobs before anything starts. */
final class JobProblems {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    /** The names of settings of all jobs. */
    private static final Set<String> TAKEN = Set.of("enabled", "timeout");

    private static final Duration LEAST = Duration.ofMillis(1);

    private final List<StartProblem> problems = new ArrayList<>();
    private final Configuration configuration;

    private JobProblems(final Configuration configuration) {
        this.configuration = configuration;
    }

    static boolean isName(final String name) {
        return NAME.matcher(name).matches() && !TAKEN.contains(name);
    }

    static List<StartProblem> of(final List<Job> jobs, final Configuration configuration) {
        final JobProblems found = new JobProblems(configuration);
        final Set<String> names = new HashSet<>();
        for (final Job job : jobs) {
            if (!isName(job.name())) {
                found.add(
                        job,
                        "A job cannot have the name '" + job.name() + "', because "
                                + (TAKEN.contains(job.name())
                                        ? "jobs." + job.name() + " is the name of a setting for all jobs."
                                        : "a name may contain only lower-case letters, digits and hyphens."),
                        "Choose another name.");
            } else if (!names.add(job.name())) {
                found.add(job, "Two jobs have the name '" + job.name() + "'.", "Give each job its own name.");
            }
        }
        if (found.problems.isEmpty()) {
            jobs.forEach(found::check);
        }
        return found.problems;
    }

    private void check(final Job job) {
        if (job.work().takesTerm() && !job.isOnOneInstance()) {
            add(
                    job,
                    "The work of the job '" + job.name() + "' takes a Term, but the job runs on every instance.",
                    "Add onOneInstance(), or remove the parameter.");
        }
        if (job.overlaps() && job.isOnOneInstance()) {
            add(
                    job,
                    "The job '" + job.name() + "' has both withOverlap() and onOneInstance().",
                    "Remove one of them: the runs of a job on one instance cannot overlap.");
        }
        if (job.times() instanceof final Job.Interval interval) {
            atLeast(job, "interval", interval.length(), LEAST);
            atLeast(job, "initial delay", interval.initialDelay(), Duration.ZERO);
        }
        atLeast(job, "jitter", job.jitter(), Duration.ZERO);
        atLeast(job, "timeout", job.timeout(), LEAST);
        if (JobSettings.of(job, configuration).times() instanceof final Job.Cron cron) {
            try {
                new CronSchedule(cron);
            } catch (final IllegalArgumentException e) {
                final String key = "jobs." + job.name() + ".cron";
                problems.add(StartProblem.of("The job '" + job.name() + "' has the times '" + cron.expression()
                                + "', which cannot be understood: " + e.getMessage())
                        .from(configuration.origin(key).orElse(job.line()))
                        .remedy("Write five fields: minute, hour, day of the month, month, day of the week. For "
                                + "example, '0 3 * * MON-FRI' means three o'clock on weekdays.")
                        .causedBy(e));
            }
        }
    }

    private void atLeast(final Job job, final String what, final @Nullable Duration value, final Duration least) {
        if (value != null && value.compareTo(least) < 0) {
            add(
                    job,
                    "The job '" + job.name() + "' has the " + what + " " + value.toMillis() + " ms.",
                    "Set it to " + least.toMillis() + " ms or more.");
        }
    }

    private void add(final Job job, final String what, final String remedy) {
        problems.add(StartProblem.of(what).from(job.line()).remedy(remedy));
    }
}
