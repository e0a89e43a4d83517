package org.jzenith.rest.rx;

import io.reactivex.CompletableObserver;
import io.reactivex.MaybeObserver;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/**
 * Observes the one result of a resource method, and passes it on on the event loop. After the result there is nothing
 * to dispose.
 */
final class ResultObserver
        implements SingleObserver<Object>, MaybeObserver<Object>, CompletableObserver, Disposable, Runnable {

    private final Subscriptions subscriptions;
    private final Subscriptions.ResultCallback callback;
    private final @Nullable Consumer<Object> check;
    private final boolean emptyIsSuccess;
    private @Nullable Disposable source;
    private @Nullable Object value;
    private @Nullable Throwable error;

    ResultObserver(
            final Subscriptions subscriptions,
            final Subscriptions.ResultCallback callback,
            final @Nullable Consumer<Object> check,
            final boolean emptyIsSuccess) {
        this.subscriptions = subscriptions;
        this.callback = callback;
        this.check = check;
        this.emptyIsSuccess = emptyIsSuccess;
    }

    @Override
    public void onSubscribe(final Disposable disposable) {
        if (!disposable.isDisposed()) {
            source = disposable;
            subscriptions.add(this);
        }
    }

    @Override
    public void onSuccess(final @Nullable Object arrived) {
        source = null;
        value = arrived;
        subscriptions.onEventLoop(this);
    }

    @Override
    public void onError(final Throwable failure) {
        source = null;
        error = failure;
        subscriptions.onEventLoop(this);
    }

    @Override
    public void onComplete() {
        if (emptyIsSuccess) {
            onSuccess(null);
        } else {
            onError(Errors.exception(404, "There is nothing at this path."));
        }
    }

    @Override
    public void dispose() {
        final Disposable running = source;
        if (running != null) {
            running.dispose();
        }
    }

    @Override
    public boolean isDisposed() {
        final Disposable running = source;
        return running == null || running.isDisposed();
    }

    /** Called on the event loop. */
    @Override
    public void run() {
        if (subscriptions.isEnded()) {
            return;
        }
        final Throwable failure = error == null ? violation() : error;
        if (failure == null) {
            callback.onResult(value);
        } else {
            callback.onFailure(failure);
        }
    }

    private @Nullable Throwable violation() {
        if (check == null || value == null) {
            return null;
        }
        try {
            check.accept(value);
            return null;
        } catch (final RuntimeException e) {
            return e;
        }
    }
}
