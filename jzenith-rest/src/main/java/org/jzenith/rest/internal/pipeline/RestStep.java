package org.jzenith.rest.internal.pipeline;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

/** A step of jZenith's own, which needs RESTEasy's view of the request. */
@FunctionalInterface
public interface RestStep extends Step {

    /** As {@link Step#run}. */
    boolean run(RestInvocation invocation) throws Throwable;

    @Override
    default boolean run(final Invocation invocation) throws Throwable {
        return run((RestInvocation) invocation);
    }
}
