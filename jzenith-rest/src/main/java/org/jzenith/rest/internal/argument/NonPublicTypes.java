package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of types that are not public, such as an enum beside its resource, or have a method for texts that is not. RESTEasy
 * finds their constructor or method (Jakarta REST 3.1, 3.2), and may not call it.
 */
public final class NonPublicTypes implements ParamConverterProvider {

    private static final List<Class<?>> ONE_TEXT = List.of(String.class);
    private static final String VALUE_OF = "valueOf";
    private static final String FROM_STRING = "fromString";

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable ParamConverter<T> getConverter(
            final Class<T> type, final Type genericType, final Annotation[] annotations) {
        if (type.getClassLoader() == null) {
            return null; // a type of the JDK is public; the methods of String are most of the work for a parameter
        }
        final Executable reading = reading(type);
        return reading != null && (!reading.canAccess(null) || hasHiddenMethod(type)) && reading.trySetAccessible()
                ? (ParamConverter<T>) new Converter(reading)
                : null;
    }

    /** Returns true if RESTEasy may choose a method that is not public. */
    private static boolean hasHiddenMethod(final Class<?> type) {
        return Stream.of(FROM_STRING, VALUE_OF)
                .flatMap(name -> methods(type, name))
                .anyMatch(each -> !Modifier.isPublic(each.getModifiers()));
    }

    private static @Nullable Executable reading(final Class<?> type) {
        if (!Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
            for (final Constructor<?> each : type.getConstructors()) {
                if (List.of(each.getParameterTypes()).equals(ONE_TEXT)) {
                    return each;
                }
            }
        }
        final List<String> names = type.isEnum() ? List.of(FROM_STRING, VALUE_OF) : List.of(VALUE_OF, FROM_STRING);
        return names.stream()
                .flatMap(name -> methods(type, name))
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Method> methods(final Class<?> type, final String name) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(name)
                        && Modifier.isStatic(each.getModifiers())
                        && type.isAssignableFrom(each.getReturnType())
                        && List.of(each.getParameterTypes()).equals(ONE_TEXT));
    }

    /** @param reading a constructor or static method that may be called */
    private record Converter(Executable reading) implements ParamConverter<Object> {

        @Override
        public Object fromString(final @Nullable String text) {
            if (text == null) {
                throw new IllegalArgumentException("There is no text.");
            }
            try {
                return reading instanceof final Method method
                        ? method.invoke(null, text)
                        : ((Constructor<?>) reading).newInstance(text);
            } catch (final InvocationTargetException e) {
                if (e.getTargetException() instanceof final WebApplicationException ofType) {
                    throw ofType;
                }
                throw new IllegalArgumentException(e.getTargetException());
            } catch (final ReflectiveOperationException e) {
                throw new IllegalArgumentException(e);
            }
        }

        @Override
        public String toString(final Object value) {
            return value.toString();
        }
    }
}
