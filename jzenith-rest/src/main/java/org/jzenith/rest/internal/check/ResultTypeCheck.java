package org.jzenith.rest.internal.check;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Future;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.entity.TypedResults;
import org.reactivestreams.Publisher;

/**
 * Finds asynchronous result types that would be serialized instead of awaited.
 *
 * @param handledByApplication true if a provider of the application handles values of a class
 * @param awaited the type that jZenith waits for in place of another one
 */
record ResultTypeCheck(Predicate<Class<?>> handledByApplication, UnaryOperator<Class<?>> awaited) {

    private static final List<Class<?>> LATER = List.of(
            Single.class,
            Maybe.class,
            Completable.class,
            Flowable.class,
            Observable.class,
            CompletionStage.class,
            Future.class);

    private static final Set<String> PLAIN = Set.of("void", "java.lang.String", "jakarta.ws.rs.core.Response");

    /** The reason why a type is refused, and the fix. */
    private record Row(String reason, String remedy) {}

    private static String plugin() {
        return MissingPlugins.advice("rxjava3");
    }

    /** Null for a type that is written. */
    private static @Nullable Row row(final Class<?> type) {
        final String name = type.getName();
        if (name.startsWith("io.reactivex.rxjava3.")) {
            return new Row(
                    "a type of RxJava 3, which jZenith does not subscribe to",
                    plugin() + ", or return the RxJava 2 type of the same name, from the package io.reactivex.");
        }
        if (name.startsWith("reactor.core.publisher.Mono")) {
            return new Row(
                    "a type of Reactor, which jZenith does not subscribe to",
                    plugin() + ", or return a CompletionStage: mono.toFuture().");
        }
        if (name.startsWith("reactor.core.publisher.")) {
            return new Row(
                    "a type of Reactor, which jZenith does not subscribe to",
                    plugin() + ", or return a Flowable: Flowable.fromPublisher(flux).");
        }
        if (name.startsWith("io.smallrye.mutiny.")) {
            return new Row(
                    "a type of Mutiny, which jZenith does not subscribe to",
                    "Return a CompletionStage: uni.subscribeAsCompletionStage(). Or return a Flowable:"
                            + " Flowable.fromPublisher(AdaptersToReactiveStreams.publisher(multi)).");
        }
        if (name.startsWith("rx.")) {
            return new Row(
                    "a type of RxJava 1, which jZenith does not subscribe to",
                    "Return the RxJava 2 type of the same name, from the package io.reactivex.");
        }
        if (java.util.concurrent.Future.class.isAssignableFrom(type)) {
            return new Row(
                    "a java.util.concurrent.Future, whose value can only be awaited by blocking a thread",
                    "Return a Single, a CompletionStage or a CompletableFuture. If a library returns the Future, "
                            + "inject Blocking and return blocking.single(future::get).");
        }
        if (type == Callable.class || type == Supplier.class || isFunction(type)) {
            return new Row(
                    "a function, which jZenith does not call",
                    "Call the function, and return its value. If the call takes long, annotate the method with "
                            + "@Blocking, or return a Single.");
        }
        if (type == Runnable.class || Thread.class.isAssignableFrom(type)) {
            return new Row(
                    "a task, which jZenith does not run",
                    "Do the work in the method, and annotate the method with @Blocking if the work blocks. Or return a"
                            + " Completable.");
        }
        if (Disposable.class.isAssignableFrom(type) && isOfRxJava(type)) {
            return new Row(
                    "a subscription, but jZenith itself subscribes to results",
                    "Do not call subscribe(..): return the Single, Maybe, Completable, Flowable or Observable.");
        }
        if (Flow.Publisher.class.isAssignableFrom(type)) {
            return new Row(
                    "a Publisher of the JDK, which jZenith does not subscribe to",
                    plugin() + ", or return a Flowable: Flowable.fromPublisher(FlowAdapters.toPublisher(publisher)).");
        }
        if (Publisher.class.isAssignableFrom(type)) {
            return new Row(
                    "a Publisher, which jZenith does not subscribe to",
                    plugin() + ", or return a Flowable: Flowable.fromPublisher(publisher).");
        }
        if (isOfRxJava(type)) {
            return new Row(
                    "a type of RxJava that jZenith does not subscribe to",
                    "Return a Single, Maybe, Completable, Flowable or Observable. Each has a method "
                            + "unsafeCreate(..) that creates one from it.");
        }
        return null;
    }

    private static boolean isFunction(final Class<?> type) {
        return type.getPackageName().equals("java.util.function");
    }

    private static boolean isOfRxJava(final Class<?> type) {
        return type.getName().startsWith("io.reactivex.");
    }

