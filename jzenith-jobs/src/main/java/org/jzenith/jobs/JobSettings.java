package org.jzenith.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.jobs.internal.configuration.JobsConfiguration;

/**
 * The settings of a job, from code and configuration.
 *
 * @param enabled whether it runs by the clock
 * @param timeout null for no limit
 */
record JobSettings(
        boolean enabled, Job.Times times, @Nullable Duration timeout) {

    static JobSettings of(final Job job, final Configuration configuration) {
        final JobsConfiguration all = configuration.get(JobsConfiguration.class);
        final Configuration own = configuration.qualified(job.name());
        final @Nullable Duration timeout = job.timeout() == null ? all.timeout().orElse(null) : job.timeout();
        final JobsConfiguration.OfJob settings;
        final Job.Times times;
        if (job.times() instanceof final Job.Interval interval) {
            final JobsConfiguration.OfInterval set = own.get(JobsConfiguration.OfInterval.class);
            settings = set;
            times = new Job.Interval(set.every().orElse(interval.length()), interval.initialDelay());
        } else {
            final Job.Cron cron = (Job.Cron) job.times();
            final JobsConfiguration.OfCron set = own.get(JobsConfiguration.OfCron.class);
            settings = set;
            times = new Job.Cron(set.cron().orElse(cron.expression()), cron.zone());
        }
        return new JobSettings(
                all.enabled() && settings.enabled(), times, settings.timeout().orElse(timeout));
    }
}
