package org.jzenith.rest.internal.rx;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.reactivestreams.Publisher;

/**
 * A response body whose elements are written when they are emitted. Nothing is subscribed to before it is written.
 *
 * @param elements the source
 */
public record StreamingBody(Flowable<?> elements) {

    /**
     * Returns true if {@link #of(Object)} handles the entities of a class.
     *
     * @param type the type of an entity
     * @return false if the entities are values, which writers write
     */
    public static boolean isMadeOf(final Class<?> type) {
        return Publisher.class.isAssignableFrom(type) || Observable.class.isAssignableFrom(type) || isOneValue(type);
    }

    /**
     * The stream that the entity of a response stands for.
     *
     * @param entity for which {@link #isMadeOf} holds, of a response that a resource method, filter or exception mapper
     *     has made, or that a response filter has set
     * @return the body to write
     * @throws IllegalStateException if the entity is a {@code Single}, {@code Maybe} or {@code Completable}
     */
    public static StreamingBody of(final Object entity) {
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
                        + ", which jZenith does not wait for. Return a Single<Response> or Maybe<Response> instead, "
                        + "which creates the Response from the value: call map(..), or toSingle(..) of a Completable.");
    }

    static StreamingBody of(final Observable<?> elements) {
        return new StreamingBody(elements.toFlowable(BackpressureStrategy.BUFFER));
    }

    /**
     * Adds the headers that the format of a stream has, unless they are set.
     *
     * @param subscriptions the subscriptions of the request
     * @param mediaType the media type of the response
     * @param headers the headers of the response
     */
    public static void addHeaders(
            final Subscriptions subscriptions,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers) {
        final StreamFormat format = subscriptions.request().streams().format(mediaType);
        if (format != null) {
            format.addHeaders(headers);
        }
    }

    /**
     * Writes the elements as they are emitted, as fast as the target takes them. Called in the context of the request.
     *
     * @param subscriptions the subscriptions of the request
     * @param bodies finds the writers of elements
     * @param elementType the element type that the resource method declares
     * @param annotations the annotations of the resource method
     * @param mediaType the media type of the response
     * @param target is flushed when a buffer is full or the source pauses; a small result is written without a flush
     * @return completes when all is written
     */
    public CompletionStage<Void> write(
            final Subscriptions subscriptions,
            final Providers bodies,
            final Type elementType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final AsyncOutputStream target) {
        final StreamFormat format = subscriptions.request().streams().format(mediaType);
        final StreamWriter writer = new StreamWriter(
                subscriptions,
                format == null
                        ? new FramedElements(bodies, elementType, annotations, mediaType)
                        : format.elements(bodies, elementType, annotations),
                target);
        elements.subscribe(writer);
        return writer;
    }

    /**
     * The readers and writers for the types of RxJava 2.
     *
     * @param bodies finds readers and writers of elements
     * @return providers to register as built-ins
     */
    public static List<Object> providers(final Providers bodies) {
        return List.of(new StreamingBodyWriter(bodies), new SingleBody(bodies));
    }

    private static boolean isOneValue(final Class<?> type) {
        return Single.class.isAssignableFrom(type)
                || Maybe.class.isAssignableFrom(type)
                || Completable.class.isAssignableFrom(type);
    }
}
