package org.jzenith.core.rx;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** See {@link RxFuture#single}. */
final class FutureSingle<T> extends Single<T> {

    private final Callable<Future<T>> supplier;
    private final @Nullable Consumer<? super T> onDiscard;

    FutureSingle(final Callable<Future<T>> supplier, final @Nullable Consumer<? super T> onDiscard) {
        this.supplier = supplier;
        this.onDiscard = onDiscard;
    }

    @Override
    protected void subscribeActual(final SingleObserver<? super T> downstream) {
        final Listener<T> listener = new Listener<>(downstream, onDiscard);
        downstream.onSubscribe(listener);
        listener.listenTo(supplier);
    }

    private static final class Listener<T> extends FutureObserver<T> {

        private static final long serialVersionUID = 1L;

        private final transient SingleObserver<? super T> downstream;
        private final transient @Nullable Consumer<? super T> onDiscard;

        Listener(final SingleObserver<? super T> downstream, final @Nullable Consumer<? super T> onDiscard) {
            this.downstream = downstream;
            this.onDiscard = onDiscard;
        }

        @Override
        void succeed(final @Nullable T value) {
            if (value == null) {
                downstream.onError(new NullPointerException(
                        "The future succeeded with null. Use RxFuture.maybe or RxFuture.completable."));
            } else {
                downstream.onSuccess(value);
            }
        }

        @Override
        void fail(final Throwable error) {
            downstream.onError(error);
        }

        @Override
        void discard(final T value) throws Exception {
            if (onDiscard != null) {
                onDiscard.accept(value);
            }
        }
    }
}
