package org.jzenith.rest.internal.validation;

import jakarta.validation.Path;
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
 * Constraint metadata of a resource method.
 *
 * @param parameters true if parameters are constrained
 * @param result true if the result is
 * @param resultCascades true if the result itself has {@code @Valid}
 * @param locations the location of each parameter
 * @param asynchronous the constrained parameters of asynchronous types
 * @param bean the index of the only constrained parameter if its value can be validated alone; otherwise {@link #NO_BEAN}
 */
record MethodRules(
        boolean parameters,
        boolean result,
        boolean resultCascades,
        List<ParameterLocation> locations,
        List<AsynchronousParameter> asynchronous,
        int bean) {

    static final int NO_BEAN = -1;

    static final MethodRules NONE = new MethodRules(false, false, false, List.of(), List.of(), NO_BEAN);

    /**
     * A parameter of an asynchronous type.
     *
     * @param index its position
     * @param cascades true if the parameter itself has {@code @Valid}
     * @param elements true if its type argument is constrained
     */
    record AsynchronousParameter(int index, boolean cascades, boolean elements) {}

    static MethodRules of(final Method method, final MethodDescriptor descriptor) {
        final ReturnValueDescriptor result = descriptor.getReturnValueDescriptor();
        return new MethodRules(
                descriptor.hasConstrainedParameters()
                        || descriptor.getParameterDescriptors().stream().anyMatch(MethodRules::hasConstrainedElements),
                descriptor.hasConstrainedReturnValue() || hasConstrainedElements(result),
                result.isCascaded(),
                locations(method),
                asynchronous(descriptor),
                bean(descriptor));
    }

    /** Returns the path of a violation in the parameters in terms of the request. */
    String path(final Path path) {
        return bean == NO_BEAN
                ? ViolationPath.inParameters(path, locations)
                : ViolationPath.inParameter(path, locations.get(bean));
    }

    boolean any() {
        return parameters || result;
    }

    /** Hibernate Validator does not count {@code List<@Valid T>} as constrained. */
    private static boolean hasConstrainedElements(final ContainerDescriptor descriptor) {
        return !descriptor.getConstrainedContainerElementTypes().isEmpty();
    }

    private static List<ParameterLocation> locations(final Method method) {
        final Method annotated = new ResourceBuilder().getAnnotatedMethod(method.getDeclaringClass(), method);
        final List<ParameterLocation> locations = new ArrayList<>();
        for (final Parameter parameter : (annotated == null ? method : annotated).getParameters()) {
            locations.add(ParameterLocation.of(parameter.getAnnotations(), parameter.getName(), parameter.getType()));
        }
        return List.copyOf(locations);
    }

    private static List<AsynchronousParameter> asynchronous(final MethodDescriptor descriptor) {
        final List<AsynchronousParameter> asynchronous = new ArrayList<>();
        for (final ParameterDescriptor parameter : descriptor.getParameterDescriptors()) {
            final boolean elements = hasConstrainedElements(parameter);
            if (ResolvedContainer.isAsynchronousType(parameter.getElementClass())
                    && (parameter.isCascaded() || elements)) {
                asynchronous.add(new AsynchronousParameter(parameter.getIndex(), parameter.isCascaded(), elements));
            }
        }
        return List.copyOf(asynchronous);
    }

    private static int bean(final MethodDescriptor descriptor) {
        final List<ParameterDescriptor> constrained = descriptor.getParameterDescriptors().stream()
                .filter(each -> each.hasConstraints() || each.isCascaded() || hasConstrainedElements(each))
                .toList();
        return constrained.size() == 1
                        && !descriptor.getCrossParameterDescriptor().hasConstraints()
                        && isBean(constrained.get(0))
                ? constrained.get(0).getIndex()
                : NO_BEAN;
    }

    /** Returns true if {@code @Valid} is all that the parameter has, and its type cannot be a container. */
    private static boolean isBean(final ParameterDescriptor parameter) {
        final Class<?> type = parameter.getElementClass();
        return !parameter.hasConstraints()
                && !hasConstrainedElements(parameter)
                && parameter.getGroupConversions().isEmpty()
                && type.getTypeParameters().length == 0
                && type.getInterfaces().length == 0
                && (type.getSuperclass() == Object.class || type.getSuperclass() == Record.class);
    }
}
