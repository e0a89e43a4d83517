package org.jzenith.rest.rx;

import io.reactivex.CompletableObserver;
import io.reactivex.MaybeObserver;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/**
 * Passes a method's asynchronous result on to the event loop: in {@link #observe} if it comes during the subscription.
 * After the result there is nothing to dispose.
 */
final class ResultObserver
        implements SingleObserver<Object>, MaybeObserver<Object>, CompletableObserver, Disposable, Runnable {

    private final Subscriptions subscriptions;
    private final Subscriptions.ResultCallback callback;
    private final @Nullable Consumer<Object> check;
    private final boolean emptyIsSuccess;

    /** The thread that subscribes; null after the subscription, or if it has brought the result. */
    private @Nullable Thread subscribing = Thread.currentThread();

    private @Nullable Disposable source;
    private @Nullable Object value;
    private @Nullable Throwable error;

    private ResultObserver(
            final Subscriptions subscriptions,
            final Subscriptions.ResultCallback callback,
            final @Nullable Consumer<Object> check,
            final boolean emptyIsSuccess) {
        this.subscriptions = subscriptions;
        this.callback = callback;
        this.check = check;
        this.emptyIsSuccess = emptyIsSuccess;
    }

    /** Observes a source. On the event loop. */
    static void observe(
            final Subscriptions subscriptions,
            final Subscriptions.ResultCallback callback,
            final @Nullable Consumer<Object> check,
            final boolean emptyIsSuccess,
            final Consumer<ResultObserver> source) {
        final ResultObserver observer = new ResultObserver(subscriptions, callback, check, emptyIsSuccess);
        source.accept(observer);
        if (observer.subscribing == null) {
            observer.run();
        } else {
            observer.subscribing = null;
        }
    }

    @Override
    public void onSubscribe(final Disposable disposable) {
        if (!disposable.isDisposed()) {
            source = disposable;
            subscriptions.add(this);
        }
    }

    @Override
    public void onSuccess(final @Nullable Object result) {
        value = result;
        arrived();
    }

    @Override
    public void onError(final Throwable failure) {
        error = failure;
        arrived();
    }

    private void arrived() {
        source = null;
        if (Thread.currentThread() == subscribing) {
            subscribing = null;
        } else {
            subscriptions.onEventLoop(this);
        }
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
        if (error == null && check != null && value != null) {
            try {
                check.accept(value);
            } catch (final RuntimeException e) {
                error = e;
            }
        }
        if (error == null) {
            callback.onResult(value);
        } else {
            callback.onFailure(error);
        }
    }
}
