package org.jzenith.rest.rx;

import io.reactivex.disposables.Disposable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Disposes a stage as far as a stage can be disposed: by cancelling it. */
final class Cancellation implements Disposable {

    private final CompletableFuture<Object> future;

    Cancellation(final CompletionStage<Object> stage) {
        this.future = stage.toCompletableFuture();
    }

    @Override
    public void dispose() {
        future.cancel(false);
    }

    @Override
    public boolean isDisposed() {
        return future.isDone();
    }
}
