package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.Encoded;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.DefaultResourceClass;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;

/** A field or setter of a bean, or a parameter of its constructor: RESTEasy knows the annotations of it only. */
final class BeanPart extends Parameter {

    private final AccessibleObject target;
    private final Annotation[] annotations;

    BeanPart(
            final Class<?> owner,
            final String defaultName,
            final Class<?> type,
            final Type genericType,
            final AccessibleObject target,
            final Annotation[] annotations) {
        super(new DefaultResourceClass(owner, null), type, type);
        this.genericType = genericType;
        this.target = target;
        this.annotations = annotations;
        this.paramName = defaultName;
        new ResourceBuilder.ParameterBuilder<>(this).fromAnnotations();
        this.encoded = Arrays.stream(annotations).anyMatch(Encoded.class::isInstance)
                || target.isAnnotationPresent(Encoded.class)
                || type.isAnnotationPresent(Encoded.class);
    }

    @Override
    public AccessibleObject getAccessibleObject() {
        return target;
    }

    @Override
    public Annotation[] getAnnotations() {
        return annotations;
    }
}
