package org.jzenith.rest.rx;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.CompletionStage;
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
            (returned, all, check, callback) -> all.receive((Single<?>) returned, check, callback),
            Maybe.class,
            (returned, all, check, callback) -> all.receive((Maybe<?>) returned, check, callback),
            Completable.class,
            (returned, all, check, callback) -> all.receive((Completable) returned, check, callback),
            CompletionStage.class,
            (returned, all, check, callback) -> all.receive((CompletionStage<?>) returned, check, callback),
            Future.class,
            (returned, all, check, callback) -> all.receive((Future<?>) returned, check, callback),
            Flowable.class,
            (returned, all, check, callback) -> callback.onResult(new StreamingBody((Flowable<?>) returned)),
            Observable.class,
            (returned, all, check, callback) -> callback.onResult(
                    new StreamingBody(((Observable<?>) returned).toFlowable(BackpressureStrategy.BUFFER))));

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
                    subscriptions.receive(stages.toCompletionStage(returned), check, callback);
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        final AsyncStreamProvider<Object> streams = providers.getAsyncStreamProvider((Class) declared);
        return streams == null
                ? null
                : (returned, subscriptions, check, callback) ->
                        callback.onResult(new StreamingBody(flowable(streams.toAsyncStream(returned))));
    }

    private static Flowable<?> flowable(final Publisher<?> stream) {
        return Flowable.fromPublisher(stream);
    }
}
