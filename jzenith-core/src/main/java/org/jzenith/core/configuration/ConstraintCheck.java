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
import jakarta.validation.constraints.AssertTrue;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.jspecify.annotations.Nullable;

/**
 * Checks the values against the constraints on the interfaces' methods. Starts Hibernate Validator only if a value can
 * break one.
 */
final class ConstraintCheck implements AutoCloseable {

    private final List<Violation> violations = new ArrayList<>();
    private @Nullable ValidatorFactory factory;
    private final Set<String> missingSecrets = new LinkedHashSet<>();
    private final Set<String> wrongSecrets = new LinkedHashSet<>();
    private boolean complete;

    /**
     * A value that breaks a constraint.
     *
     * @param key the key it was set by
     * @param message the constraint's message in English
     */
    record Violation(String key, String message) {}

    /** Keys of secrets that are required and have no value. */
    Set<String> missingSecrets() {
        return missingSecrets;
    }

    /** Keys of secrets whose text cannot be converted to their type. */
    Set<String> wrongSecrets() {
        return wrongSecrets;
    }

    List<Violation> violations() {
        return violations;
    }

    /** Whether Hibernate Validator was started. */
    boolean usedHibernateValidator() {
        return factory != null;
    }

    /** @param whole whether no value is missing because of a problem of its own */
    void check(final Class<?> type, final String prefix, final Object instance, final boolean whole) {
        this.complete = whole;
        final ConfigMappingInterface mapping = ConfigMappingInterface.getConfigurationInterface(type);
        group(mapping, prefix, KeyCatalogue.naming(mapping), instance);
    }

    private void group(
            final ConfigMappingInterface type,
            final String path,
            final Function<String, String> naming,
            final Object instance) {
        for (final Property property : type.getProperties()) {
            final Method method = property.getMethod();
            if (property.isDefaultMethod() || property.isToStringMethod()) {
                continue;
            }
            final Object value = call(method, instance);
            if (value != null) {
                final String key = join(path, property.isParentPropertyName() ? "" : property.getPropertyName(naming));
                if (!isFaultySecret(value, key) && mayBreakConstraint(method, value)) {
                    validate(instance, method, value, key);
                }
                inner(unwrapped(property), key, naming, value);
            }
        }
        // a constraint over several values would report a misleading violation for an incomplete group
        for (final Method method : complete ? type.getInterfaceType().getMethods() : new Method[0]) {
            if (method.isDefault() && method.getParameterCount() == 0 && isConstrained(method)) {
                final Object value = call(method, instance);
                if (value != null && !isTrueAsserted(method, value)) {
                    validate(instance, method, value, path);
                }
            }
        }
    }

    private static boolean isEmptySecret(final Object value) {
        try {
            return value instanceof final Secret<?> secret && secret.get() == null;
        } catch (final IllegalArgumentException e) {
            return false; // not convertible, which is not the same as empty
        }
    }

