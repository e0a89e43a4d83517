package org.jzenith.rest.internal.check;

import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Methods and types as the reader knows them from the code. */
final class Named {

    private Named() {}

    /** Returns a method's name, such as {@code shop.OrderResource.get(String, int)}. */
    static String method(final Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
    }

    /** Returns media types without their parameters, such as {@code text/csv and text/html}. */
    static String types(final List<MediaType> types) {
        return types.stream()
                .map(type -> type.getType() + "/" + type.getSubtype())
                .collect(Collectors.joining(" and "));
    }

    /** Returns a type's name without packages, such as {@code Single<List<Order>>}. */
    static String type(final Type type) {
        if (type instanceof final Class<?> plain) {
            return plain.getSimpleName();
        }
        if (type instanceof final ParameterizedType container) {
            return Arrays.stream(container.getActualTypeArguments())
                    .map(Named::type)
                    .collect(Collectors.joining(", ", type(container.getRawType()) + "<", ">"));
        }
        if (type instanceof final GenericArrayType array) {
            return type(array.getGenericComponentType()) + "[]";
        }
        if (type instanceof final WildcardType any) {
            return any.getLowerBounds().length > 0
                    ? "? super " + type(any.getLowerBounds()[0])
                    : any.getUpperBounds()[0] == Object.class ? "?" : "? extends " + type(any.getUpperBounds()[0]);
        }
        return type.getTypeName();
    }
}
