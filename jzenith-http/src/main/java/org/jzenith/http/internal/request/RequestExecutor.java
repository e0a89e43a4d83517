package org.jzenith.http.internal.request;

/**
 * Runs the work of one request on its event loop, with the context of the request: what its body and its response need to
 * know of the exchange. May be called on any thread, except where a method says otherwise.
 */
public interface RequestExecutor extends EventLoopExecutor {

    /**
     * Returns true once the request has its response, or will get none. On the event loop.
     *
     * @return false while a response may be sent
     */
    boolean isFinished();

    /**
     * Responds with 500 to a failure that nothing else has handled, or aborts the response, and logs the failure. On the event loop.
     *
     * @param error the cause
     */
    void fail(Throwable error);
}
