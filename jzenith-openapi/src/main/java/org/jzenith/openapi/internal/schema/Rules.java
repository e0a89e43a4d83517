package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.BeanProperty;
import jakarta.validation.groups.Default;
import jakarta.validation.metadata.CascadableDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.ElementDescriptor;
import jakarta.validation.metadata.GroupConversionDescriptor;
import java.lang.reflect.AnnotatedType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of one place: a parameter, a result, a property or an element of a container.
 *
 * @param constraints those of the checked groups
 * @param checked the groups that are checked at the place and in its elements
 * @param groups the groups that are checked in the value itself; empty if the value is not checked
 * @param elements the places inside, such as the elements of a list
 * @param declared the type as it is written in Java; null if that is unknown
 * @param property the property of Jackson at or in which the place is; null for none
 */
public record Rules(
        List<ConstraintDescriptor<?>> constraints,
        List<Class<?>> checked,
        List<Class<?>> groups,
        Set<ContainerElementTypeDescriptor> elements,
        @Nullable AnnotatedType declared,
        @Nullable BeanProperty property) {

    /** No declarations at all. */
    public static final Rules NONE = new Rules(List.of(), List.of(), List.of(), Set.of(), null, null);

    /** The group that is checked unless another one is named. */
    public static final List<Class<?>> DEFAULT = List.of(Default.class);

    /**
     * Reads the constraints of a place.
     *
     * @param place the place, from the metadata of Jakarta Validation
     * @param groups the groups that are checked; none of the place's constraints apply if it is empty
     * @return the constraints
     */
    public static <D extends ElementDescriptor & CascadableDescriptor & ContainerDescriptor> Rules of(
            final D place, final List<Class<?>> groups) {
        if (groups.isEmpty()) {
            return NONE;
        }
        return new Rules(
                sorted(place.findConstraints()
                        .unorderedAndMatchingGroups(groups.toArray(Class<?>[]::new))
                        .getConstraintDescriptors()),
                List.copyOf(groups),
                place.isCascaded() ? converted(place, groups) : List.of(),
                place.getConstrainedContainerElementTypes(),
                null,
                null);
    }

    /**
     * Adds the type, whose annotations say where null is possible.
     *
     * @param type the type of the place as it is written in Java; null if that is unknown
     * @return the same constraints
     */
    public Rules declaredAs(final @Nullable AnnotatedType type) {
        return new Rules(constraints, checked, groups, elements, type, property);
    }

    /** Adds the property, whose annotations change how Jackson reads and writes the value and its elements. */
    Rules in(final BeanProperty given) {
        return new Rules(constraints, checked, groups, elements, declared, given);
    }

    /** Returns the declarations without the constraints of the place itself. */
    Rules unconstrained() {
        return new Rules(List.of(), checked, groups, elements, declared, property);
    }

    /** Orders constraints, because their sets have another order in each JVM. */
    static List<ConstraintDescriptor<?>> sorted(final Set<ConstraintDescriptor<?>> constraints) {
        return constraints.stream()
                .sorted(Comparator.comparing((ConstraintDescriptor<?> each) ->
                                each.getAnnotation().annotationType().getName())
                        .thenComparing(each -> each.getAnnotation().toString()))
                .toList();
    }

    private static List<Class<?>> converted(final CascadableDescriptor place, final List<Class<?>> groups) {
        final List<Class<?>> all = new ArrayList<>();
        for (final Class<?> group : groups) {
            all.add(place.getGroupConversions().stream()
                    .filter(each -> each.getFrom() == group)
                    .<Class<?>>map(GroupConversionDescriptor::getTo)
                    .findFirst()
                    .orElse(group));
        }
        return List.copyOf(all);
    }

    /**
     * Returns the declarations of a type argument, such as those of the elements of a list.
     *
     * @param argument the index of the type argument; 0 for an array
     * @return may have no constraints
     */
    public Rules element(final int argument) {
        final Rules inside = elements.stream()
                .filter(each -> each.getTypeArgumentIndex() == null || each.getTypeArgumentIndex() == argument)
                .findFirst()
                .map(each -> of(each, checked))
                .orElse(NONE)
                .declaredAs(Nullness.argument(declared, argument));
        return property == null ? inside : inside.in(property);
    }
}
