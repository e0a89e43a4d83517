package org.jzenith.kafka.internal.connection;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;

/** The results of the admin client, on the event loop that subscribes, with typed errors. */
@CheckReturnValue
public final class KafkaFutures {

    private KafkaFutures() {}

    /**
     * Runs a request with a result at each subscription.
     *
     * @param action what has failed, in messages, to stand before a colon
     * @param request such as {@code () -> admin.describeCluster().nodes()}
     */
    public static <T> Single<T> single(final String action, final Supplier<KafkaFuture<T>> request) {
        return RxFuture.single(() -> future(action, request));
    }

    /**
     * Runs a request without a result at each subscription.
     *
     * @param action as in {@link #single}
     * @param request such as {@code () -> admin.createTopics(topics).all()}
     */
    public static Completable completable(final String action, final Supplier<KafkaFuture<Void>> request) {
        return RxFuture.completable(() -> future(action, request));
    }

    private static <T> Future<T> future(final String action, final Supplier<? extends KafkaFuture<T>> request) {
        final EventLoopContext caller = EventLoopContext.current();
        final Promise<T> promise = caller == null ? Promise.promise() : caller.promise();
        listen(request.get(), promise, action);
        return promise.future();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the listener completes the promise and throws nothing
    private static <T> void listen(final KafkaFuture<T> future, final Promise<T> promise, final String action) {
        future.whenComplete((value, error) -> complete(promise, action, value, error));
    }

    private static <T> void complete(
            final Promise<T> promise, final String action, final T value, final @Nullable Throwable error) {
        if (error == null) {
            promise.tryComplete(value);
        } else {
            promise.tryFail(KafkaErrors.typed(action, error));
        }
    }
}
