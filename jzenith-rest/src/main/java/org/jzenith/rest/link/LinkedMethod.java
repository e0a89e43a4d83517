package org.jzenith.rest.link;

import com.google.common.reflect.TypeToken;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;

/** The route of a resource method that links refer to. Immutable. */
record LinkedMethod(MethodRoute route) {

    /** Finds the shortest route to the method that a method reference names. */
    static LinkedMethod of(final Serializable reference, final List<MethodRoute> routes) {
        final SerializedLambda lambda = read(reference);
        final String owner = lambda.getImplClass().replace('/', '.');
        return new LinkedMethod(routes.stream()
                .filter(each ->
                        is(each.method().getResourceMethod(), each.method().getResourceClass(), lambda, owner))
                .min(Comparator.comparing(MethodRoute::template, Comparator.comparingInt(String::length)))
                .orElseThrow(() -> new IllegalArgumentException("There is no link to " + owner + "::"
                        + lambda.getImplMethodName()
                        + ": it is not a method of a resource of this listener. Pass a reference such as"
                        + " OrderResource::get, and register the resource with withResources(..).")));
    }

    private static boolean is(
            final Method method, final Class<?> resource, final SerializedLambda lambda, final String owner) {
        return method.getName().equals(lambda.getImplMethodName())
                && TypeToken.of(resource).getTypes().rawTypes().stream()
                        .anyMatch(type -> type.getName().equals(owner))
                && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString()
                        .equals(lambda.getImplMethodSignature());
    }

    /** Reads the name of the method, which Java serializes with a method reference. */
    private static SerializedLambda read(final Serializable reference) {
        try {
            final Method replacing = reference.getClass().getDeclaredMethod("writeReplace");
            replacing.setAccessible(true);
            if (replacing.invoke(reference) instanceof final SerializedLambda lambda) {
                return lambda;
            }
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException("This is not a method reference such as OrderResource::get.", e);
        }
        throw new IllegalArgumentException("This is not a method reference such as OrderResource::get.");
    }

    URI uri(final UriInfo request, final List<@Nullable Object> arguments) {
        final UriBuilder uri = UriBuilder.fromUri(request.getBaseUri()).replacePath(route.template());
        final Map<String, Object> path = new HashMap<>();
        request.getPathParameters().forEach((name, values) -> path.put(name, values.get(0)));
        for (int i = 0; i < arguments.size(); i++) {
            final ParameterModel parameter = route.method().parameter(i);
            final Object argument =
                    arguments.get(i) instanceof final Optional<?> optional ? optional.orElse(null) : arguments.get(i);
            if (parameter == null) {
                continue;
            }
            switch (parameter.kind()) {
                case PATH -> {
                    if (argument == null) {
                        throw new IllegalArgumentException(
                                "The path parameter '" + parameter.name() + "' of " + route.method() + " is null.");
                    }
                    path.put(parameter.name(), text(argument));
                }
                case QUERY -> values(argument).forEach(each -> uri.queryParam(parameter.name(), text(each)));
                case MATRIX -> values(argument).forEach(each -> uri.matrixParam(parameter.name(), text(each)));
                case HEADER, COOKIE, FORM, BODY, CONTEXT -> {}
            }
        }
        return uri.buildFromMap(path, !takesSegments());
    }

    /** Returns true if a path parameter may hold several segments. */
    private boolean takesSegments() {
        return route.template().matches(".*\\{[^}:]*:\\s*\\.[*+]\\s*\\}.*");
    }

    private static Collection<?> values(final @Nullable Object argument) {
        if (argument == null) {
            return List.of();
        }
        if (argument.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(argument))
                    .mapToObj(i -> Array.get(argument, i))
                    .toList();
        }
        return argument instanceof final Collection<?> several ? several : List.of(argument);
    }

    private static String text(final Object value) {
        return value instanceof final Enum<?> constant ? constant.name() : value.toString();
    }
}
