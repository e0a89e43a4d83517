package org.jzenith.security.jwt.verification;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.concurrent.Callable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** Threads for slow algorithms. They are few, so that guessed tokens take neither the event loops nor the threads for other work. */
public final class VerificationThreads implements AutoCloseable {

    private final Blocking threads;

    /** All threads are in use, and so is the queue. It has no stack trace. */
    static final class VerificationQueueFullException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        VerificationQueueFullException() {
            super(
                    "Too many tokens wait to be verified. See jwt.verification-threads and jwt.verification-queue.",
                    null,
                    false,
                    false);
        }
    }

    /**
     * Creates the threads.
     *
     * @param threads number of tokens that are verified at once
     * @param queue number of tokens that wait
     */
    public VerificationThreads(final int threads, final int queue) {
        this.threads = new Blocking(threads, queue);
    }

    /**
     * Verifies a token.
     *
     * @param work verifies it
     * @return the token, on the event loop that has subscribed; an error that is answered with 503 if the queue is full
     */
    @CheckReturnValue
    public Single<VerifiedToken> verify(final Callable<VerifiedToken> work) {
        return threads.single(work)
                .onErrorResumeNext(error -> Single.error(
                        error instanceof TemporarilyUnavailable ? new VerificationQueueFullException() : error));
    }

    /**
     * Returns the number of tokens that wait.
     *
     * @return without those that are being verified
     */
    public int waiting() {
        return threads.waiting();
    }

    @Override
    public void close() {
        threads.close();
    }
}
