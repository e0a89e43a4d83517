package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMappingInterface;
import io.smallrye.config.ConfigMappingInterface.Property;
import io.smallrye.config.Secret;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.hibernate.validator.HibernateValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.ConstraintTypeCheck;
import org.jzenith.core.problem.StartProblem;

/**
 * Checks the values against the constraints on the interfaces' methods. Hibernate Validator starts when the first constraint is found; the
 * framework's own settings have no constraints.
 */
final class ConstraintCheck implements AutoCloseable {

    private final MappingProblems problems;
    private @Nullable ValidatorFactory factory;
    private boolean complete;

    ConstraintCheck(final MappingProblems problems) {
        this.problems = problems;
    }

    /** @param whole false if values with problems were left out */
    void check(final MappedInterface mapped, final Object instance, final boolean whole) {
        this.complete = whole;
        final ConfigMappingInterface mapping = ConfigMappingInterface.getConfigurationInterface(mapped.type());
        group(mapping, mapped.prefix(), KeyCatalogue.naming(mapping), instance);
    }

    private void group(
            final ConfigMappingInterface type,
            final String path,
            final Function<String, String> naming,
            final Object instance) {
        for (final Property property : type.getProperties()) {
            final Object value = property.isDefaultMethod() || property.isToStringMethod()
                    ? null
                    : call(property.getMethod(), instance);
            if (value != null) {
                final String name = property.isParentPropertyName() ? "" : property.getPropertyName(naming);
                final String key = KeyPattern.join(path, name);
                if (areCheckable(property.getMethod(), key)
                        && areConvertible(value, key, true)
                        && isConstrained(property.getMethod())) {
                    validate(instance, property.getMethod(), value, key);
                }
                inner(property, key, naming, value);
            }
        }
        // a constraint over several values would report a misleading violation for an incomplete group
        for (final Method method : complete ? type.getInterfaceType().getMethods() : new Method[0]) {
            if (method.isDefault()
                    && method.getParameterCount() == 0
                    && isConstrained(method)
                    && areCheckable(method, path)) {
                final Object value = call(method, instance);
                if (value != null) {
                    validate(instance, method, value, path);
                }
            }
        }
    }

    /** Checks the constraints themselves, regardless of the value, so that a mistake in the interface is found at once. */
    private boolean areCheckable(final Method method, final String key) {
        final MethodDescriptor constraints = isConstrained(method)
                ? validator()
                        .getConstraintsForClass(method.getDeclaringClass())
                        .getConstraintsForMethod(method.getName())
                : null;
        if (constraints == null) {
            return true;
        }
        final List<StartProblem> found =
                ConstraintTypeCheck.ofSetting(validator(), method, constraints, valueType(method), key);
        problems.uncheckable(key, found);
        return found.isEmpty();
    }

    /** Returns the type that the validator sees. */
    private static Class<?> valueType(final Method method) {
        final Class<?> type = method.getReturnType();
        if (type == Secret.class
                && method.getGenericReturnType() instanceof final ParameterizedType secret
                && secret.getActualTypeArguments()[0] instanceof final Class<?> inner) {
            return inner;
        }
        return type == OptionalInt.class
                ? Integer.class
                : type == OptionalLong.class || type == DataSize.class
                        ? Long.class
                        : type == OptionalDouble.class ? Double.class : type;
    }

    private void inner(
            final Property property, final String key, final Function<String, String> naming, final Object value) {
        if (value instanceof final Optional<?> optional) {
            if (property.isOptional() && optional.isPresent()) {
                inner(property.asOptional().getNestedProperty(), key, naming, optional.get());
            }
        } else if (property.isGroup()) {
            group(property.asGroup().getGroupType(), key, KeyCatalogue.naming(property, naming), value);
        } else if (property.isCollection() && value instanceof final Collection<?> list) {
            int index = 0;
            for (final Object element : list) {
                inner(property.asCollection().getElement(), key + "[" + index++ + "]", naming, element);
            }
        } else if (property.isMap() && value instanceof final Map<?, ?> map) {
            map.forEach((name, element) -> inner(
                    property.asMap().getValueProperty(), key + "." + ValueConverters.quoted(name), naming, element));
        }
    }

