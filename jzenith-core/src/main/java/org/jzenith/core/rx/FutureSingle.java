package org.jzenith.core.rx;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.functions.Consumer;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** See {@link RxFuture#single}. */
final class FutureSingle<T> extends Single<T> {

    private final Callable<Future<T>> supplier;
    private final @Nullable Consumer<? super T> unwanted;

    FutureSingle(final Callable<Future<T>> supplier, final @Nullable Consumer<? super T> unwanted) {
        this.supplier = supplier;
        this.unwanted = unwanted;
    }

    @Override
    protected void subscribeActual(final SingleObserver<? super T> downstream) {
        final Listener<T> listener = new Listener<>(downstream, unwanted);
        downstream.onSubscribe(listener);
        listener.listenTo(supplier);
    }

    private static final class Listener<T> extends FutureObserver<T> {

        private static final long serialVersionUID = 1L;

        private final transient SingleObserver<? super T> downstream;
        private final transient @Nullable Consumer<? super T> unwanted;

        Listener(final SingleObserver<? super T> downstream, final @Nullable Consumer<? super T> unwanted) {
            this.downstream = downstream;
            this.unwanted = unwanted;
        }

        @Override
        void succeed(final @Nullable T value) {
            if (value == null) {
                downstream.onError(new NullPointerException(
                        "The future succeeded without a value; use RxFuture.maybe or RxFuture.completable."));
            } else {
                downstream.onSuccess(value);
            }
        }

        @Override
        void fail(final Throwable error) {
            downstream.onError(error);
        }

        @Override
        void unwanted(final T value) throws Exception {
            if (unwanted != null) {
                unwanted.accept(value);
            }
        }
    }
}
