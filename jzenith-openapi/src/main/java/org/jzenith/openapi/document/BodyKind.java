package org.jzenith.openapi.document;

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
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jzenith.openapi.schema.Rules;

/**
 * The value inside an asynchronous type.
 *
 * @param type the type of the value, or of an element of a stream
 * @param rules the constraints of the value or element
 * @param isStream true for several elements
 * @param isEmptyPossible true for a result that may have no value, which is a 404
 */
record BodyKind(Type type, Rules rules, boolean isStream, boolean isEmptyPossible) {

    private static final Set<String> ONE_VALUE = Set.of("Single", "Maybe");
    private static final Set<String> SEVERAL_VALUES = Set.of("Flowable", "Observable", "Publisher");
    private static final Set<Class<?>> BINARY = Set.of(
            byte[].class, Buffer.class, InputStream.class, StreamingOutput.class, Reader.class, File.class, Path.class);

    /** Looks into asynchronous types, also of other versions of RxJava. */
    static BodyKind of(final Type type, final Rules rules) {
        return of(type, rules, false, false);
    }

    private static BodyKind of(
            final Type type, final Rules rules, final boolean isStream, final boolean isEmptyPossible) {
        if (type instanceof final WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], rules, isStream, isEmptyPossible);
        }
        if (isReactive(raw(type)) && raw(type).getSimpleName().equals("Completable")) {
            return new BodyKind(void.class, Rules.NONE, false, false);
        }
        if (type instanceof final ParameterizedType wrapper) {
            final Class<?> raw = raw(type);
            final Type inside = wrapper.getActualTypeArguments()[0];
            final Rules ofInside = rules.element(0);
            if (isOneValue(raw)) {
                return of(
                        inside,
                        ofInside,
                        isStream,
                        isEmptyPossible || raw.getSimpleName().equals("Maybe"));
            }
            if (isSeveralValues(raw)) {
                return of(inside, ofInside, true, isEmptyPossible);
            }
        }
        return new BodyKind(type, rules, isStream, isEmptyPossible);
    }

    private static boolean isOneValue(final Class<?> raw) {
        return CompletionStage.class.isAssignableFrom(raw)
                || raw == Future.class
                || raw == GenericEntity.class
                || (isReactive(raw) && ONE_VALUE.contains(raw.getSimpleName()));
    }

    private static boolean isSeveralValues(final Class<?> raw) {
        return raw == Flow.Publisher.class || (isReactive(raw) && SEVERAL_VALUES.contains(raw.getSimpleName()));
    }

    private static boolean isReactive(final Class<?> raw) {
        return raw.getName().startsWith("io.reactivex.") || raw.getName().startsWith("org.reactivestreams.");
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
