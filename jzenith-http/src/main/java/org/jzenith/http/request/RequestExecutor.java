package org.jzenith.http.request;

import java.util.concurrent.Executor;

/**
 * Runs the work of one request on its event loop, with the context of the request: what its body and its response need to
 * know of the exchange. May be called on any thread, except where a method says otherwise.
 */
public interface RequestExecutor extends Executor {

    /**
     * Runs work on the event loop, in a task of its own.
     *
     * @param work to run
     */
    void executeLater(Runnable work);

    /**
     * Returns true if long work should go on {@linkplain #executeInNextTurn in the next turn}. On the event loop.
     *
     * @return false if it may go on now
     */
    boolean isTurnOver();

    /**
     * Runs work after the event loop has served the sockets. On the event loop.
     *
     * @param work to run
     */
    void executeInNextTurn(Runnable work);

    /**
     * Returns true once the request has its response, or will get none. On the event loop.
     *
     * @return false while the request may be answered
     */
    boolean isFinished();

    /**
     * Answers 500 for a failure that nothing else has handled, or aborts the response, and logs the failure. On the event loop.
     *
     * @param error why
     */
    void fail(Throwable error);

    /**
     * Names the request, for reports.
     *
     * @return HTTP method, path and, if known, what answers
     */
    String description();
}
