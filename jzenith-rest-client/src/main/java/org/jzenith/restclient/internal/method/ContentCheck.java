package org.jzenith.restclient.internal.method;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.InboundSseEvent;
import jakarta.ws.rs.sse.SseEvent;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.restclient.response.RemoteResponse;
import org.reactivestreams.Publisher;

/** Finds types that resources may use, but that a client can neither read from a response nor write as a body. */
final class ContentCheck {

    private static final String STREAMS = "Return a Flowable<Buffer> or a Single<byte[]>.";
    private static final String VALUE = "Take the value itself.";

    private static final List<Row> ROWS = List.of(
            new Row(InputStream.class, STREAMS, "Take a Flowable<Buffer> or a byte[]."),
            new Row(Reader.class, "Return a Single<String>.", "Take a String or a Flowable<Buffer>."),
            new Row(StreamingOutput.class, STREAMS, "Take a Flowable<Buffer> or a byte[]."),
            new Row(SseEvent.class, "Return a Flowable<InboundSseEvent>.", VALUE),
            new Row(Response.class, "Return a Single<Response>.", VALUE),
            new Row(
                    RemoteResponse.class,
                    "Return a Single<RemoteResponse<T>>, where T is the type of the body.",
                    VALUE),
            new Row(
                    Identity.class,
                    "Return your own type with the members that you need.",
                    "Remove the parameter: here, the identity is that of the caller. To send the caller's token, set "
                            + "the client's setting 'forward-token'; to send one value, annotate a parameter with "
                            + "@HeaderParam."),
            new Row(EntityPart.class, "A client cannot read multipart forms. " + STREAMS, "Take a List<EntityPart>."));

    /** The types of jzenith-rest, which only a server uses, by their names: the server may be missing. */
    private static final Map<String, Row> OF_SERVER = Map.of(
            "org.jzenith.rest.response.TypedResponse",
            new Row(Object.class, "Return a Single<RemoteResponse<T>>.", VALUE),
            "org.jzenith.rest.body.MergePatch",
            new Row(Object.class, "Return a JsonNode.", "Take a JsonNode or a JsonObject."),
            "org.jzenith.rest.body.JsonPatch",
            new Row(Object.class, "Return a JsonNode.", "Take a JsonNode or a JsonArray."));

    private static final Row ASYNCHRONOUS = new Row(
            Object.class,
            "Return one Single, Maybe, Completable or Flowable, with the type of the body.",
            "Take the value itself, and call the method once the value is there, for example in flatMap(..).");

    private static final List<Class<?>> ASYNCHRONOUS_TYPES = List.of(
            Publisher.class,
            Flow.Publisher.class,
            CompletionStage.class,
            java.util.concurrent.Future.class,
            Future.class);

    /** A type, and what to use in its place. */
    private record Row(Class<?> type, String resultRemedy, String bodyRemedy) {}

    private ContentCheck() {}

    /** Returns the problem of a return type; null if there is none, or if it is not a type of a client at all. */
    static @Nullable MethodProblem ofResult(final Type returned) {
        if (!(returned instanceof final ParameterizedType parameterized)) {
            return null;
        }
        final Type content = content(parameterized);
        if ((parameterized.getRawType() == Single.class && content == Response.class)
                || (parameterized.getRawType() == Flowable.class && content == InboundSseEvent.class)) {
            return null;
        }
        final Row wrong = find(content);
        return wrong == null
                ? null
                : new MethodProblem(
                        "returns " + returned.getTypeName() + ", but a client cannot read a response as "
                                + content.getTypeName(),
                        wrong.resultRemedy());
    }

    private static Type content(final ParameterizedType returned) {
        final Type content = returned.getActualTypeArguments()[0];
        return returned.getRawType() == Single.class
                        && content instanceof final ParameterizedType inner
                        && inner.getRawType() == RemoteResponse.class
                ? inner.getActualTypeArguments()[0]
                : content;
    }

    /** Returns the problem of a body that would be written as JSON; null if there is none. */
    static @Nullable MethodProblem ofBody(final Type body) {
        final Row wrong = find(body);
        return wrong == null
                ? null
                : new MethodProblem(
                        "has a body of the type " + body.getTypeName() + ", which a client cannot write",
                        wrong.bodyRemedy());
    }

    /** Looks into arrays and containers too. */
    private static @Nullable Row find(final Type type) {
        if (type instanceof final GenericArrayType array) {
            return find(array.getGenericComponentType());
        }
        if (type instanceof final WildcardType wildcard) {
            return find(wildcard.getUpperBounds()[0]);
        }
        final Class<?> raw = ParameterEncoders.rawOf(type);
        if (raw.isArray()) {
            return find(raw.getComponentType());
        }
        final Row found = row(raw);
        if (found == null && type instanceof final ParameterizedType parameterized && isContainer(raw)) {
            for (final Type argument : parameterized.getActualTypeArguments()) {
                final Row inside = find(argument);
                if (inside != null) {
                    return inside;
                }
            }
        }
        return found;
    }

    private static boolean isContainer(final Class<?> raw) {
        return Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw) || raw == Optional.class;
    }

    private static @Nullable Row row(final Class<?> raw) {
        // RxJava 2 and 3
        if (raw.getName().startsWith("io.reactivex.")
                || ASYNCHRONOUS_TYPES.stream().anyMatch(each -> each.isAssignableFrom(raw))) {
            return ASYNCHRONOUS;
        }
        if (OF_SERVER.containsKey(raw.getName())) {
            return OF_SERVER.get(raw.getName());
        }
        return ROWS.stream()
                .filter(each -> each.type().isAssignableFrom(raw))
                .findFirst()
                .orElse(null);
    }
}
