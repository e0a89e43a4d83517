package org.jzenith.jobs;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;

/**
 * Decides before each run if a job may run, for example on one of several instances. Without a binding, every job may.
 *
 * <pre>{@code
 * bind(JobGuard.class).to(LeaderGuard.class)
 * }</pre>
 */
@CheckReturnValue
@FunctionalInterface
public interface JobGuard {

    /**
     * Decides about one run. Called on an event loop, in the context of the run; must not block.
     *
     * @param job the name of the job
     * @return false if the job does not run now. The run fails if this fails, or has no result within the job's time limit
     */
    Single<Boolean> mayRun(String job);
}
