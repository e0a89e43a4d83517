package org.jzenith.security.jwt.internal.verification;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.concurrent.Callable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.internal.authentication.PriorityLimiter;

/** Threads for slow algorithms. They are few, so that guessed tokens take neither the event loops nor the threads for other work. */
public final class VerificationThreads implements AutoCloseable {

    private final Blocking threads;
    private final PriorityLimiter limiter;

    /**
     * Creates the threads.
     *
     * @param threads number of tokens that are verified at once
     * @param queue number of tokens that wait
     */
    public VerificationThreads(final int threads, final int queue) {
        // a verification whose client has left still takes its thread
        this.threads = new Blocking(threads, threads);
        this.limiter = new PriorityLimiter(
                threads,
                queue,
                "Too many tokens wait to be verified. Raise jwt.verification-threads or jwt.verification-queue.");
    }

    /**
     * Verifies a token.
     *
     * @param priority the priority of the client
     * @param work verifies it
     * @return the token, on the event loop that has subscribed; an error that is answered with 503 if the queue is full
     */
    @CheckReturnValue
    public Single<VerifiedToken> verify(final Priority priority, final Callable<VerifiedToken> work) {
        return limiter.run(priority, threads.single(work));
    }

    /**
     * Returns the number of tokens that wait.
     *
     * @return without those that are being verified
     */
    public int waiting() {
        return limiter.waiting();
    }

    @Override
    public void close() {
        threads.close();
    }
}
