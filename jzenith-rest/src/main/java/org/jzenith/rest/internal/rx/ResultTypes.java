package org.jzenith.rest.internal.rx;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncResponseProvider;
import org.jboss.resteasy.spi.AsyncStreamProvider;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.rx.Subscriptions.ResultType;
import org.reactivestreams.Publisher;

/** The table of result types: what is subscribed to for each of them. */
public final class ResultTypes {

    private ResultTypes() {}

    /**
     * The type of what a method declares.
     *
     * @param declared the return type
     * @param providers may know further types
     * @return null if the value is what the method returns
     */
    public static @Nullable ResultType of(final Class<?> declared, final ResteasyProviderFactory providers) {
        final ResultType known = known(declared);
        if (known != null) {
            return known;
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        final AsyncResponseProvider<Object> stages = providers.getAsyncResponseProvider((Class) declared);
        if (stages != null) {
            return (returned, all, check, callback) -> all.observe(
                    callback, check, true, observer -> observe(stages.toCompletionStage(returned), observer));
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        final AsyncStreamProvider<Object> streams = providers.getAsyncStreamProvider((Class) declared);
        return streams == null
                ? null
                : (returned, subscriptions, check, callback) ->
                        callback.onResult(new StreamingBody(flowable(streams.toAsyncStream(returned))));
    }

    private static @Nullable ResultType known(final Class<?> declared) {
        if (Single.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) ->
                    all.observe(callback, check, false, ((Single<?>) returned)::subscribe);
        }
        if (Maybe.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) ->
                    all.observe(callback, check, false, ((Maybe<?>) returned)::subscribe);
        }
        if (Completable.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) ->
                    all.observe(callback, check, true, ((Completable) returned)::subscribe);
        }
        if (CompletionStage.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) ->
                    all.observe(callback, check, true, observer -> observe((CompletionStage<?>) returned, observer));
        }
        if (Future.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) -> all.observe(
                    callback, check, true, observer -> observe(((Future<?>) returned).toCompletionStage(), observer));
        }
        if (Flowable.class.isAssignableFrom(declared)) {
            return (returned, all, check, callback) -> callback.onResult(new StreamingBody((Flowable<?>) returned));
        }
        return Observable.class.isAssignableFrom(declared)
                ? (returned, all, check, callback) -> callback.onResult(StreamingBody.of((Observable<?>) returned))
                : null;
    }

    /** A stage goes on when the request has ended, because others may wait for it. */
    @SuppressWarnings("FutureReturnValueIgnored") // the observer gets value and error
    private static void observe(final CompletionStage<?> result, final Subscriptions.ResultObserver observer) {
        result.whenComplete(new StageDisposable(observer));
    }

    private static Flowable<?> flowable(final Publisher<?> stream) {
        return Flowable.fromPublisher(stream);
    }
}
