package org.jzenith.jobs;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of all jobs. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jobs")
public interface JobsConfiguration {

    /**
     * Whether jobs run by the clock.
     *
     * @return false if they run only when a {@link JobRunner} is asked
     */
    @WithDefault("true")
    @Description("Whether jobs run by the clock. The test kit sets it to false.")
    boolean enabled();

    /**
     * How long a run may take.
     *
     * @return the limit for all jobs that have none of their own; empty for no limit
     */
    @Description(
            "How long a run of a job may take until it is disposed, for jobs without a limit of their own; no limit when"
                    + " not set.")
    Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> timeout();

    /** The settings that each job has; the name of the job stands behind the prefix. */
    interface OfJob {

        /**
         * Whether the job runs by the clock.
         *
         * @return false if it runs only when a {@link JobRunner} is asked
         */
        @WithDefault("true")
        @Description("Whether the job runs by the clock.")
        boolean enabled();

        /**
         * How long a run may take.
         *
         * @return empty for what the code says
         */
        @Description("How long a run may take until it is disposed; what the code says when not set.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> timeout();
    }

    /** The settings of one job that runs at an interval. */
    @ConfigMapping(prefix = "jobs")
    interface OfInterval extends OfJob {

        /**
         * The time from the beginning of a run to that of the next one.
         *
         * @return empty for what the code says
         */
        @Description("The time from the beginning of a run to that of the next one; what the code says when not set.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> every();
    }

    /** The settings of one job that runs at times of the day. */
    @ConfigMapping(prefix = "jobs")
    interface OfCron extends OfJob {

        /**
         * When the job runs.
         *
         * @return minute, hour, day of the month, month, day of the week; empty for what the code says
         */
        @Description(
                "When the job runs: minute, hour, day of the month, month, day of the week; what the code says when not"
                        + " set.")
        Optional<String> cron();
    }
}
