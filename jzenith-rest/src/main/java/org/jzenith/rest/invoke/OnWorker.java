package org.jzenith.rest.invoke;

import io.reactivex.disposables.Disposable;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/**
 * Does steps that may block on a worker or virtual thread; the request goes on on the event loop. If the request has
 * ended before a thread is free, they are not done. The stop waits for steps that are being done, even if their client
 * has disconnected, and they keep the body until they end. So there is a limit for such work of its own.
 */
final class OnWorker implements Step {

    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

    private final Step[] steps;

    /**
     * @param steps none of which waits
     */
    OnWorker(final Step... steps) {
        this.steps = steps;
    }

    @Override
    public boolean run(final Invocation invocation) {
        if (!invocation.exchange().beginWork()) {
            throw new ServiceUnavailableException(RETRY_SECONDS);
        }
        final Work work = new Work(invocation);
        work.task = invocation.pipeline().blocking().execute(work, work);
        invocation.subscriptions().add(work);
        return false;
    }

    /**
     * The work of one invocation. It is true from the moment on in which the work begins, is refused, or is disposed with
     * the request, whichever comes first.
     */
    private final class Work extends AtomicBoolean implements Runnable, Consumer<RuntimeException>, Disposable {

        private static final long serialVersionUID = 1L;

        private final transient Invocation invocation;
        private final transient Runnable release;
        private final transient Runnable resume;
        private transient @Nullable Disposable task;

        Work(final Invocation invocation) {
            this.invocation = invocation;
            this.release = invocation.retain();
            this.resume = invocation.waitForResume();
        }

        @Override
        public void run() {
            if (compareAndSet(false, true)) {
                final Throwable failure = invocation.subscriptions().isEnded() ? null : failure();
                end();
                if (failure == null) {
                    resume.run();
                } else {
                    invocation.exchange().execute(() -> invocation.fail(failure));
                }
            }
        }

        /** Does the steps. */
        private @Nullable Throwable failure() {
            try {
                for (final Step step : steps) {
                    step.run(invocation);
                }
                return null;
            } catch (final Throwable e) {
                return e;
            }
        }

        private void end() {
            try {
                release.run();
            } finally {
                invocation.exchange().endWork();
            }
        }

        @Override
        public void accept(final RuntimeException refusal) {
            if (compareAndSet(false, true)) {
                end();
                invocation.exchange().executeLater(() -> invocation.fail(refusal));
            }
        }

        @Override
        public void dispose() {
            if (task != null && compareAndSet(false, true)) {
                task.dispose();
                end();
            }
        }

        @Override
        public boolean isDisposed() {
            return get();
        }
    }
}
