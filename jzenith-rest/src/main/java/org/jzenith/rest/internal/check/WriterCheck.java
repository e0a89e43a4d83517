package org.jzenith.rest.internal.check;

import com.google.common.primitives.Primitives;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.entity.TypedResults;

/**
 * Bodies of a media type for which there is no reader or writer. Those of JSON and those that are bytes or text are not
 * asked about: there is one.
 */
record WriterCheck(
        ResteasyProviderFactory factory,
        ApplicationProviders providers,
        List<FeatureCheck> features,
        Findings findings) {

    private static final List<Class<?>> LATER =
            List.of(Single.class, Maybe.class, Flowable.class, Observable.class, CompletionStage.class, Future.class);

    void lookAt(final ResourceMethod method) {
        if (method.getProduces().length == 0) {
            checkText(method);
        } else if (isLookedAt(method.getProduces()) && !method.isAsynchronous()) {
            checkWritten(method);
        }
        if (isLookedAt(method.getConsumes())) {
            for (final Parameter parameter : method.getParams()) {
                if (parameter.getParamType() == ParamType.MESSAGE_BODY
                        && !BodyTypeCheck.isFor(parameter.getGenericType())) {
                    checkRead(method, parameter);
                }
            }
        }
    }

    /** Warns of text without a type. The client chooses it then: a browser takes it as HTML, and runs scripts in it. */
    private void checkText(final ResourceMethod method) {
        final Type declared = TypedResults.entityOf(method.getGenericReturnType());
        final Type value = LATER.contains(awaited(method)) && !isStream(method) ? argument(declared) : declared;
        if (value == String.class && !providers.mayWrite().test(String.class, MediaType.WILDCARD_TYPE)) {
            findings.warning(
                    method,
                    "The resource method " + Named.method(method.getMethod()) + " returns " + Named.type(declared)
                            + " but has no @Produces, so the client chooses the media type of the text: "
                            + "application/octet-stream for curl, but text/html for a browser, which runs scripts in "
                            + "the text.",
                    "Add @Produces(MediaType.TEXT_PLAIN), or the actual media type of the text, to the method or its "
                            + "class.");
        }
    }

    private Class<?> awaited(final ResourceMethod method) {
        return providers.awaited().apply(method.getReturnType());
    }

    private boolean isStream(final ResourceMethod method) {
        return Flowable.class.isAssignableFrom(awaited(method)) || Observable.class.isAssignableFrom(awaited(method));
    }

    private void checkWritten(final ResourceMethod method) {
        final Type declared = TypedResults.entityOf(method.getGenericReturnType());
        final boolean isLater = LATER.stream().anyMatch(later -> later.isAssignableFrom(awaited(method)));
        final boolean isStream = isStream(method);
        final Type value = isLater ? argument(declared) : declared;
        final Class<?> type = value == null ? null : raw(value);
        if (value == null
                || type == null
                || isAlwaysWritten(type)
                || (isLater
                        && Arrays.stream(method.getProduces())
                                .anyMatch(each -> providers.mayWrite().test(method.getReturnType(), each)))) {
            return;
        }
        final Annotation[] annotations = method.getAnnotatedMethod().getAnnotations();
        final List<MediaType> missing = missing(
                method.getProduces(),
                mediaType -> (isStream && (JsonTypeCheck.isJson(mediaType) || isEvents(mediaType)))
                        || factory.getMessageBodyWriter(Primitives.wrap(type), value, annotations, mediaType) != null);
        final boolean isConcerned =
                missing.stream().anyMatch(mediaType -> providers.mayWrite().test(type, mediaType));
        if (missing.isEmpty() || (isConcerned && !Modifier.isFinal(type.getModifiers()))) {
            return;
        }
        // A subclass may have a writer of its own, and a writer may decide by what only a request has.
        report(
                Modifier.isFinal(type.getModifiers()) && missing.size() == method.getProduces().length && !isConcerned,
                method,
                type,
                "returns " + Named.type(declared) + " as " + Named.types(missing) + ", but no MessageBodyWriter writes "
                        + Named.type(value) + " in this format.",
                remedy(missing)
                        + "Return a String, byte[] or Buffer, produce application/json, or pass a MessageBodyWriter "
                        + "for ");
    }

    private void checkRead(final ResourceMethod method, final Parameter parameter) {
        final Type declared = parameter.getGenericType();
        final Type value = parameter.getType() == Optional.class || parameter.getType() == Single.class
                ? argument(declared)
                : declared;
        final Class<?> type = value == null ? null : raw(value);
        if (value == null
                || type == null
                || type == Flowable.class
                || type.getName().startsWith("org.jboss.")) {
            return;
        }
        final List<MediaType> missing = missing(
                method.getConsumes(),
                mediaType -> factory.getMessageBodyReader(
                                Primitives.wrap(type), value, parameter.getAnnotations(), mediaType)
                        != null);
        if (missing.isEmpty()) {
            return;
        }
        report(
                missing.size() == method.getConsumes().length
                        && missing.stream()
                                .noneMatch(mediaType -> providers.mayRead().test(type, mediaType)),
                method,
                type,
                "takes " + Named.type(declared) + " as " + Named.types(missing) + ", but no MessageBodyReader reads "
                        + Named.type(value) + " from this format.",
                "Take a String, byte[] or Buffer, consume application/json, or pass a MessageBodyReader for ");
    }

    private static List<MediaType> missing(final MediaType[] mediaTypes, final Predicate<MediaType> lookup) {
        final List<MediaType> missing = new ArrayList<>();
        for (final MediaType mediaType : mediaTypes) {
            if (!isLookedAt(mediaType)) {
                continue;
            }
            try {
                if (!lookup.test(mediaType)) {
                    missing.add(mediaType);
                }
            } catch (final RuntimeException | LinkageError e) {
                // A provider that needs a request: nothing is known about it.
                return List.of();
            }
        }
        return missing;
    }

    private static boolean isLookedAt(final MediaType... types) {
        return Arrays.stream(types).anyMatch(type -> MediaRange.isConcrete(type) && !isJson(type));
    }

    private static boolean isJson(final MediaType type) {
        return JsonTypeCheck.isJson(type) && !type.getSubtype().equalsIgnoreCase("x-ndjson");
    }

    private static boolean isEvents(final MediaType type) {
        return MediaType.SERVER_SENT_EVENTS_TYPE.isCompatible(type);
    }

    /** Reports a mistake if that is certain for a type of the application; otherwise a warning. */
    private void report(
            final boolean isCertain,
            final ResourceMethod method,
            final Class<?> type,
            final String what,
            final String remedy) {
        findings.add(
                isCertain && isOfApplication(type) && !providers.changesMessages(),
                method,
                "The resource method " + Named.method(method.getMethod()) + " " + what,
                remedy + Primitives.wrap(type).getSimpleName() + " to withProviders(..).");
    }

    private String remedy(final List<MediaType> missing) {
        return missing.stream()
                .flatMap(type -> features.stream().map(feature -> feature.remedy(type)))
                .filter(Objects::nonNull)
                .findFirst()
                .map(remedy -> remedy + " Or: ")
                .orElse("");
    }

    /** Or never: the response has no body, or its type is known when there is a value. */
    private static boolean isAlwaysWritten(final Class<?> type) {
        return type == String.class
                || type == void.class
                || type == Void.class
                || type == byte[].class
                || isOpen(type)
                || Response.class.isAssignableFrom(type)
                || GenericEntity.class.isAssignableFrom(type);
    }

    /** Types of libraries that stand for values of other types. */
    private static boolean isOpen(final Class<?> type) {
        return (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type == Object.class)
                && !type.isPrimitive()
                && !type.isArray()
                && !Iterable.class.isAssignableFrom(type)
                && !isOfApplication(type);
    }

    private static boolean isOfApplication(final Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && Arrays.stream(new String[] {"java.", "javax.", "jakarta.", "io.vertx.", "io.reactivex.", "org.jboss."
                        })
                        .noneMatch(type.getName()::startsWith);
    }

    private static @Nullable Type argument(final Type type) {
        return type instanceof final ParameterizedType container && container.getActualTypeArguments().length == 1
                ? container.getActualTypeArguments()[0]
                : null;
    }

    /** Null for variables and wildcards. */
    private static @Nullable Class<?> raw(final Type type) {
        return type instanceof final Class<?> plain
                ? plain
                : type instanceof final ParameterizedType container ? (Class<?>) container.getRawType() : null;
    }
}
