package org.jzenith.rest.rx;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncResponseProvider;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.validation.RequestValidation;

/** The table of result types: what is subscribed to for each of them. */
final class ResultTypes {

    private ResultTypes() {}

    static final class OfSingle implements AsyncResponseProvider<Single<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Single<Object> result) {
            final StageObserver observer = new StageObserver();
            Subscriptions.current().receive(present(result), RequestValidation.resultCheck(), observer);
            return observer;
        }
    }

    static final class OfMaybe implements AsyncResponseProvider<Maybe<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Maybe<Object> result) {
            final StageObserver observer = new StageObserver();
            Subscriptions.current().receive(present(result), RequestValidation.resultCheck(), observer);
            return observer;
        }
    }

    static final class OfCompletable implements AsyncResponseProvider<Completable> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Completable result) {
            final StageObserver observer = new StageObserver();
            Subscriptions.current().receive(present(result), RequestValidation.resultCheck(), observer);
            return observer;
        }
    }

    static final class OfStage implements AsyncResponseProvider<CompletionStage<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable CompletionStage<Object> result) {
            final StageObserver observer = new StageObserver();
            present(result).whenComplete(new StageDisposable(observer(observer)));
            return observer;
        }
    }

    static final class OfFuture implements AsyncResponseProvider<Future<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Future<Object> result) {
            final StageObserver observer = new StageObserver();
            present(result).onComplete(new StageDisposable(observer(observer)));
            return observer;
        }
    }

    static final class OfFlowable implements AsyncResponseProvider<Flowable<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Flowable<Object> result) {
            return CompletableFuture.completedFuture(new StreamingBody(present(result)));
        }
    }

    static final class OfObservable implements AsyncResponseProvider<Observable<Object>> {

        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Observable<Object> result) {
            return CompletableFuture.completedFuture(
                    new StreamingBody(present(result).toFlowable(BackpressureStrategy.BUFFER)));
        }
    }

    private static ResultObserver observer(final StageObserver observer) {
        return new ResultObserver(Subscriptions.current(), observer, RequestValidation.resultCheck(), true);
    }

    private static <T> T present(final @Nullable T result) {
        if (result == null) {
            throw new IllegalStateException(
                    "The resource method returned null. Return an empty Maybe or a Single with an error.");
        }
        return result;
    }
}
