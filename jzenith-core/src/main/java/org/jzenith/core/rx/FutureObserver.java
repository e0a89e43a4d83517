package org.jzenith.core.rx;

import io.reactivex.disposables.Disposable;
import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;

/**
 * Observes a future for one subscriber. The inherited {@link AtomicBoolean} becomes true at the result or at dispose,
 * whichever comes first. A result after dispose is discarded.
 */
abstract class FutureObserver<T> extends AtomicBoolean implements Disposable, Handler<AsyncResult<T>> {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();

    /** Delivers the value, or null if the future has none, to a subscriber that has not disposed. */
    abstract void succeed(@Nullable T value) throws Exception;

    abstract void fail(Throwable error);

    /** Receives a value that arrives after dispose. */
    void discard(final T value) throws Exception {}

    final void listenTo(final Callable<? extends Future<? extends T>> supplier) {
        if (isDisposed()) {
            return;
        }
        final Future<? extends T> future;
        try {
            future = Objects.requireNonNull(supplier.call(), "The supplier returned null instead of a future.");
        } catch (final Throwable error) {
            failOnce(error);
            return;
        }
        @SuppressWarnings("unchecked")
        final Future<T> sameFuture = (Future<T>) future;
        sameFuture.onComplete(this);
    }

    @Override
    public final void handle(final AsyncResult<T> result) {
        ContextSnapshot.runIn(snapshot, () -> deliver(result));
    }

    private void deliver(final AsyncResult<T> result) {
        if (result.failed()) {
            failOnce(result.cause());
            return;
        }
        try {
            if (compareAndSet(false, true)) {
                succeed(result.result());
            } else if (result.result() != null) {
                discard(result.result());
            }
        } catch (final Throwable error) {
            RxJavaPlugins.onError(error);
        }
    }

    private void failOnce(final Throwable error) {
        // A failure after dispose is dropped.
        if (compareAndSet(false, true)) {
            fail(error);
        }
    }

    @Override
    public final void dispose() {
        set(true);
    }

    @Override
    public final boolean isDisposed() {
        return get();
    }
}
