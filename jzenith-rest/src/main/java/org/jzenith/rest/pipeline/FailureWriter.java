package org.jzenith.rest.pipeline;

/** Writes the response to the failure of a request. */
@FunctionalInterface
public interface FailureWriter {

    /**
     * Writes the response to a failure, or breaks off the one that has begun.
     *
     * @param invocation has failed
     * @param failure the cause
     */
    void write(Invocation invocation, Throwable failure);
}
