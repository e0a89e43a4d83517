package org.jzenith.rest.argument;

import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Type;
import org.jboss.resteasy.spi.metadata.DefaultResourceClass;
import org.jboss.resteasy.spi.metadata.Parameter;

/** A field or setter of a bean: RESTEasy knows the annotations of it only. */
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
        encoded = target.isAnnotationPresent(Encoded.class) || type.isAnnotationPresent(Encoded.class);
        paramName = defaultName;
        for (final Annotation annotation : annotations) {
            if (annotation instanceof QueryParam query) {
                paramName = query.value();
            } else if (annotation instanceof HeaderParam header) {
                paramName = header.value();
            } else if (annotation instanceof CookieParam cookie) {
                paramName = cookie.value();
            } else if (annotation instanceof MatrixParam matrix) {
                paramName = matrix.value();
            } else if (annotation instanceof FormParam form) {
                paramName = form.value();
            } else if (annotation instanceof PathParam path) {
                paramName = path.value();
            } else if (annotation instanceof DefaultValue value) {
                defaultValue = value.value();
            } else if (annotation instanceof Encoded) {
                encoded = true;
            }
        }
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
