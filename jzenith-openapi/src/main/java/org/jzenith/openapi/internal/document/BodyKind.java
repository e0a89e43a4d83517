package org.jzenith.openapi.internal.document;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jzenith.openapi.internal.schema.Rules;
import org.jzenith.rest.response.TypedResponse;
import org.reactivestreams.Publisher;

/**
 * The value inside an asynchronous type.
 *
 * @param type the type of the value, or of an element of a stream
 * @param rules the constraints of the value or element
 * @param isStream true for several elements
 * @param isEmptyPossible true for a result that may have no value, which is a 404
 */
record BodyKind(Type type, Rules rules, boolean isStream, boolean isEmptyPossible) {

    /** Types by name, because RxJava 3 and Reactor need not be on the class path. */
    private static final Map<String, Values> NAMED = Map.of(
            "io.reactivex.rxjava3.core.Single", Values.ONE,
            "io.reactivex.rxjava3.core.Maybe", Values.ONE_OR_NONE,
            "io.reactivex.rxjava3.core.Completable", Values.NONE,
            "io.reactivex.rxjava3.core.Observable", Values.SEVERAL,
            "reactor.core.publisher.Mono", Values.ONE_OR_NONE);

    private static final Set<Class<?>> BINARY = Set.of(
            byte[].class, Buffer.class, InputStream.class, StreamingOutput.class, Reader.class, File.class, Path.class);

    /** The values that an asynchronous type has; its own for another type. */
    private enum Values {
        NONE,
        ONE,
        ONE_OR_NONE,
        SEVERAL,
        ITSELF
    }

    /** Looks into asynchronous types, also of other libraries. */
    static BodyKind of(final Type type, final Rules rules) {
        return of(type, rules, false, false);
    }

    private static BodyKind of(
            final Type type, final Rules rules, final boolean isStream, final boolean isEmptyPossible) {
        if (type instanceof final WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], rules, isStream, isEmptyPossible);
        }
        return switch (values(raw(type))) {
            case NONE -> new BodyKind(void.class, Rules.NONE, false, false);
            case ONE -> of(inside(type), rules.element(0), isStream, isEmptyPossible);
            case ONE_OR_NONE -> of(inside(type), rules.element(0), isStream, true);
            case SEVERAL -> of(inside(type), rules.element(0), true, isEmptyPossible);
            case ITSELF -> new BodyKind(type, rules, isStream, isEmptyPossible);
        };
    }

    /** Returns the type of the values. Like the server, takes them for objects of any class if the type has no single argument. */
    private static Type inside(final Type type) {
        return type instanceof final ParameterizedType wrapper && wrapper.getActualTypeArguments().length == 1
                ? wrapper.getActualTypeArguments()[0]
                : Object.class;
    }

    private static Values values(final Class<?> raw) {
        for (Class<?> each = raw; each != null; each = each.getSuperclass()) {
            final Values named = NAMED.get(each.getName());
            if (named != null) {
                return named;
            }
        }
        if (Completable.class.isAssignableFrom(raw)) {
            return Values.NONE;
        }
        if (Maybe.class.isAssignableFrom(raw)) {
            return Values.ONE_OR_NONE;
        }
        if (Single.class.isAssignableFrom(raw)
                || CompletionStage.class.isAssignableFrom(raw)
                || Future.class.isAssignableFrom(raw)
                || raw == GenericEntity.class
                || raw == TypedResponse.class) {
            return Values.ONE;
        }
        return Observable.class.isAssignableFrom(raw)
                        || Publisher.class.isAssignableFrom(raw)
                        || Flow.Publisher.class.isAssignableFrom(raw)
                ? Values.SEVERAL
                : Values.ITSELF;
    }

    static Class<?> raw(final Type type) {
        return type instanceof final Class<?> known
                ? known
                : type instanceof final ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
    }

    Class<?> raw() {
        return raw(type);
    }

    boolean isNothing() {
        return raw() == void.class || raw() == Void.class;
    }

    /** Returns true if only annotations can say what is sent. */
    boolean isResponse() {
        return Response.class.isAssignableFrom(raw());
    }

    boolean isBinary() {
        return BINARY.stream().anyMatch(each -> each.isAssignableFrom(raw()));
    }

    boolean isFile() {
        return File.class.isAssignableFrom(raw()) || Path.class.isAssignableFrom(raw());
    }

    boolean isText() {
        return raw() == String.class || CharSequence.class.isAssignableFrom(raw());
    }
}
