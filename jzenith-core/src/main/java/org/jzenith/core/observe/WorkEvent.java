package org.jzenith.core.observe;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * An event of work that is no request, such as the run of a job. Each run has one {@link Begun} and one {@link Ended}.
 * {@link Begun} and {@link Skipped} are called on the event loop of the work, {@link Ended} on the thread on which the run
 * has ended.
 */
public sealed interface WorkEvent extends Event {

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
     * Returns the kind of the work.
     *
     * @return {@code job} for jobs
     */
    String kind();

    /**
     * Returns the name of the work.
     *
     * @return unique within the kind, such as the name of a job
     */
    String name();

    /**
     * A run begins.
     *
     * @param kind the kind of the work
     * @param name the name of the work
     * @param request the context of the run
     * @param headers the headers that came with the work, such as those of a trace; read in any case
     */
    record Begun(String kind, String name, RequestContext request, Map<String, String> headers) implements WorkEvent {}

    /**
     * A run has ended.
     *
     * @param kind the kind of the work
     * @param name the name of the work
     * @param request the context of the run, the same as at its beginning
     * @param status the outcome of the run
     * @param duration since its beginning
     * @param error the cause of a failure or timeout, or null
     */
    record Ended(
            String kind,
            String name,
            RequestContext request,
            Status status,
            Duration duration,
            @Nullable Throwable error)
            implements WorkEvent {}

    /**
     * A run did not begin, because as many as may run at once are in progress.
     *
     * @param kind the kind of the work
     * @param name the name of the work
     */
    record Skipped(String kind, String name) implements WorkEvent {}
}
