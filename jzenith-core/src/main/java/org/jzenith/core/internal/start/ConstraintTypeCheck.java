package org.jzenith.core.internal.start;

import com.google.inject.TypeLiteral;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.Validator;
import jakarta.validation.constraintvalidation.SupportedValidationTarget;
import jakarta.validation.constraintvalidation.ValidationTarget;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.CascadableDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.ElementDescriptor;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.validation.metadata.ParameterDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import jakarta.validation.metadata.ReturnValueDescriptor;
import jakarta.validation.metadata.ValidateUnwrappedValue;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/**
 * Finds constraints on types that none of their validators checks, such as {@code @Size} on an int: on settings, parameters,
 * results and resources, on the elements of containers, and on everything that {@code @Valid} reaches.
 */
public final class ConstraintTypeCheck {

    private final Validator validator;
    private final Predicate<Class<?>> isUnwrapped;
    private final String origin;
    private final Set<Class<?>> seen = new HashSet<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private ConstraintTypeCheck(final Validator validator, final Predicate<Class<?>> isUnwrapped, final String origin) {
        this.validator = validator;
        this.isUnwrapped = isUnwrapped;
        this.origin = origin;
    }

    /**
     * Checks the parameters and the result of a method.
     *
     * @param validator of the application
     * @param isUnwrapped true for a container whose content is validated instead
     * @param method of a resource
     * @param descriptor its constraints
     * @return the constraints that cannot be checked
     */
    public static List<StartProblem> ofMethod(
            final Validator validator,
            final Predicate<Class<?>> isUnwrapped,
            final Method method,
            final MethodDescriptor descriptor) {
        final ConstraintTypeCheck types = new ConstraintTypeCheck(
                validator, isUnwrapped, method.getDeclaringClass().getName());
        final String name = name(method);
        final Parameter[] parameters = method.getParameters();
        for (final ParameterDescriptor parameter : descriptor.getParameterDescriptors()) {
            final Parameter declared = parameters[parameter.getIndex()];
            final String what = declared.isNamePresent()
                    ? "'" + declared.getName() + "'"
                    : String.valueOf(parameter.getIndex() + 1);
            types.check(
                    parameter,
                    parameter,
                    parameter,
                    parameter.getElementClass(),
                    declared.getParameterizedType(),
                    "the parameter " + what + " of " + name);
        }
        final ReturnValueDescriptor result = descriptor.getReturnValueDescriptor();
        types.check(
                result,
                result,
                result,
                result.getElementClass(),
                method.getGenericReturnType(),
                "the result of " + name);
        return types.problems;
    }

    /**
     * Checks a setting.
     *
     * @param validator of the settings
     * @param method returns the setting
     * @param descriptor its constraints
     * @param type the type of the value that is validated
     * @param key of the setting
     * @return the constraints that cannot be checked
     */
    public static List<StartProblem> ofSetting(
            final Validator validator,
            final Method method,
            final MethodDescriptor descriptor,
            final Class<?> type,
            final String key) {
        final ConstraintTypeCheck types = new ConstraintTypeCheck(validator, each -> false, name(method));
        final ReturnValueDescriptor result = descriptor.getReturnValueDescriptor();
        types.check(result, result, result, type, method.getGenericReturnType(), key);
        return types.problems;
    }

    /**
     * Checks the fields and properties of a class.
     *
     * @param validator of the application
     * @param isUnwrapped true for a container whose content is validated instead
     * @param bean the class
     * @param properties true for a property that is validated
     * @return the constraints that cannot be checked
     */
    public static List<StartProblem> ofBean(
            final Validator validator,
            final Predicate<Class<?>> isUnwrapped,
            final Class<?> bean,
            final Predicate<String> properties) {
        final ConstraintTypeCheck types = new ConstraintTypeCheck(validator, isUnwrapped, bean.getName());
        types.checkProperties(bean, validator.getConstraintsForClass(bean), properties);
        return types.problems;
    }

    /**
     * Names a method in a report.
     *
     * @param method the method
     * @return its class, name and parameter types
     */
    public static String name(final Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
    }

    /** @param raw null for an element that is a container, whose class Hibernate Validator does not name */
    private void check(
            final ElementDescriptor element,
            final CascadableDescriptor cascadable,
            final ContainerDescriptor container,
            final @Nullable Class<?> raw,
            final @Nullable Type type,
            final String where) {
        if (raw != null) {
            for (final ConstraintDescriptor<?> constraint : element.getConstraintDescriptors()) {
                check(constraint, raw, where);
            }
            if (cascadable.isCascaded()) {
                checkBean(raw);
                checkArguments(type);
            }
        }
        for (final ContainerElementTypeDescriptor inner : container.getConstrainedContainerElementTypes()) {
            // Hibernate Validator does not name the class of an array's elements.
            final Class<?> inside = raw != null && raw.isArray() ? raw.getComponentType() : inner.getElementClass();
            check(inner, inner, inner, inside, inside, "an element of " + where);
        }
    }

