package org.jzenith.rest.rx;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import org.reactivestreams.Publisher;

/** A response body whose elements are written when they are emitted. */
record StreamingBody(Flowable<?> elements) {

    /** Returns true if values of a class are written element by element, or not at all. */
    static boolean isMadeOf(final Class<?> type) {
        return Publisher.class.isAssignableFrom(type) || Observable.class.isAssignableFrom(type) || isOneValue(type);
    }

    /** The body of a response whose entity is a source. */
    static StreamingBody of(final Object entity) {
        if (entity instanceof final Flowable<?> elements) {
            return new StreamingBody(elements);
        }
        if (entity instanceof final Observable<?> elements) {
            return of(elements);
        }
        if (entity instanceof final Publisher<?> elements) {
            return new StreamingBody(Flowable.fromPublisher(elements));
        }
        throw new IllegalStateException(
                "The entity of a Response is a " + entity.getClass().getSimpleName()
                        + ", which jZenith does not wait for. Return a Single<Response> or Maybe<Response> that makes the"
                        + " Response when the value is there: call map(..), or toSingle(..) of a Completable.");
    }

    static StreamingBody of(final Observable<?> elements) {
        return new StreamingBody(elements.toFlowable(BackpressureStrategy.BUFFER));
    }

    private static boolean isOneValue(final Class<?> type) {
        return Single.class.isAssignableFrom(type)
                || Maybe.class.isAssignableFrom(type)
                || Completable.class.isAssignableFrom(type);
    }
}
