package org.jzenith.rest.internal.validation;

import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.groups.Default;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.CascadableDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.ElementDescriptor;
import jakarta.validation.metadata.ExecutableDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.resteasy.spi.metadata.FieldParameter;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceConstructor;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.ConstraintTypeCheck;
import org.jzenith.core.problem.StartProblem;

/**
 * Constraints that nothing checks, because {@code @Valid} is missing on the way to them: inside of bodies and of what
 * {@code @BeanParam} makes. For one thread.
 */
final class UncheckedConstraints {

    private static final int MOST_SHOWN = 3;

    private static final String VALID = "@Valid ";

    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jakarta.",
            "io.vertx.",
            "io.reactivex.",
            "com.fasterxml.",
            "com.google.",
            "org.jboss.",
            "org.reactivestreams.",
            "org.jzenith.rest.body.");

    private final Supplier<Validator> validator;
    private final Predicate<Class<?>> mayHaveConstraints;
    private final List<StartProblem> problems = new ArrayList<>();
    private final Set<Type> checked = new HashSet<>();
    private final Set<Type> unchecked = new HashSet<>();

    /** The constraints below each place that lacks {@code @Valid}, by the declaration that the place needs. */
    private final Map<String, Set<String>> found = new LinkedHashMap<>();

    private UncheckedConstraints(final Supplier<Validator> validator, final Predicate<Class<?>> mayHaveConstraints) {
        this.validator = validator;
        this.mayHaveConstraints = mayHaveConstraints;
    }

    /** Looks at the fields, the constructor and the methods of a resource; locators check nothing. */
    static List<StartProblem> problems(
            final Supplier<Validator> validator,
            final Predicate<Class<?>> mayHaveConstraints,
            final ResourceClass resource) {
        final UncheckedConstraints check = new UncheckedConstraints(validator, mayHaveConstraints);
        try {
            check.lookAt(resource);
        } catch (final ValidationException | LinkageError e) {
            // Nothing is known about classes with such mistakes; a class that is validated reports its own.
            return List.of();
        }
        return check.problems;
    }

    private void lookAt(final ResourceClass resource) {
        final Class<?> type = resource.getClazz();
        for (final FieldParameter field : resource.getFields()) {
            if (field.getParamType() == ParamType.BEAN_PARAM) {
                lookAt(
                        "The resource " + type.getName(),
                        type,
                        field,
                        property(type, field.getField()),
                        "the field " + field.getField().getName());
            }
        }
        final ResourceConstructor constructor = resource.getConstructor();
        if (constructor != null) {
            final Constructor<?> made = constructor.getConstructor();
            lookAt(
                    "The constructor of " + type.getName(),
                    made,
                    constructor.getParams(),
                    mayHaveConstraints.test(type)
                            ? bean(type).getConstraintsForConstructor(made.getParameterTypes())
                            : null);
        }
        for (final ResourceMethod method : resource.getResourceMethods()) {
            final Method called = method.getMethod();
            lookAt(
                    "The resource method " + ConstraintTypeCheck.name(called),
                    called,
                    method.getParams(),
                    mayHaveConstraints.test(called.getDeclaringClass())
                            ? bean(called.getDeclaringClass())
                                    .getConstraintsForMethod(called.getName(), called.getParameterTypes())
                            : null);
        }
    }

    private void lookAt(
            final String owner,
            final Executable executable,
            final Parameter[] parameters,
            final @Nullable ExecutableDescriptor constraints) {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getParamType() == ParamType.BEAN_PARAM
                    || parameters[i].getParamType() == ParamType.MESSAGE_BODY) {
                final java.lang.reflect.Parameter declared = executable.getParameters()[i];
                lookAt(
                        owner,
                        executable.getDeclaringClass(),
                        parameters[i],
                        constraints == null
                                ? null
                                : constraints.getParameterDescriptors().get(i),
                        "the parameter " + (declared.isNamePresent() ? "'" + declared.getName() + "'" : i + 1));
            }
        }
    }

    private <T extends CascadableDescriptor & ContainerDescriptor> void lookAt(
            final String owner,
            final Class<?> resource,
            final Parameter parameter,
            final @Nullable T constraints,
            final String place) {
        checked.clear();
        unchecked.clear();
        found.clear();
        walk(parameter.getGenericType(), constraints, null, new Declaration(place, parameter.getGenericType()));
        found.forEach((declaration, constrained) -> problems.add(StartProblem.of(owner + " takes "
                        + text(parameter.getGenericType())
                        + (parameter.getParamType() == ParamType.BEAN_PARAM ? " with @BeanParam" : " as the body")
                        + ", but @Valid is missing, so nothing checks " + shown(constrained) + ".")
                .from(resource.getName())
                .remedy("Declare " + declaration + ".")));
    }

    /** A declaration, in whose type {@code @Valid} may be missing. */
    private record Declaration(String name, Type type) {

        /**
         * Returns the declaration with {@code @Valid}, such as {@code the field shop.Order.items as List<@Valid Item>}.
         */
        String with(final Class<?> valid) {
            return name + " as "
                    + text(type)
                            .replaceFirst(
                                    "\\b" + Pattern.quote(valid.getSimpleName()) + "\\b",
                                    Matcher.quoteReplacement(VALID + valid.getSimpleName()));
        }
    }

    /**
     * @param constraints the constraints of the place; null if it has none
     * @param missing the first declaration on the way here that lacks {@code @Valid}; null if none does
     */
    private <T extends CascadableDescriptor & ContainerDescriptor> void walk(
            final Type type, final @Nullable T constraints, final @Nullable String missing, final Declaration place) {
        final boolean cascaded = constraints != null && constraints.isCascaded();
        walk(
                type,
                cascaded,
                constraints == null ? Set.of() : constraints.getConstrainedContainerElementTypes(),
                missing,
                place);
    }

    private void walk(
            final Type type,
            final boolean cascaded,
            final Set<ContainerElementTypeDescriptor> elements,
            final @Nullable String missing,
            final Declaration place) {
        if (type instanceof final WildcardType any) {
            walk(any.getUpperBounds()[0], cascaded, elements, missing, place);
        } else if (type instanceof final GenericArrayType array) {
            walk(array.getGenericComponentType(), cascaded, elements, missing, place);
        } else if (type instanceof final ParameterizedType container) {
            if (isOfApplication((Class<?>) container.getRawType())) {
                walk(container.getRawType(), cascaded, elements, missing, place);
                return;
            }
            final Type[] arguments = container.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                final int index = i;
                final ContainerElementTypeDescriptor element = elements.stream()
                        .filter(each -> Integer.valueOf(index).equals(each.getTypeArgumentIndex()))
                        .findFirst()
                        .orElse(null);
                walk(
                        arguments[i],
                        cascaded || (element != null && element.isCascaded()), // @Valid List<Item> means the elements
                        element == null ? Set.of() : element.getConstrainedContainerElementTypes(),
                        missing,
                        place);
            }
        } else if (type instanceof final Class<?> plain) {
            if (plain.isArray()) {
                walk(plain.getComponentType(), cascaded, elements, missing, place);
            } else if (isOfApplication(plain)) {
                walkBean(plain, missing == null && !cascaded ? place.with(plain) : missing);
            }
        }
    }

    private void walkBean(final Class<?> type, final @Nullable String missing) {
        if (!(missing == null ? checked : unchecked).add(type)) {
            return;
        }
        if (missing != null && mayHaveConstraints.test(type)) {
            final Set<String> constrained = constraints(type);
            if (!constrained.isEmpty()) {
                found.computeIfAbsent(missing, first -> new TreeSet<>()).addAll(constrained);
            }
        }
        for (Class<?> each = type; each != null && isOfApplication(each); each = each.getSuperclass()) {
            for (final Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    walk(
                            field.getGenericType(),
                            property(type, field),
                            missing,
                            new Declaration(
                                    "the field " + each.getName() + "." + field.getName(), field.getGenericType()));
                }
            }
        }
    }

    private Set<String> constraints(final Class<?> type) {
        final Set<String> constrained = new TreeSet<>();
        final BeanDescriptor bean = bean(type);
        add(bean, type.getName(), constrained);
        for (final PropertyDescriptor property : bean.getConstrainedProperties()) {
            final String name = type.getName() + "." + property.getPropertyName();
            add(property, name, constrained);
            addElements(property, name, constrained);
        }
        return constrained;
    }

    private static void addElements(
            final ContainerDescriptor container, final String name, final Set<String> constrained) {
        for (final ContainerElementTypeDescriptor element : container.getConstrainedContainerElementTypes()) {
            add(element, "elements of " + name, constrained);
            addElements(element, name, constrained);
        }
    }

    /** Leaves out constraints of other groups, which the application validates itself. */
    private static void add(final ElementDescriptor element, final String name, final Set<String> constrained) {
        for (final ConstraintDescriptor<?> constraint : element.findConstraints()
                .unorderedAndMatchingGroups(Default.class)
                .getConstraintDescriptors()) {
            constrained.add("@" + constraint.getAnnotation().annotationType().getSimpleName() + " on " + name);
        }
    }

    private BeanDescriptor bean(final Class<?> type) {
        return validator.get().getConstraintsForClass(type);
    }

    private @Nullable PropertyDescriptor property(final Class<?> type, final Field field) {
        return mayHaveConstraints.test(type) ? bean(type).getConstraintsForProperty(field.getName()) : null;
    }

    private static boolean isOfApplication(final Class<?> type) {
        return !type.isPrimitive() && !type.isEnum() && LIBRARIES.stream().noneMatch(type.getName()::startsWith);
    }

    private static String shown(final Set<String> constrained) {
        final int others = constrained.size() - MOST_SHOWN;
        return String.join(", ", constrained.stream().limit(MOST_SHOWN).toList())
                + (others > 0 ? " and " + others + " other" + (others == 1 ? "" : "s") : "");
    }

    /** Returns a type's name without packages and without the words that RESTEasy's types put before names. */
    private static String text(final Type type) {
        return type.getTypeName().replaceAll("\\b(?:class|interface) |[\\w.$]*[.$](?=\\w)", "");
    }
}
