package org.jzenith.restclient.internal.method;

import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.SortOrder;

/** The texts of parameter values: by a converter of the application, or as resources read them. */
final class ValueText {

    private ValueText() {}

    /** Returns the function that writes values of a type; null if no resource could read such a parameter. */
    @SuppressWarnings("unchecked")
    static @Nullable Function<Object, String> of(
            final Class<?> type,
            final Type generic,
            final Annotation[] annotations,
            final List<ParamConverterProvider> providers) {
        for (final ParamConverterProvider provider : providers) {
            final ParamConverter<Object> converter =
                    (ParamConverter<Object>) provider.getConverter(type, generic, annotations);
            if (converter != null) {
                return converter::toString;
            }
        }
        if (Enum.class.isAssignableFrom(type)) {
            return value -> ((Enum<?>) value).name();
        }
        return type.isPrimitive()
                        || CharSequence.class.isAssignableFrom(type)
                        || Number.class.isAssignableFrom(type)
                        || type == Boolean.class
                        || type == Character.class
                        || type == UUID.class
                        || type == URI.class
                        || type == SortOrder.class
                        || type.getName().startsWith("java.time.")
                        || isMadeFromText(type)
                ? Object::toString
                : null;
    }

    private static boolean isMadeFromText(final Class<?> type) {
        return Stream.of(type.getConstructors())
                        .anyMatch(each -> each.getParameterCount() == 1 && each.getParameterTypes()[0] == String.class)
                || Stream.of(type.getMethods())
                        .anyMatch(each -> Modifier.isStatic(each.getModifiers())
                                && (each.getName().equals("valueOf")
                                        || each.getName().equals("fromString"))
                                && each.getParameterCount() == 1
                                && each.getParameterTypes()[0] == String.class
                                && type.isAssignableFrom(each.getReturnType()));
    }
}
