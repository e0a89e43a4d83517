package org.jzenith.security.password;

import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.RequestContext;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.internal.authentication.PriorityLimiter;
import org.jzenith.security.internal.configuration.BasicConfiguration;

/**
 * Computes hashes of passwords on a few separate threads, so that password guessing slows down neither event loops nor other blocking work.
 * Safe for use by many threads.
 */
final class HashComputations implements AutoCloseable {

    private final Blocking threads;
    private final PriorityLimiter limiter;
    private final AtomicLong begun = new AtomicLong();

    HashComputations(final BasicConfiguration.Basic settings) {
        final int count = settings.threads()
                .orElseGet(() -> Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        // a computation whose client has left still takes its thread
        this.threads = new Blocking(count, count);
        this.limiter = new PriorityLimiter(
                count,
                settings.queue(),
                "Too many passwords wait to be checked. Raise security.basic.threads or security.basic.queue.");
    }

    /**
     * Compares a password with a hash. The comparison runs outside of the first request's context, because several requests can share the
     * result. The result arrives on the thread of the computation.
     */
    Single<Boolean> matches(final PasswordHash hash, final String password, final Priority priority) {
        return limiter.run(
                priority,
                Single.create(emitter -> RequestContext.create("basic authentication")
                        .run(() -> emitter.setDisposable(
                                threads.execute(() -> compute(hash, password, emitter), emitter::tryOnError)))));
    }

    private void compute(final PasswordHash hash, final String password, final SingleEmitter<Boolean> emitter) {
        begun.incrementAndGet();
        try {
            emitter.onSuccess(hash.matches(password.getBytes(StandardCharsets.UTF_8)));
        } catch (final RuntimeException e) {
            emitter.tryOnError(e);
        }
    }

    /** Returns the number of computations that have started. */
    long begun() {
        return begun.get();
    }

    /** Returns the number of computations that run now. */
    int running() {
        return threads.running();
    }

    /** Returns the number of passwords that wait to be checked. */
    int waiting() {
        return limiter.waiting();
    }

    @Override
    public void close() {
        threads.close();
    }
}