    /** SmallRye converts a secret when it is first read, which is too late for a report at start. */
    private boolean isFaultySecret(final Object value, final String key) {
        if (value instanceof final Optional<?> optional) {
            // SmallRye represents an optional secret that is not set by a secret without a value.
            return optional.isPresent() && (isEmptySecret(optional.get()) || isFaultySecret(optional.get(), key));
        }
        if (value instanceof final Collection<?> list) {
            return list.stream().anyMatch(element -> isFaultySecret(element, key));
        }
        if (value instanceof final Map<?, ?> map) {
            boolean faulty = false;
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                faulty |= entry.getValue() instanceof Secret
                        && isFaultySecret(entry.getValue(), join(key, quoted(entry.getKey())));
            }
            return faulty;
        }
        if (!(value instanceof final Secret<?> secret)) {
            return false;
        }
        try {
            if (secret.get() != null) {
                return false;
            }
            missingSecrets.add(key);
        } catch (final IllegalArgumentException e) {
            // the exception may hold the secret, so only the key is kept
            wrongSecrets.add(key);
        }
        return true;
    }

    private static Property unwrapped(final Property property) {
        return property.isOptional() ? property.asOptional().getNestedProperty() : property;
    }

    private void inner(
            final Property property, final String key, final Function<String, String> naming, final Object value) {
        if (value instanceof final Optional<?> optional) {
            optional.ifPresent(present -> inner(property, key, naming, present));
        } else if (property.isGroup()) {
            final ConfigMappingInterface group = property.asGroup().getGroupType();
            group(group, key, property.asGroup().hasNamingStrategy() ? KeyCatalogue.naming(group) : naming, value);
        } else if (property.isCollection() && value instanceof final Collection<?> list) {
            int index = 0;
            for (final Object element : list) {
                inner(property.asCollection().getElement(), key + "[" + index++ + "]", naming, element);
            }
        } else if (property.isMap() && value instanceof final Map<?, ?> map) {
            map.forEach((name, element) ->
                    inner(property.asMap().getValueProperty(), key + "." + quoted(name), naming, element));
        }
    }

    private static String quoted(final Object name) {
        final String text = String.valueOf(name);
        return text.indexOf('.') < 0 ? text : '"' + text + '"';
    }

    private static String join(final String path, final String name) {
        return name.isEmpty() ? path : path.isEmpty() ? name : path + "." + name;
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
                    .sorted(Comparator.naturalOrder())
                    .forEach(message -> violations.add(new Violation(key, message)));
        } catch (final ValidationException e) {
            violations.add(new Violation(key, "has a constraint that cannot be checked: " + e.getMessage()));
        }
    }

    private Validator validator() {
        if (factory == null) {
            factory = Validation.byProvider(HibernateValidator.class)
                    .configure()
                    .ignoreXmlConfiguration()
                    .addValueExtractor(new SecretExtractor())
                    .addValueExtractor(new DataSizeExtractor())
                    .messageInterpolator(new ConstraintMessages(
                            new ParameterMessageInterpolator(Set.of(Locale.ENGLISH), Locale.ENGLISH, false)))
                    .buildValidatorFactory();
        }
        return factory.getValidator();
    }

    private static boolean mayBreakConstraint(final Method method, final Object value) {
        for (final Annotation annotation : method.getAnnotations()) {
            if (isConstraint(annotation) && !ConstraintPrecheck.test(annotation, value)) {
                return true;
            }
        }
        return isContainer(method)
                && !ConstraintPrecheck.isEmpty(value)
                && elementsMayBreakConstraint(method.getAnnotatedReturnType(), value);
    }

    private static boolean elementsMayBreakConstraint(final AnnotatedType type, final Object value) {
        if (!inElements(type)) {
            return false;
        }
        final Collection<?> elements = value instanceof final Optional<?> optional
                ? List.of(optional.orElseThrow())
                : value instanceof final Collection<?> list ? list : List.of();
        if (elements.isEmpty()
                || !(type instanceof final AnnotatedParameterizedType container)
                || inElements(container.getAnnotatedActualTypeArguments()[0])) {
            return true;
        }
        for (final Annotation annotation : container.getAnnotatedActualTypeArguments()[0].getAnnotations()) {
            if (isConstraint(annotation)
                    && !elements.stream().allMatch(element -> ConstraintPrecheck.test(annotation, element))) {
                return true;
            }
        }
        return false;
    }

    /** Checked first, because reading the annotations of types is slow. */
    private static boolean isContainer(final Method method) {
        return method.getGenericReturnType() instanceof ParameterizedType;
    }

    /** Annotations on the outermost type are those of the method. */
    private static boolean inElements(final AnnotatedType type) {
        if (type instanceof final AnnotatedParameterizedType container) {
            for (final AnnotatedType argument : container.getAnnotatedActualTypeArguments()) {
                if (hasConstraint(argument)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isTrueAsserted(final Method method, final Object value) {
        return Boolean.TRUE.equals(value)
                && method.isAnnotationPresent(AssertTrue.class)
                && method.getAnnotations().length == 1;
    }

    private static boolean isConstrained(final Method method) {
        return hasConstraint(method) || (isContainer(method) && inElements(method.getAnnotatedReturnType()));
    }

    private static boolean hasConstraint(final AnnotatedElement element) {
        for (final Annotation annotation : element.getAnnotations()) {
            if (isConstraint(annotation)) {
                return true;
            }
        }
        return element instanceof final AnnotatedType type && inElements(type);
    }

    private static boolean isConstraint(final Annotation annotation) {
        final Class<? extends Annotation> type = annotation.annotationType();
        return type.isAnnotationPresent(Constraint.class) || isList(type) || type == Valid.class;
    }

    /** Repeated constraints stand in an annotation that the constraint nests. */
    private static boolean isList(final Class<? extends Annotation> type) {
        final @Nullable Class<?> outer = type.getDeclaringClass();
        return outer != null && outer.isAnnotationPresent(Constraint.class);
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
