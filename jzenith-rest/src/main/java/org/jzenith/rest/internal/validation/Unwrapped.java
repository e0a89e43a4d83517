package org.jzenith.rest.internal.validation;

import com.google.common.base.Suppliers;
import com.google.inject.TypeLiteral;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.hibernate.validator.HibernateValidator;

/**
 * The types of which a constraint checks what is inside, without being asked to: those with a {@link ValueExtractor}
 * that has {@link UnwrapByDefault}.
 */
final class Unwrapped {

    /** Types that no extractor unwraps. */
    private static final List<Class<?>> VALUES = List.of(
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            CharSequence.class,
            Enum.class,
            Collection.class,
            Map.class);

    private Unwrapped() {}

    /**
     * Returns the types that jZenith's factory unwraps: Jakarta Validation's own and the services of the class path.
     */
    static Predicate<Class<?>> byServices() {
        final Supplier<List<Class<?>>> known = Suppliers.memoize(Unwrapped::containers);
        return type -> known.get().stream().anyMatch(container -> container.isAssignableFrom(type));
    }

    /** True if a factory of the application may unwrap the type; it does not say which ones it unwraps. */
    static boolean mayBe(final Class<?> type) {
        return !type.isArray()
                && !type.getName().startsWith("java.time.")
                && VALUES.stream().noneMatch(value -> value.isAssignableFrom(type));
    }

    /** Hibernate Validator looks with the same class loaders. */
    private static List<Class<?>> containers() {
        final List<Class<?>> found =
                new ArrayList<>(List.of(OptionalInt.class, OptionalLong.class, OptionalDouble.class));
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        for (final ClassLoader loader : new ClassLoader[] {ofThread, HibernateValidator.class.getClassLoader()}) {
            if (loader != null) {
                addServices(loader, found);
            }
        }
        return found;
    }

    @SuppressWarnings("rawtypes")
    private static void addServices(final ClassLoader loader, final List<Class<?>> found) {
        try {
            ServiceLoader.load(ValueExtractor.class, loader).stream()
                    .map(ServiceLoader.Provider::type)
                    .filter(type -> type.isAnnotationPresent(UnwrapByDefault.class))
                    .forEach(type -> found.add(container(type)));
        } catch (final ServiceConfigurationError e) {
            // Hibernate Validator has said so, or leaves it out.
        }
    }

    private static Class<?> container(final Class<?> extractor) {
        final Type contract =
                TypeLiteral.get(extractor).getSupertype(ValueExtractor.class).getType();
        return TypeLiteral.get(((ParameterizedType) contract).getActualTypeArguments()[0])
                .getRawType();
    }
}
