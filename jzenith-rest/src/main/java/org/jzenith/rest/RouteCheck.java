package org.jzenith.rest;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.ws.rs.HttpMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.core.problem.Problem;
import org.jzenith.core.problem.StartException;

/** Finds mistakes in resources that would otherwise show when the first request comes. */
final class RouteCheck {

    private static final Set<Class<?>> LATER =
            Set.of(Single.class, Maybe.class, Flowable.class, Observable.class, Future.class, CompletionStage.class);

    private RouteCheck() {}

    static void check(final Routes routes) {
        final List<Problem> problems = new ArrayList<>();
        for (final Class<?> type : routes.resources()) {
            check(type, problems);
        }
        for (final Object instance : routes.instances()) {
            check(instance.getClass(), problems);
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
    }

    private static void check(final Class<?> type, final List<Problem> problems) {
        if (!GetRestful.isRootResource(type)) {
            problems.add(Problem.of(type.getName() + " is given as a resource and has no @Path.")
                    .from("the plugin 'rest'")
                    .remedy("Annotate the class, or give it to withProviders(..) if it is a provider."));
            return;
        }
        for (final Method method : type.getMethods()) {
            if (answers(method) && LATER.contains(method.getReturnType()) && isRaw(method)) {
                problems.add(Problem.of("The resource method " + type.getName() + "." + method.getName() + " returns a "
                                + method.getReturnType().getSimpleName() + " of nobody knows what.")
                        .from(type.getName())
                        .remedy("Give it a type argument, such as Single<User>."));
            }
        }
    }

    private static boolean answers(final Method method) {
        for (final Annotation annotation : method.getAnnotations()) {
            if (annotation.annotationType().isAnnotationPresent(HttpMethod.class)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRaw(final Method method) {
        return method.getGenericReturnType() instanceof Class<?>;
    }
}
