package org.jzenith.core.rx;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Converts Vert.x futures to RxJava 2 types.
 *
 * <pre>{@code
 * Single<Buffer> content = RxFuture.single(() -> vertx.fileSystem().readFile("terms.txt"));
 * }</pre>
 *
 * <p>The supplier is called for each subscription, on the subscribing thread. The result arrives on the thread that completes the future,
 * with the request context that was current at subscription. With Vert.x clients, this thread is the event loop on which the supplier was
 * called. A Vert.x future cannot be cancelled: after dispose its result is dropped. If the result must be released, pass an {@code
 * onDiscard} consumer.
 */
@CheckReturnValue
public final class RxFuture {

    private RxFuture() {}

    /**
     * Subscribes to a future with a value.
     *
     * @param supplier starts the work
     * @param <T> the value's type
     * @return its value; an error if the future fails, the supplier throws or the value is null
     */
    public static <T> Single<T> single(final Callable<Future<T>> supplier) {
        return new FutureSingle<>(supplier, null);
    }

    /**
     * Subscribes to a future whose value must be released after dispose, such as a connection.
     *
     * @param supplier starts the work
     * @param onDiscard receives the value when it arrives after dispose, on the completing thread
     * @param <T> the value's type
     * @return its value
     */
    public static <T> Single<T> single(final Callable<Future<T>> supplier, final Consumer<? super T> onDiscard) {
        return new FutureSingle<>(supplier, onDiscard);
    }

    /**
     * Subscribes to a future whose value may be null.
     *
     * @param supplier starts the work
     * @param <T> the value's type
     * @return its value, empty if it is null
     */
    public static <T> Maybe<T> maybe(final Callable<? extends Future<? extends @Nullable T>> supplier) {
        return new FutureMaybe<>(supplier);
    }

    /**
     * Subscribes to a future whose value does not matter.
     *
     * @param supplier starts the work
     * @return completes when the future succeeds
     */
    public static Completable completable(final Callable<? extends Future<?>> supplier) {
        return new FutureCompletable(supplier);
    }
}
