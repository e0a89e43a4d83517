package org.jzenith.rest.invoke;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jzenith.http.exchange.Exchange;
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
        final Exchange exchange = invocation.exchange();
        if (!exchange.beginWork()) {
            throw new ServiceUnavailableException(RETRY_SECONDS);
        }
        final Runnable release = invocation.retain();
        final AtomicBoolean ended = new AtomicBoolean();
        final Runnable end = () -> {
            if (ended.compareAndSet(false, true)) {
                try {
                    release.run();
                } finally {
                    exchange.endWork();
                }
            }
        };
        final Runnable resume = invocation.waitForResume();
        final Runnable work = () -> {
            if (!invocation.subscriptions().isEnded()) {
                final Runnable next = outcome(invocation, resume);
                end.run();
                next.run();
            }
        };
        final AtomicBoolean begun = new AtomicBoolean();
        final Disposable running = invocation
                .pipeline()
                .blocking()
                .execute(
                        () -> {
                            if (!begun.compareAndSet(false, true)) {
                                return;
                            }
                            try {
                                work.run();
                            } finally {
                                end.run();
                            }
                        },
                        error -> {
                            end.run();
                            exchange.executeLater(() -> invocation.fail(error));
                        });
        invocation.subscriptions().add(Disposables.fromAction(() -> {
            if (begun.compareAndSet(false, true)) {
                running.dispose();
                end.run();
            }
        }));
        return false;
    }

    /** Does the steps, and returns how the request goes on. */
    private Runnable outcome(final Invocation invocation, final Runnable resume) {
        try {
            for (final Step step : steps) {
                step.run(invocation);
            }
            return resume;
        } catch (final Throwable e) {
            return () -> invocation.exchange().execute(() -> invocation.fail(e));
        }
    }
}
