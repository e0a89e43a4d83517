package org.jzenith.core.rx;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** See {@link RxFuture#maybe}. */
final class FutureMaybe<T> extends Maybe<T> {

    private final Callable<? extends Future<? extends @Nullable T>> supplier;

    FutureMaybe(final Callable<? extends Future<? extends @Nullable T>> supplier) {
        this.supplier = supplier;
    }

    @Override
    protected void subscribeActual(final MaybeObserver<? super T> downstream) {
        final Listener<T> listener = new Listener<>(downstream);
        downstream.onSubscribe(listener);
        listener.listenTo(supplier);
    }

    private static final class Listener<T> extends FutureObserver<T> {

        private static final long serialVersionUID = 1L;

        private final transient MaybeObserver<? super T> downstream;

        Listener(final MaybeObserver<? super T> downstream) {
            this.downstream = downstream;
        }

        @Override
        void succeed(final @Nullable T value) {
            if (value == null) {
                downstream.onComplete();
            } else {
                downstream.onSuccess(value);
            }
        }

        @Override
        void fail(final Throwable error) {
            downstream.onError(error);
        }
    }
}
