package org.jzenith.rest.rx;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.AsyncResponseProvider;
import org.jboss.resteasy.spi.AsyncStreamProvider;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.rx.Subscriptions.ResultType;
import org.reactivestreams.Publisher;

/** The table of result types: what is subscribed to for each of them. */
final class ResultTypes {

    private static final Map<Class<?>, ResultType> TYPES = Map.of(
            Single.class,
            (returned, all, check, callback) ->
                    ((Single<?>) returned).subscribe(new ResultObserver(all, callback, check, false)),
            Maybe.class,
            (returned, all, check, callback) ->
                    ((Maybe<?>) returned).subscribe(new ResultObserver(all, callback, check, false)),
            Completable.class,
            (returned, all, check, callback) ->
                    ((Completable) returned).subscribe(new ResultObserver(all, callback, check, true)),
            CompletionStage.class,
            (returned, all, check, callback) -> observe((CompletionStage<?>) returned, all, check, callback),
            Future.class,
            (returned, all, check, callback) -> observe((Future<?>) returned, all, check, callback),
            Flowable.class,
            (returned, all, check, callback) -> callback.onResult(new StreamingBody((Flowable<?>) returned)),
            Observable.class,
            (returned, all, check, callback) -> callback.onResult(StreamingBody.of((Observable<?>) returned)));

    private ResultTypes() {}

    /** Null if the value is what the method returns. */
    static @Nullable ResultType of(final Class<?> declared, final ResteasyProviderFactory providers) {
        for (final Map.Entry<Class<?>, ResultType> known : TYPES.entrySet()) {
            if (known.getKey().isAssignableFrom(declared)) {
                return known.getValue();
            }
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        final AsyncResponseProvider<Object> stages = providers.getAsyncResponseProvider((Class) declared);
        if (stages != null) {
            return (returned, subscriptions, check, callback) ->
                    observe(stages.toCompletionStage(returned), subscriptions, check, callback);
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        final AsyncStreamProvider<Object> streams = providers.getAsyncStreamProvider((Class) declared);
        return streams == null
                ? null
                : (returned, subscriptions, check, callback) ->
                        callback.onResult(new StreamingBody(flowable(streams.toAsyncStream(returned))));
    }

    /** A stage goes on when the request has ended, because others may wait for it. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback handles value and error
    private static void observe(
            final CompletionStage<?> result,
            final Subscriptions all,
            final @Nullable Consumer<Object> check,
            final Subscriptions.ResultCallback callback) {
        result.whenComplete(new StageDisposable(new ResultObserver(all, callback, check, true)));
    }

    /** A future goes on, too. */
    @SuppressWarnings("unchecked")
    private static void observe(
            final Future<?> result,
            final Subscriptions all,
            final @Nullable Consumer<Object> check,
            final Subscriptions.ResultCallback callback) {
        ((Future<Object>) result).onComplete(new StageDisposable(new ResultObserver(all, callback, check, true)));
    }

    private static Flowable<?> flowable(final Publisher<?> stream) {
        return Flowable.fromPublisher(stream);
    }
}
