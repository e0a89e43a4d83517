package org.jzenith.rest.internal.rx;

import io.reactivex.disposables.Disposable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.error.Unwrapping;

/**
 * Observes a stage of the resource for one request. Dispose ends the observation and releases the request;
 * the stage goes on, because others may wait for it.
 */
final class StageDisposable extends AtomicReference<Subscriptions.@Nullable ResultObserver>
        implements Disposable, BiConsumer<@Nullable Object, @Nullable Throwable> {

    private static final long serialVersionUID = 1L;

    StageDisposable(final Subscriptions.ResultObserver observer) {
        super(observer);
        observer.onSubscribe(this);
    }

    @Override
    public void accept(final @Nullable Object value, final @Nullable Throwable error) {
        final Subscriptions.ResultObserver observer = getAndSet(null);
        if (observer == null) {
            return;
        }
        if (error == null) {
            observer.onSuccess(value);
        } else {
            observer.onError(Unwrapping.ofStage(error));
        }
    }

    @Override
    public void dispose() {
        set(null);
    }

    @Override
    public boolean isDisposed() {
        return get() == null;
    }
}
