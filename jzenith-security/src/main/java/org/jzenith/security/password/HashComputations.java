package org.jzenith.security.password;

import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Computes hashes of passwords on a few threads of its own, so that guesses take neither event loops nor the threads of other blocking
 * work. Safe for use by many threads.
 */
final class HashComputations implements AutoCloseable {

    private final Blocking threads;
    private final AtomicLong begun = new AtomicLong();

    /** Thrown when too many passwords wait. It has no stack trace. */
    private static final class QueueFullException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        QueueFullException() {
            super(
                    "Too many passwords wait to be checked. See security.basic.threads and security.basic.queue.",
                    null,
                    false,
                    false);
        }
    }

    HashComputations(final BasicConfiguration.Basic settings) {
        this.threads = new Blocking(
                settings.threads()
                        .orElseGet(() -> Math.max(1, Runtime.getRuntime().availableProcessors() / 2)),
                settings.queue());
    }

    /**
     * Compares a password with a hash. It does not depend on the request that asks first, because several may share the result. The
     * result comes on the thread of the computation.
     */
    Single<Boolean> matches(final PasswordHash hash, final String password) {
        return Single.create(emitter -> RequestContext.create("basic authentication")
                .run(() -> emitter.setDisposable(threads.execute(
                        () -> compute(hash, password, emitter), error -> emitter.tryOnError(refusal(error))))));
    }

    private void compute(final PasswordHash hash, final String password, final SingleEmitter<Boolean> emitter) {
        begun.incrementAndGet();
        try {
            emitter.onSuccess(hash.matches(password.getBytes(StandardCharsets.UTF_8)));
        } catch (final RuntimeException e) {
            emitter.tryOnError(e);
        }
    }

    private static Throwable refusal(final Throwable error) {
        return error instanceof TemporarilyUnavailable ? new QueueFullException() : error;
    }

    /** Returns the number of computations that have begun. */
    long begun() {
        return begun.get();
    }

    /** Returns the number of computations that run now. */
    int running() {
        return threads.running();
    }

    /** Returns the number of passwords that wait to be checked. */
    int waiting() {
        return threads.waiting();
    }

    @Override
    public void close() {
        threads.close();
    }
}
