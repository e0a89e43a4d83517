package org.jzenith.rest.validation;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Future;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.ValueExtractor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Values that come later, for a validator that looks into containers now. It sees nothing in a container whose value
 * has not arrived; when it has, it is shown another container that holds it.
 */
final class Arrived {

    private Arrived() {}

    static boolean comesLater(final @Nullable Object container) {
        return container instanceof Single
                || container instanceof Maybe
                || container instanceof CompletionStage
                || container instanceof Future;
    }

    static boolean mayComeLater(final Class<?> type) {
        return Single.class.isAssignableFrom(type) || Maybe.class.isAssignableFrom(type);
    }

    static Object in(final Object container, final Object value) {
        if (container instanceof Single) {
            return new ArrivedSingle(value);
        }
        if (container instanceof Maybe) {
            return new ArrivedMaybe(value);
        }
        return container instanceof Future ? Future.succeededFuture(value) : CompletableFuture.completedFuture(value);
    }

    static List<ValueExtractor<?>> extractors() {
        return List.of(
                new SingleExtractor(), new MaybeExtractor(), new CompletionStageExtractor(), new FutureExtractor());
    }

    private static final class ArrivedSingle extends Single<Object> {

        private final Object value;

        ArrivedSingle(final Object value) {
            this.value = value;
        }

        @Override
        protected void subscribeActual(final SingleObserver<? super Object> observer) {
            observer.onSubscribe(Disposables.disposed());
            observer.onSuccess(value);
        }
    }

    private static final class ArrivedMaybe extends Maybe<Object> {

        private final Object value;

        ArrivedMaybe(final Object value) {
            this.value = value;
        }

        @Override
        protected void subscribeActual(final MaybeObserver<? super Object> observer) {
            observer.onSubscribe(Disposables.disposed());
            observer.onSuccess(value);
        }
    }

    private static final class SingleExtractor implements ValueExtractor<Single<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Single<?> container, final ValueReceiver receiver) {
            if (container instanceof ArrivedSingle arrived) {
                receiver.value(null, arrived.value);
            }
        }
    }

    private static final class MaybeExtractor implements ValueExtractor<Maybe<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Maybe<?> container, final ValueReceiver receiver) {
            if (container instanceof ArrivedMaybe arrived) {
                receiver.value(null, arrived.value);
            }
        }
    }

    private static final class CompletionStageExtractor implements ValueExtractor<CompletionStage<@ExtractedValue ?>> {

        @Override
        public void extractValues(final CompletionStage<?> container, final ValueReceiver receiver) {
            final CompletableFuture<?> future = container.toCompletableFuture();
            if (future.isDone() && !future.isCompletedExceptionally()) {
                receiver.value(null, future.getNow(null));
            }
        }
    }

    private static final class FutureExtractor implements ValueExtractor<Future<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Future<?> container, final ValueReceiver receiver) {
            if (container.succeeded()) {
                receiver.value(null, container.result());
            }
        }
    }
}
