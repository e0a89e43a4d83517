package org.jzenith.rest.validation;

import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.validation.metadata.ParameterDescriptor;
import jakarta.validation.metadata.ReturnValueDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;

/**
 * What is known at start about the constraints of a resource method.
 *
 * @param parameters whether parameters are constrained
 * @param result whether the result is
 * @param resultCascades whether the result itself has {@code @Valid}
 * @param places where each parameter comes from
 * @param later the parameters whose values may come later and have constraints
 */
record MethodRules(
        boolean parameters, boolean result, boolean resultCascades, List<ParameterPlace> places, List<Later> later) {

    /**
     * A parameter whose value may come later.
     *
     * @param index its position
     * @param cascades whether the parameter itself has {@code @Valid}
     * @param elements whether its type argument is constrained
     */
    record Later(int index, boolean cascades, boolean elements) {}

    static MethodRules of(final Method method, final MethodDescriptor descriptor) {
        final ReturnValueDescriptor result = descriptor.getReturnValueDescriptor();
        return new MethodRules(
                descriptor.hasConstrainedParameters()
                        || descriptor.getParameterDescriptors().stream().anyMatch(MethodRules::hasConstrainedElements),
                descriptor.hasConstrainedReturnValue() || hasConstrainedElements(result),
                result.isCascaded(),
                places(method),
                later(descriptor));
    }

    boolean any() {
        return parameters || result;
    }

    /** Hibernate Validator does not count {@code List<@Valid T>} as constrained. */
    private static boolean hasConstrainedElements(final ContainerDescriptor descriptor) {
        return !descriptor.getConstrainedContainerElementTypes().isEmpty();
    }

    private static List<ParameterPlace> places(final Method method) {
        final Method annotated = new ResourceBuilder().getAnnotatedMethod(method.getDeclaringClass(), method);
        final List<ParameterPlace> places = new ArrayList<>();
        for (final Parameter parameter : (annotated == null ? method : annotated).getParameters()) {
            places.add(ParameterPlace.of(parameter.getAnnotations(), parameter.getName(), parameter.getType()));
        }
        return List.copyOf(places);
    }

    private static List<Later> later(final MethodDescriptor descriptor) {
        final List<Later> later = new ArrayList<>();
        for (final ParameterDescriptor parameter : descriptor.getParameterDescriptors()) {
            final boolean elements = hasConstrainedElements(parameter);
            if (Arrived.mayComeLater(parameter.getElementClass()) && (parameter.isCascaded() || elements)) {
                later.add(new Later(parameter.getIndex(), parameter.isCascaded(), elements));
            }
        }
        return List.copyOf(later);
    }
}