    /** Converts secrets now. SmallRye would convert a secret when it is first read, which is too late for the startup report. */
    private boolean areConvertible(final Object value, final String key, final boolean required) {
        if (value instanceof final Optional<?> optional) {
            // SmallRye represents an optional secret that is not set by a secret without a value.
            return optional.isEmpty() || areConvertible(optional.get(), key, false);
        }
        if (value instanceof final Collection<?> list) {
            return list.stream().allMatch(element -> areConvertible(element, key, true));
        }
        if (value instanceof final Map<?, ?> map) {
            boolean convertible = true;
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                convertible &=
                        areConvertible(entry.getValue(), key + "." + ValueConverters.quoted(entry.getKey()), true);
            }
            return convertible;
        }
        try {
            if (!(value instanceof final Secret<?> secret) || secret.get() != null) {
                return true;
            }
            if (required) {
                problems.missing(key);
            }
        } catch (final IllegalArgumentException e) {
            // the exception may hold the secret, so only the key is kept
            problems.unconvertible(key);
        }
        return false;
    }

    private static @Nullable Object call(final Method method, final Object instance) {
        try {
            method.setAccessible(true);
            return method.invoke(instance);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (final InvocationTargetException e) {
            // a default method that needs a value which is missing: the missing value is already a problem
            return null;
        }
    }

    private void validate(final Object instance, final Method method, final Object value, final String key) {
        try {
            validator().forExecutables().validateReturnValue(instance, method, value).stream()
                    .map(ConstraintViolation::getMessage)
                    .sorted()
                    .forEach(message -> problems.violation(key, message));
        } catch (final ValidationException e) {
            problems.violation(key, "has a constraint that cannot be checked: " + e.getMessage());
        }
    }

    private Validator validator() {
        ValidatorFactory made = factory;
        if (made == null) {
            made = Validation.byProvider(HibernateValidator.class)
                    .configure()
                    .ignoreXmlConfiguration()
                    .addValueExtractor(new SecretExtractor())
                    .addValueExtractor(new DataSizeExtractor())
                    .messageInterpolator(new ConstraintMessages())
                    .buildValidatorFactory();
            factory = made;
        }
        return made.getValidator();
    }

    /** Called before the annotations of the type arguments are read, because reading them is slow. */
    private static boolean isContainer(final Method method) {
        return method.getGenericReturnType() instanceof ParameterizedType;
    }

    /** Looks at the type arguments only, because the annotations on the outermost type are those of the method. */
    private static boolean inElements(final AnnotatedType type) {
        return type instanceof final AnnotatedParameterizedType container
                && Arrays.stream(container.getAnnotatedActualTypeArguments())
                        .anyMatch(argument -> hasConstraint(argument) || inElements(argument));
    }

    private static boolean isConstrained(final Method method) {
        return hasConstraint(method) || (isContainer(method) && inElements(method.getAnnotatedReturnType()));
    }

    private static boolean hasConstraint(final AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations()).anyMatch(ConstraintCheck::isConstraint);
    }

    /** Also true for the nested annotation that holds repeated constraints. */
    private static boolean isConstraint(final Annotation annotation) {
        final Class<? extends Annotation> type = annotation.annotationType();
        final @Nullable Class<?> outer = type.getDeclaringClass();
        return type.isAnnotationPresent(Constraint.class)
                || (outer != null && outer.isAnnotationPresent(Constraint.class))
                || type == Valid.class;
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.close();
        }
    }

    @UnwrapByDefault
    private static final class SecretExtractor implements ValueExtractor<Secret<@ExtractedValue ?>> {

        @Override
        public void extractValues(final Secret<?> secret, final ValueReceiver receiver) {
            receiver.value(null, secret.get());
        }
    }

    @UnwrapByDefault
    private static final class DataSizeExtractor
            implements ValueExtractor<@ExtractedValue(type = Long.class) DataSize> {

        @Override
        public void extractValues(final DataSize size, final ValueReceiver receiver) {
            receiver.value(null, size.bytes());
        }
    }
}
