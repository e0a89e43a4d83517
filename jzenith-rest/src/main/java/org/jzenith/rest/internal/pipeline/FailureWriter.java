package org.jzenith.rest.internal.pipeline;

/** Writes the response to the failure of a request. */
@FunctionalInterface
public interface FailureWriter {

    /**
     * Writes the response to a failure, or breaks off the one that has started.
     *
     * @param invocation has failed
     * @param failure the cause
     */
    void write(RestInvocation invocation, Throwable failure);
}
