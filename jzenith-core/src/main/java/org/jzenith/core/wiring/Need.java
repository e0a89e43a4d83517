package org.jzenith.core.wiring;

import com.google.inject.Inject;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.InjectionPoint;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/**
 * A dependency that is needed to create something else.
 *
 * @param key its key; for a {@code Provider<T>} the key of T
 * @param later true if it is not needed before the creation ends: a provider, a field, a parameter of a method
 * @param point the injection point; null for the target of a binding
 * @param index the index of the parameter
 */
record Need(Key<?> key, boolean later, @Nullable InjectionPoint point, int index) {

    static Need of(final Dependency<?> dependency) {
        final Key<?> key = dependency.getKey();
        final InjectionPoint point = dependency.getInjectionPoint();
        final int index = dependency.getParameterIndex();
        if (key.getTypeLiteral().getRawType() == Provider.class
                && key.getTypeLiteral().getType() instanceof final ParameterizedType provider) {
            return new Need(key.ofType(provider.getActualTypeArguments()[0]), true, point, index);
        }
        return new Need(key, point != null && isInjectedAfterwards(point.getMember()), point, index);
    }

    /** Other methods than those with {@code @Inject} provide. */
    private static boolean isInjectedAfterwards(final Member member) {
        return member instanceof Field
                || (member instanceof final Method method
                        && (method.isAnnotationPresent(jakarta.inject.Inject.class)
                                || method.isAnnotationPresent(Inject.class)));
    }
}
