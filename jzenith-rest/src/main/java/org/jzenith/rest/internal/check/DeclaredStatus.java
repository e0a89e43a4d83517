package org.jzenith.rest.internal.check;

import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.SseEventSink;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.response.ResponseStatus;

/** Finds the {@link ResponseStatus} of a resource method, or of one that it overrides or implements, and its mistakes. */
public final class DeclaredStatus {

    private static final int FIRST_SUCCESS = 200;
    private static final int FIRST_ERROR = 400;

    /** Statuses that allow no content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private DeclaredStatus() {}

    /**
     * Returns the annotation of a method.
     *
     * @param method a resource method or locator
     * @return null if it has none
     * @throws StartException if it has several that differ
     */
    public static @Nullable ResponseStatus of(final MethodModel method) {
        final Method called = method.getResourceMethod();
        final List<Method> annotated = AccessAnnotations.family(method.getResourceClass()).stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(each -> each.isAnnotationPresent(ResponseStatus.class)
                        && each.getName().equals(called.getName())
                        && Arrays.equals(each.getParameterTypes(), called.getParameterTypes()))
                .toList();
        if (annotated.isEmpty()) {
            return method.annotated().getAnnotation(ResponseStatus.class); // that of a generic interface
        }
        final ResponseStatus status = annotated.get(0).getAnnotation(ResponseStatus.class);
        for (final Method other : annotated) {
            if (!status.equals(other.getAnnotation(ResponseStatus.class))) {
                throw problem(
                        method,
                        "has two statuses: " + text(annotated.get(0)) + " and " + text(other),
                        "Remove one of them.");
            }
        }
        return status;
    }

    private static String text(final Method annotated) {
        final ResponseStatus status = annotated.getAnnotation(ResponseStatus.class);
        return "@ResponseStatus(" + status.value()
                + (status.headers().length == 0 ? "" : ", headers = " + Arrays.toString(status.headers())) + ") in "
                + annotated.getDeclaringClass().getName();
    }

    /**
     * Checks that a status fits a method.
     *
     * @param method a resource method
     * @param status its status; 0 for that of a method without the annotation
     * @param entity the class of its entities; {@code void} if it returns none
     * @throws StartException if it does not
     */
    public static void check(final MethodModel method, final int status, final Class<?> entity) {
        final String declared = "has @ResponseStatus(" + status + "), ";
        if (status != 0 && (status < FIRST_SUCCESS || status >= FIRST_ERROR)) {
            throw problem(
                    method,
                    declared + "which is not the status of a successful response",
                    "Use a status from 200 to 399. For an error, throw an exception, such as a ProblemException.");
        }
        if (Response.class.isAssignableFrom(entity)) {
            throw problem(
                    method,
                    declared + "and returns a Response, which has its own status",
                    "Remove the annotation, or return the entity or a TypedResponse of it.");
        }
        if (takes(method, SseEventSink.class)) {
            throw problem(
                    method,
                    declared + "and takes an SseEventSink, whose response has the status 200",
                    "Remove the annotation.");
        }
        final boolean isAsynchronous = takes(method, AsyncResponse.class);
        if (WITHOUT_BODY.contains(status) && (isAsynchronous || entity != void.class)) {
            throw problem(
                    method,
                    declared + "which allows no body, and "
                            + (isAsynchronous ? "takes an AsyncResponse" : "returns " + Named.type(entity)),
                    "Return a Completable or a TypedResponse<Void>, or use another status.");
        }
    }

    /** Returns true if a method has a parameter of a class. */
    public static boolean takes(final MethodModel method, final Class<?> parameter) {
        return Arrays.asList(method.getResourceMethod().getParameterTypes()).contains(parameter);
    }

    /**
     * Refuses the annotation on a sub-resource locator.
     *
     * @param locator a sub-resource locator
     * @throws StartException if it has one
     */
    public static void checkLocator(final MethodModel locator) {
        if (of(locator) != null) {
            throw problem(
                    locator,
                    "has @ResponseStatus, and is a sub-resource locator, which sends no response",
                    "Annotate the methods of the sub-resource.");
        }
    }

    private static StartException problem(final MethodModel method, final String what, final String remedy) {
        return new StartException(
                StartProblem.of("The resource method " + Named.method(method.getResourceMethod()) + " " + what + ".")
                        .from(method.getResourceClass().getName())
                        .remedy(remedy));
    }
}
