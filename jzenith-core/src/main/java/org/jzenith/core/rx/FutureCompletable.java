package org.jzenith.core.rx;

import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Implements {@link RxFuture#completable} directly, because a {@code Maybe} would load all its operators at startup. */
final class FutureCompletable extends Completable {

    private final Callable<? extends Future<?>> supplier;

    FutureCompletable(final Callable<? extends Future<?>> supplier) {
        this.supplier = supplier;
    }

    @Override
    protected void subscribeActual(final CompletableObserver downstream) {
        final Listener listener = new Listener(downstream);
        downstream.onSubscribe(listener);
        listener.listenTo(supplier);
    }

    private static final class Listener extends FutureObserver<Object> {

        private static final long serialVersionUID = 1L;

        private final transient CompletableObserver downstream;

        Listener(final CompletableObserver downstream) {
            this.downstream = downstream;
        }

        @Override
        void succeed(final @Nullable Object value) {
            downstream.onComplete();
        }

        @Override
        void fail(final Throwable error) {
            downstream.onError(error);
        }
    }
}
