package org.jzenith.openapi.schema;

import jakarta.validation.groups.Default;
import jakarta.validation.metadata.CascadableDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.ElementDescriptor;
import jakarta.validation.metadata.GroupConversionDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The constraints of one place: a parameter, a result, a property or an element of a container.
 *
 * @param constraints those of the checked groups
 * @param checked the groups that are checked at the place and in its elements
 * @param groups the groups that are checked in the value itself; empty if the value is not checked
 * @param elements the places inside, such as the elements of a list
 */
public record Rules(
        List<ConstraintDescriptor<?>> constraints,
        List<Class<?>> checked,
        List<Class<?>> groups,
        Set<ContainerElementTypeDescriptor> elements) {

    /** No constraints at all. */
    public static final Rules NONE = new Rules(List.of(), List.of(), List.of(), Set.of());

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
                place.getConstrainedContainerElementTypes());
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
     * Returns the constraints of a type argument, such as those of the elements of a list.
     *
     * @param argument the index of the type argument; 0 for an array
     * @return {@link #NONE} if it has none
     */
    public Rules element(final int argument) {
        return elements.stream()
                .filter(each -> each.getTypeArgumentIndex() == null || each.getTypeArgumentIndex() == argument)
                .findFirst()
                .map(each -> of(each, checked))
                .orElse(NONE);
    }
}
