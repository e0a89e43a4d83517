package org.jzenith.rest.internal.validation;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.vertx.core.Future;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.ValueExtractor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.response.TypedResponse;
import org.reactivestreams.Subscriber;

/**
 * Containers of asynchronous values, for a validator that extracts values at once. It finds no value in a container
 * that is not resolved; when the value is emitted, the validator gets another container with this value.
 */
final class ResolvedContainer {

    private ResolvedContainer() {}

    static boolean isAsynchronous(final @Nullable Object container) {
        return container instanceof Single
                || container instanceof Maybe
                || container instanceof CompletionStage
                || container instanceof Future;
    }

    static boolean isAsynchronousType(final Class<?> type) {
        return Single.class.isAssignableFrom(type)
                || Maybe.class.isAssignableFrom(type)
                || Flowable.class.isAssignableFrom(type);
    }

    /** A stream of which one element is known. */
    static Flowable<Object> element(final long index, final Object value) {
        return new ResolvedElement((int) Math.min(index, Integer.MAX_VALUE), value);
    }

    static Object of(final Object container, final Object value) {
        if (container instanceof Single) {
            return new ResolvedSingle(value);
        }
        if (container instanceof Maybe) {
            return new ResolvedMaybe(value);
        }
        return container instanceof Future ? Future.succeededFuture(value) : CompletableFuture.completedFuture(value);
    }

    static List<ValueExtractor<?>> extractors() {
        return List.of(
                new SingleExtractor(),
                new MaybeExtractor(),
                new FlowableExtractor(),
                new CompletionStageExtractor(),
                new FutureExtractor(),
                new TypedResponseExtractor());
    }

    private static final class ResolvedSingle extends Single<Object> {

        private final Object value;

        ResolvedSingle(final Object value) {
            this.value = value;
        }

        @Override
        protected void subscribeActual(final SingleObserver<? super Object> observer) {
            Single.just(value).subscribe(observer);
        }
    }

    private static final class ResolvedMaybe extends Maybe<Object> {

        private final Object value;

        ResolvedMaybe(final Object value) {
            this.value = value;
        }

        @Override
        protected void subscribeActual(final MaybeObserver<? super Object> observer) {
            Maybe.just(value).subscribe(observer);
        }
    }

    private static final class ResolvedElement extends Flowable<Object> {

        private final int index;
        private final Object value;

        ResolvedElement(final int index, final Object value) {
            this.index = index;
            this.value = value;
        }

        @Override
        protected void subscribeActual(final Subscriber<? super Object> subscriber) {
            Flowable.just(value).subscribe(subscriber);
        }
    }

    private static final class FlowableExtractor implements ValueExtractor<Flowable<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Flowable<?> container, final ValueReceiver receiver) {
            if (container instanceof ResolvedElement resolved) {
                receiver.indexedValue("<element>", resolved.index, resolved.value);
            }
        }
    }

    private static final class SingleExtractor implements ValueExtractor<Single<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Single<?> container, final ValueReceiver receiver) {
            if (container instanceof ResolvedSingle resolved) {
                receiver.value(null, resolved.value);
            }
        }
    }

    private static final class MaybeExtractor implements ValueExtractor<Maybe<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Maybe<?> container, final ValueReceiver receiver) {
            if (container instanceof ResolvedMaybe resolved) {
                receiver.value(null, resolved.value);
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

    private static final class TypedResponseExtractor implements ValueExtractor<TypedResponse<@ExtractedValue ?>> {

        @Override
        public void extractValues(final TypedResponse<?> container, final ValueReceiver receiver) {
            receiver.value(null, container.entity());
        }
    }
}
