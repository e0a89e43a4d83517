package org.jzenith.rest.pipeline;

import org.jzenith.rest.step.OnWorker;

/** One step of a request. The steps of a resource method are fixed at start; a request runs through them in order. */
@FunctionalInterface
public interface Step {

    /**
     * Does this step. Called on the event loop in the context of the request, but by a worker thread within {@link
     * OnWorker}.
     *
     * @return false if the request goes on later; then this step resumes the invocation
     * @throws Throwable why the request fails
     */
    boolean run(Invocation invocation) throws Throwable;
}
