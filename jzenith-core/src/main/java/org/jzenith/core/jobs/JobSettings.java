package org.jzenith.core.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;

/**
 * What code and configuration together say about one job.
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
        if (job.times() instanceof final Job.Interval interval) {
            final JobsConfiguration.OfInterval settings = own.get(JobsConfiguration.OfInterval.class);
            return new JobSettings(
                    all.enabled() && settings.enabled(),
                    new Job.Interval(settings.every().orElse(interval.length()), interval.initialDelay()),
                    settings.timeout().orElse(timeout));
        }
        final Job.Cron cron = (Job.Cron) job.times();
        final JobsConfiguration.OfCron settings = own.get(JobsConfiguration.OfCron.class);
        return new JobSettings(
                all.enabled() && settings.enabled(),
                new Job.Cron(settings.cron().orElse(cron.expression()), cron.zone()),
                settings.timeout().orElse(timeout));
    }
}
