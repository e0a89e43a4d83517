package org.jzenith.rest.validation;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where in a request a value comes from.
 *
 * @param path what the client calls it, for example {@code query.limit}; empty for the body
 * @param bean the class whose properties come from different places, or null
 */
record ParameterPlace(String path, @Nullable Class<?> bean) {

    private static final ParameterPlace BODY = new ParameterPlace("", null);
    private static final Map<String, String> PLACES = Map.of(
            "QueryParam", "query",
            "PathParam", "path",
            "HeaderParam", "header",
            "CookieParam", "cookie",
            "MatrixParam", "matrix",
            "FormParam", "form");

    static ParameterPlace of(final Annotation[] annotations, final String name, final Class<?> type) {
        for (final Annotation annotation : annotations) {
            final Class<?> kind = annotation.annotationType();
            if (kind.getSimpleName().equals("BeanParam")) {
                return new ParameterPlace("", type);
            }
            final String place =
                    kind.getName().contains(".ws.rs.") || kind.getName().startsWith("org.jboss.resteasy.")
                            ? PLACES.get(kind.getSimpleName())
                            : null;
            if (place != null) {
                final String value = value(annotation);
                return new ParameterPlace(place + "." + (value.isEmpty() ? name : value), null);
            }
        }
        return BODY;
    }

    /** The place of a property of a class that RESTEasy fills from the request. */
    static ParameterPlace ofProperty(final Class<?> bean, final String property) {
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            for (final Field field : type.getDeclaredFields()) {
                if (field.getName().equals(property)) {
                    final ParameterPlace place = of(field, property, field.getType());
                    if (!place.equals(BODY)) {
                        return place;
                    }
                }
            }
            for (final Method method : type.getDeclaredMethods()) {
                if (isAccessor(method.getName(), property)) {
                    final ParameterPlace place = of(method, property, method.getReturnType());
                    if (!place.equals(BODY)) {
                        return place;
                    }
                }
            }
        }
        return new ParameterPlace(property, null);
    }

    private static ParameterPlace of(final AnnotatedElement element, final String name, final Class<?> type) {
        return of(element.getAnnotations(), name, type);
    }

    private static boolean isAccessor(final String method, final String property) {
        final String capital = Character.toUpperCase(property.charAt(0)) + property.substring(1);
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
