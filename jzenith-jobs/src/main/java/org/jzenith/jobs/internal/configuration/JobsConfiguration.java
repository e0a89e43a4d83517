package org.jzenith.jobs.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.jobs.JobRunner;

/** The settings of all jobs. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jobs")
public interface JobsConfiguration {

    /**
     * Runs jobs on their schedule.
     *
     * @return false if they run only when a {@link JobRunner} is asked
     */
    @WithDefault("true")
    @Description("Runs jobs on their schedule. The test kit sets it to false.")
    boolean enabled();

    /**
     * The time limit for a run.
     *
     * @return the limit for all jobs that set none; empty for no limit
     */
    @Description(
            "The time limit for each run of a job for which the code sets no timeout. jZenith cancels a longer run. "
                    + "By default there is no limit.")
    Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> timeout();

    /** The settings that each job has; the name of the job stands behind the prefix. */
    interface OfJob {

        /**
         * Runs the job on its schedule.
         *
         * @return false if it runs only when a {@link JobRunner} is asked
         */
        @WithDefault("true")
        @Description("Runs the job on its schedule.")
        boolean enabled();

        /**
         * The time limit for a run.
         *
         * @return empty for the value set in code
         */
        @Description("The time limit for each run; jZenith cancels a longer run. Defaults to the limit set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> timeout();
    }

    /** The settings of one job that runs at an interval. */
    @ConfigMapping(prefix = "jobs")
    interface OfInterval extends OfJob {

        /**
         * The time from the beginning of a run to that of the next one.
         *
         * @return empty for the value set in code
         */
        @Description("The time between the starts of two runs. Defaults to the interval set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> every();
    }

    /** The settings of one job that runs at times of the day. */
    @ConfigMapping(prefix = "jobs")
    interface OfCron extends OfJob {

        /**
         * The cron expression of the job.
         *
         * @return minute, hour, day of the month, month, day of the week; empty for the value set in code
         */
        @Description("The cron expression: minute, hour, day of the month, month, day of the week. Defaults to the "
                + "one set in code.")
        Optional<String> cron();
    }
}