    /** {@code @Valid List<Order>} means the elements. */
    private void checkArguments(final @Nullable Type type) {
        if (type instanceof final ParameterizedType container) {
            for (final Type argument : container.getActualTypeArguments()) {
                if (argument instanceof final Class<?> bean) {
                    checkBean(bean);
                }
            }
        } else if (type instanceof final Class<?> array && array.getComponentType() != null) {
            checkBean(array.getComponentType());
        }
    }

    private void checkBean(final Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.getName().startsWith("java.") || !seen.add(type)) {
            return;
        }
        final BeanDescriptor bean = validator.getConstraintsForClass(type);
        for (final ConstraintDescriptor<?> constraint : bean.getConstraintDescriptors()) {
            check(constraint, type, "the class " + type.getName());
        }
        checkProperties(type, bean, name -> true);
    }

    private void checkProperties(final Class<?> type, final BeanDescriptor bean, final Predicate<String> names) {
        for (final PropertyDescriptor property : bean.getConstrainedProperties()) {
            if (names.test(property.getPropertyName())) {
                check(
                        property,
                        property,
                        property,
                        property.getElementClass(),
                        typeOf(type, property.getPropertyName()),
                        type.getName() + "." + property.getPropertyName());
            }
        }
    }

    /** Object if it is not a field. */
    private static Type typeOf(final Class<?> type, final String property) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                return each.getDeclaredField(property).getGenericType();
            } catch (final NoSuchFieldException e) {
                // it may be inherited
            }
        }
        return Object.class;
    }

    private void check(final ConstraintDescriptor<?> constraint, final Class<?> type, final String where) {
        for (final ConstraintDescriptor<?> composing : constraint.getComposingConstraints()) {
            check(composing, type, where);
        }
        final Class<?> boxed = type.isPrimitive() ? boxed(type) : type;
        if (constraint.getValueUnwrapping() == ValidateUnwrappedValue.UNWRAP) {
            return;
        }
        final List<? extends Class<? extends ConstraintValidator<?, ?>>> validators =
                constraint.getConstraintValidatorClasses().stream()
                        .filter(ConstraintTypeCheck::isForElements)
                        .toList();
        final Set<String> fitting = new TreeSet<>();
        for (final Class<? extends ConstraintValidator<?, ?>> each : validators) {
            final Class<?> validated = validatedType(each);
            if (validated == null || validated.isAssignableFrom(boxed)) {
                return;
            }
            fitting.add(validated.isArray() ? "arrays" : validated.getSimpleName());
        }
        final boolean isCheckedByOthers = fitting.isEmpty()
                && !(constraint.getConstraintValidatorClasses().isEmpty()
                        && constraint.getComposingConstraints().isEmpty());
        if (!isCheckedByOthers
                && (constraint.getValueUnwrapping() == ValidateUnwrappedValue.SKIP || !isUnwrapped.test(boxed))) {
            final String name =
                    "@" + constraint.getAnnotation().annotationType().getSimpleName();
            problems.add(StartProblem.of(
                            name + " on " + where + " cannot check a value of type " + type.getSimpleName() + ".")
                    .from(origin)
                    .remedy(
                            fitting.isEmpty()
                                    ? name + " has no validator. Remove " + name
                                            + ", or add the library with its validator."
                                    : name + " checks these types: " + String.join(", ", fitting) + ". "
                                            + instead(name, boxed)));
        }
    }

    private static String instead(final String constraint, final Class<?> type) {
        if (type == Optional.class) {
            return "Write the constraint inside the type: Optional<" + constraint + "(..) ..>.";
        }
        if (type == Duration.class) {
            return "For a duration use @DurationMin and @DurationMax.";
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return "To check the elements, write the constraint inside the type: List<" + constraint + "(..) ..>.";
        }
        return "Change the type, or use a constraint that checks "
                + (Number.class.isAssignableFrom(type)
                        ? "numbers, such as @Min."
                        : CharSequence.class.isAssignableFrom(type) ? "text, such as @Pattern." : "the type.");
    }

    private static boolean isForElements(final Class<?> validator) {
        final SupportedValidationTarget target = validator.getAnnotation(SupportedValidationTarget.class);
        return target == null || List.of(target.value()).contains(ValidationTarget.ANNOTATED_ELEMENT);
    }

    /** Null if it is not known. */
    private static @Nullable Class<?> validatedType(final Class<? extends ConstraintValidator<?, ?>> validator) {
        final Type contract = TypeLiteral.get(validator)
                .getSupertype(ConstraintValidator.class)
                .getType();
        return contract instanceof final ParameterizedType known
                ? TypeLiteral.get(known.getActualTypeArguments()[1]).getRawType()
                : null;
    }

    private static Class<?> boxed(final Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }
}
