package org.jzenith.rest.internal.validation;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The location of a parameter's value in a request.
 *
 * @param path its name for the client, for example {@code query.limit}; empty for the body
 * @param bean the class whose properties have their own locations, or null
 */
record ParameterLocation(String path, @Nullable Class<?> bean) {

    private static final ParameterLocation BODY = new ParameterLocation("", null);
    private static final Map<String, String> PREFIXES = Map.of(
            "QueryParam", "query",
            "PathParam", "path",
            "HeaderParam", "header",
            "CookieParam", "cookie",
            "MatrixParam", "matrix",
            "FormParam", "form");

    static ParameterLocation of(final Annotation[] annotations, final String name, final Class<?> type) {
        for (final Annotation annotation : annotations) {
            final Class<?> kind = annotation.annotationType();
            if (kind.getSimpleName().equals("BeanParam")) {
                return new ParameterLocation("", type);
            }
            final String location =
                    kind.getName().contains(".ws.rs.") || kind.getName().startsWith("org.jboss.resteasy.")
                            ? PREFIXES.get(kind.getSimpleName())
                            : null;
            if (location != null) {
                final String value = value(annotation);
                return new ParameterLocation(location + "." + (value.isEmpty() ? name : value), null);
            }
        }
        return BODY;
    }

    /** The location of a property of a class that RESTEasy fills from the request. */
    static ParameterLocation ofProperty(final Class<?> bean, final String property) {
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            final Stream<ParameterLocation> ofFields = Arrays.stream(type.getDeclaredFields())
                    .filter(field -> field.getName().equals(property))
                    .map(field -> of(field.getAnnotations(), property, field.getType()));
            final Stream<ParameterLocation> ofMethods = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> isAccessor(method.getName(), property))
                    .map(method -> of(method.getAnnotations(), property, method.getReturnType()));
            final Optional<ParameterLocation> found = Stream.concat(ofFields, ofMethods)
                    .filter(location -> !location.equals(BODY))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        return new ParameterLocation(property, null);
    }

    private static boolean isAccessor(final String method, final String property) {
        final String capital = property.isEmpty() // that of a method get()
                ? ""
                : Character.toUpperCase(property.charAt(0)) + property.substring(1);
        return method.equals(property)
                || method.equals("get" + capital)
                || method.equals("is" + capital)
                || method.equals("set" + capital);
    }

    private static String value(final Annotation annotation) {
        try {
            return String.valueOf(annotation.annotationType().getMethod("value").invoke(annotation));
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("An annotation for parameters has no value: " + annotation, e);
        }
    }
}