    @Nullable
    StartProblem of(final ResourceMethod method) {
        final Class<?> type = method.getReturnType();
        if (type.isPrimitive() || PLAIN.contains(type.getName())) {
            return null;
        }
        final Type declared = method.getGenericReturnType();
        if (method.isAsynchronous() && isLater(type)) {
            return Findings.problem(
                    method,
                    begin(method) + " but takes an AsyncResponse with @Suspended, so the returned value is lost.",
                    "Remove the AsyncResponse, or return void and call resume(..).");
        }
        return isMisplaced(declared)
                ? Findings.problem(
                        method,
                        begin(method) + ", but a TypedResponse<T> must be the whole response, and T must be the type "
                                + "of its entity.",
                        "Return a TypedResponse<User>, or a Single, Maybe, CompletionStage or Future of it. For a "
                                + "stream with headers, return a Response.")
                : of(method, TypedResults.entityOf(declared));
    }

    /** Returns true for a type that contains a {@code TypedResponse} where it has no meaning. */
    private boolean isMisplaced(final Type declared) {
        if (!TypedResults.contain(declared)) {
            return false;
        }
        final Class<?> raw = Types.getRawType(declared);
        final Type typed = isLater(raw) && !isStream(raw) ? argument(declared) : declared;
        if (typed == null || !TypedResults.isTyped(typed)) {
            return true;
        }
        final Type entity = TypedResults.entityOf(typed);
        final Class<?> value = Types.getRawType(entity);
        return TypedResults.contain(entity) || isLater(value) || Response.class.isAssignableFrom(value);
    }

    private boolean isStream(final Class<?> type) {
        final Class<?> known = awaited.apply(type);
        return Flowable.class.isAssignableFrom(known) || Observable.class.isAssignableFrom(known);
    }

    private static String begin(final ResourceMethod method) {
        return "The resource method " + Named.method(method.getMethod()) + " returns "
                + Named.type(method.getGenericReturnType());
    }

    private @Nullable StartProblem of(final ResourceMethod method, final Type declared) {
        final Class<?> type = Types.getRawType(declared);
        if (handledByApplication.test(type)) {
            return null;
        }
        if (!isLater(type)) {
            if (type == Optional.class) {
                return insideOf(method, type, argument(declared));
            }
            final Row row = row(type);
            return row == null
                    ? null
                    : Findings.problem(method, begin(method) + ": " + row.reason() + ".", row.remedy());
        }
        if (declared == type && type.getTypeParameters().length > 0) {
            return Findings.problem(
                    method,
                    begin(method) + " without a type argument, so the type of its value is not known.",
                    "Give it a type argument, such as " + type.getSimpleName() + "<User>.");
        }
        final Type argument = argument(declared);
        if (argument instanceof final WildcardType any
                && any.getUpperBounds()[0] == Object.class
                && !CompletionStage.class.isAssignableFrom(type)) {
            return Findings.problem(
                    method,
                    begin(method) + ", so the type of its value is not known.",
                    "Give it a type argument, such as " + type.getSimpleName() + "<User>, or " + type.getSimpleName()
                            + "<Object> if the value may have any type.");
        }
        return insideOf(method, type, argument);
    }

    private @Nullable StartProblem insideOf(
            final ResourceMethod method, final Class<?> outer, final @Nullable Type argument) {
        if (argument == null) {
            return null;
        }
        final Class<?> inner = Types.getRawType(argument);
        if (!isLater(inner)) {
            return of(method, argument);
        }
        final String alone = "the " + inner.getSimpleName() + " alone";
        return outer == Optional.class
                ? Findings.problem(
                        method,
                        begin(method) + ": jZenith does not wait for the " + inner.getSimpleName()
                                + " inside the Optional.",
                        "Return a Maybe: if it is empty, the response is a 404. Or return " + alone + ".")
                : Findings.problem(
                        method,
                        begin(method) + ": jZenith waits for the " + outer.getSimpleName() + ", but not for the "
                                + inner.getSimpleName() + " inside it.",
                        "Return " + alone + ": replace map(..) by flatMap(..), flatMapCompletable(..) or"
                                + " flatMapPublisher(..); with a CompletionStage, replace thenApply(..) by thenCompose(..).");
    }

    private boolean isLater(final Class<?> type) {
        final Class<?> known = awaited.apply(type);
        return LATER.stream().anyMatch(later -> later.isAssignableFrom(known));
    }

    private static @Nullable Type argument(final Type type) {
        return type instanceof final ParameterizedType container && container.getActualTypeArguments().length == 1
                ? container.getActualTypeArguments()[0]
                : null;
    }
}
