package org.jzenith.rest.rx;

import io.reactivex.CompletableObserver;
import io.reactivex.MaybeObserver;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.validation.RequestValidation;

/** Waits for the one result of a resource method and hands it to RESTEasy on the event loop. */
final class Arrival extends CompletableFuture<@Nullable Object>
        implements SingleObserver<Object>, MaybeObserver<Object>, CompletableObserver {

    private final Subscriptions subscriptions;
    private final boolean nothingIsFine;
    private final @Nullable Consumer<Object> check = RequestValidation.resultCheck();

    private Arrival(final Subscriptions subscriptions, final boolean nothingIsFine) {
        this.subscriptions = subscriptions;
        this.nothingIsFine = nothingIsFine;
    }

    static Arrival ofValue(final Subscriptions subscriptions) {
        return new Arrival(subscriptions, false);
    }

    static Arrival ofNothing(final Subscriptions subscriptions) {
        return new Arrival(subscriptions, true);
    }

    @Override
    public void onSubscribe(final Disposable disposable) {
        subscriptions.add(disposable);
    }

    @Override
    public void onSuccess(final @Nullable Object value) {
        subscriptions.onEventLoop(() -> arrive(value));
    }

    private void arrive(final @Nullable Object value) {
        try {
            if (check != null && value != null) {
                check.accept(value);
            }
        } catch (final RuntimeException e) {
            completeExceptionally(e);
            return;
        }
        complete(value);
    }

    @Override
    public void onError(final Throwable error) {
        subscriptions.onEventLoop(() -> completeExceptionally(error));
    }

    @Override
    public void onComplete() {
        if (nothingIsFine) {
            onSuccess(null);
        } else {
            onError(Errors.exception(404, "There is nothing at this path."));
        }
    }
}
