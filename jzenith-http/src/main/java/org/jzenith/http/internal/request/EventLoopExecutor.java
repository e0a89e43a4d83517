package org.jzenith.http.internal.request;

import java.util.concurrent.Executor;

/** Runs the work of one request on its event loop, with the context of the request: at once if called there. */
public interface EventLoopExecutor extends Executor {

    /**
     * Runs work on the event loop, in its own task.
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
}
