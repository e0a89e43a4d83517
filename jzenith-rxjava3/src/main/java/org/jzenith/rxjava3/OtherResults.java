package org.jzenith.rxjava3;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ResultConversion;
import org.jzenith.rest.pipeline.ResultProvider;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** The supported types. Each is converted to a {@link Publisher}, which both versions of RxJava know, and then to a type of RxJava 2. */
final class OtherResults implements ResultProvider {

    private static final String MONO = "reactor.core.publisher.Mono";

    @Override
    public @Nullable ResultConversion conversionOf(final Class<?> type) {
        if (Single.class.isAssignableFrom(type)) {
            return single(returned -> ((Single<?>) returned).toFlowable());
        }
        if (Maybe.class.isAssignableFrom(type)) {
            return maybe(returned -> ((Maybe<?>) returned).toFlowable());
        }
        if (Completable.class.isAssignableFrom(type)) {
            return completable(returned -> ((Completable) returned).toFlowable());
        }
        if (Observable.class.isAssignableFrom(type)) {
            return flowable(returned -> ((Observable<?>) returned).toFlowable(BackpressureStrategy.BUFFER));
        }
        if (Publisher.class.isAssignableFrom(type)) {
            return isMono(type)
                    ? maybe(returned -> (Publisher<?>) returned)
                    : flowable(returned -> (Publisher<?>) returned);
        }
        return Flow.Publisher.class.isAssignableFrom(type)
                ? flowable(returned -> FlowAdapters.toPublisher((Flow.Publisher<?>) returned))
                : null;
    }

    /** Compares the class name, because Reactor may be missing from the class path. */
    private static boolean isMono(final Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .anyMatch(each -> each.getName().equals(MONO));
    }

    private static ResultConversion single(final Function<Object, Publisher<?>> publisher) {
        return new ResultConversion(
                io.reactivex.Single.class, returned -> io.reactivex.Single.fromPublisher(publisher.apply(returned)));
    }

    private static ResultConversion maybe(final Function<Object, Publisher<?>> publisher) {
        return new ResultConversion(
                io.reactivex.Maybe.class,
                returned -> io.reactivex.Flowable.fromPublisher(publisher.apply(returned))
                        .singleElement());
    }

    private static ResultConversion completable(final Function<Object, Publisher<?>> publisher) {
        return new ResultConversion(
                io.reactivex.Completable.class,
                returned -> io.reactivex.Completable.fromPublisher(publisher.apply(returned)));
    }

    private static ResultConversion flowable(final Function<Object, Publisher<?>> publisher) {
        return new ResultConversion(
                io.reactivex.Flowable.class,
                returned -> io.reactivex.Flowable.fromPublisher(publisher.apply(returned)));
    }
}
