package org.jzenith.jobs;

import io.reactivex.Completable;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;

/**
 * The wish for a run. Its result arrives on the event loop that has asked for it and in the request context of that time,
 * never in the context of the run. Safe for use by many threads.
 */
final class RunRequest {

    private final Promise<Void> result = Promise.promise();
    private final Context deliverTo;
    private @Nullable JobRun run;
    private boolean disposed;

    private RunRequest(final Context context) {
        final @Nullable Context asking = Vertx.currentContext();
        this.deliverTo = asking != null && asking.isEventLoopContext() ? asking : context;
    }

    /**
     * Asks at each subscription.
     *
     * @param context the context in which the job runs; the result arrives there if no event loop has asked
     * @param start is given the request, on this thread
     */
    static Completable ask(final Context context, final Consumer<RunRequest> start) {
        return Completable.defer(() -> {
            final RunRequest request = new RunRequest(context);
            return RxFuture.completable(() -> {
                        start.accept(request);
                        return request.result.future();
                    })
                    .doOnDispose(request::dispose);
        });
    }

    synchronized boolean isDisposed() {
        return disposed;
    }

    void begins(final JobRun begun) {
        synchronized (this) {
            run = begun;
            if (!disposed) {
                return;
            }
        }
        begun.dispose();
    }

    private void dispose() {
        final @Nullable JobRun begun;
        synchronized (this) {
            disposed = true;
            begun = run;
        }
        if (begun != null) {
            begun.dispose();
        }
    }

    void complete() {
        deliverTo.runOnContext(none -> result.tryComplete());
    }

    void fail(final Throwable error) {
        deliverTo.runOnContext(none -> result.tryFail(error));
    }

    /** At once, because the event loops may have ended. */
    void refuse(final String why) {
        result.tryFail(new IllegalStateException(why));
    }
}
