package org.jzenith.rest.internal.validation;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;

/**
 * Constraint metadata of a resource class. A resource method may look like a getter; it is not one, and validating the
 * resource must not call it.
 *
 * @param whole true if the object can be validated as a whole
 * @param properties the properties to validate otherwise
 */
record BeanRules(boolean whole, List<String> properties) {

    static BeanRules of(final Class<?> type, final BeanDescriptor descriptor) {
        final Set<String> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .filter(method -> new ResourceBuilder().getAnnotatedMethod(type, method) != null)
                .map(Method::getName)
                .collect(Collectors.toSet());
        final List<String> all = descriptor.getConstrainedProperties().stream()
                .map(PropertyDescriptor::getPropertyName)
                .toList();
        final List<String> own =
                all.stream().filter(name -> !isGetter(name, methods)).toList();
        return own.size() == all.size()
                ? new BeanRules(descriptor.isBeanConstrained() || !own.isEmpty(), List.of())
                : new BeanRules(false, own);
    }

    boolean any() {
        return whole || !properties.isEmpty();
    }

    Set<ConstraintViolation<Object>> validate(
            final Validator validator, final Object resource, final Class<?>... groups) {
        if (whole) {
            return validator.validate(resource, groups);
        }
        final Set<ConstraintViolation<Object>> violations = new HashSet<>();
        properties.forEach(name -> violations.addAll(validator.validateProperty(resource, name, groups)));
        return violations;
    }

    private static boolean isGetter(final String property, final Set<String> methods) {
        final String capital = property.isEmpty() // that of a method get()
                ? ""
                : Character.toUpperCase(property.charAt(0)) + property.substring(1);
        return methods.contains("get" + capital) || methods.contains("is" + capital);
    }
}
