package org.jzenith.rest.validation;

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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.hibernate.validator.HibernateValidator;
import org.jspecify.annotations.Nullable;

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
        return new Predicate<>() {
            private @Nullable List<Class<?>> known;

            @Override
            public synchronized boolean test(final Class<?> type) {
                if (known == null) {
                    known = containers();
                }
                return known.stream().anyMatch(container -> container.isAssignableFrom(type));
            }
        };
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
                    .forEach(type -> container(type).ifPresent(found::add));
        } catch (final ServiceConfigurationError e) {
            // Hibernate Validator has said so, or leaves it out.
        }
    }

    private static Optional<Class<?>> container(final Class<?> extractor) {
        for (Class<?> each = extractor; each != null; each = each.getSuperclass()) {
            for (final Type implemented : each.getGenericInterfaces()) {
                if (implemented instanceof final ParameterizedType contract
                        && contract.getRawType() == ValueExtractor.class) {
                    return raw(contract.getActualTypeArguments()[0]);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Class<?>> raw(final Type type) {
        return type instanceof final Class<?> plain
                ? Optional.of(plain)
                : type instanceof final ParameterizedType generic
                        ? Optional.of((Class<?>) generic.getRawType())
                        : Optional.empty();
    }
}
