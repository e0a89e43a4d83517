package org.jzenith.rest.internal.rx;

import io.reactivex.disposables.Disposable;
import java.time.Duration;
import org.jzenith.http.internal.request.EventLoopExecutor;

/** The request of a stream. */
public interface StreamedRequest {

    /** Returns the executor, which runs work on the event loop with the context of the request. */
    EventLoopExecutor executor();

    /**
     * Returns true if the current thread works for the request, with its context current.
     *
     * @return false on other threads and in the contexts of other requests
     */
    boolean isCurrent();

    /**
     * Runs work on the event loop after a time, with the context of the request. Called on the event loop.
     *
     * @param delay at least one millisecond
     * @param work to run
     * @return disposal ends the waiting
     */
    Disposable executeAfter(Duration delay, Runnable work);

    /** Returns true if the application has started to stop accepting. */
    boolean isStopping();

    /**
     * The problem that a failure is for the client. An unknown failure is logged here.
     *
     * @param failure the failure of a stream that has started
     * @return UTF-8 of {@code application/problem+json}, in one line
     */
    byte[] problem(Throwable failure);

    /**
     * Returns the settings for writing the application's streams.
     *
     * @return the same for all requests
     */
    StreamSettings streams();
}
