package org.jzenith.core.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * An event of a job. Each run has one {@link Begun} and one {@link Ended}. {@link Begun} and {@link Skipped} are called
 * on the event loop of the job, {@link Ended} on the thread on which the run has ended.
 */
public sealed interface JobEvent extends Event {

    /** The outcome of a run. */
    enum Status {
        /** The work has completed. */
        COMPLETED,
        /** The work has failed. */
        FAILED,
        /** The work took longer than its limit and was disposed. */
        TIMED_OUT,
        /** The application stopped, or the one who had asked for the run disposed it. */
        DISPOSED
    }

    /**
     * Returns the job.
     *
     * @return its name
     */
    String job();

    /**
     * A run begins.
     *
     * @param job the name of the job
     * @param request the context of the run
     */
    record Begun(String job, RequestContext request) implements JobEvent {}

    /**
     * A run has ended.
     *
     * @param job the name of the job
     * @param request the context of the run, the same as at its beginning
     * @param status the outcome of the run
     * @param duration since its beginning
     * @param error the cause of a failure or timeout, or null
     */
    record Ended(
            String job,
            RequestContext request,
            Status status,
            Duration duration,
            @Nullable Throwable error) implements JobEvent {}

    /**
     * A run did not begin, because one of the same job is in progress.
     *
     * @param job the name of the job
     */
    record Skipped(String job) implements JobEvent {}
}
