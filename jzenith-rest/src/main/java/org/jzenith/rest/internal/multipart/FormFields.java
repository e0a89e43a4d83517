package org.jzenith.rest.internal.multipart;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.core.EntityPart;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;

/**
 * The parts of a form that a method reads.
 *
 * @param hasFields true if there is a {@code @FormParam}: a parameter, a field or setter of the resource, or in a bean
 * @param hasEntity true if the method also takes the whole body
 * @param isListOfParts true if it takes the body as {@code List<EntityPart>}
 * @param takesFiles true if a part may be a file: the parameter is a part or a stream
 * @param blocking the names of parts whose reading may block; null if they are unknown
 */
record FormFields(
        boolean hasFields,
        boolean hasEntity,
        boolean isListOfParts,
        boolean takesFiles,
        @Nullable Set<String> blocking) {

    private static final Set<ParamType> BEANS = Set.of(ParamType.BEAN_PARAM, ParamType.FORM);

    static FormFields of(final ResourceMethod method) {
        final Parameter[] parameters = method.getParams();
        final Set<String> blocking = new HashSet<>();
        boolean all = false;
        boolean hasFields = false;
        boolean hasEntity = false;
        boolean isList = false;
        boolean takesFiles = false;
        for (final Parameter parameter : parameters) {
            final boolean isField = parameter.getParamType() == ParamType.FORM_PARAM;
            final boolean isBean = BEANS.contains(parameter.getParamType()) && hasFields(parameter.getType());
            final boolean isPart = isPart(parameter.getType(), parameter.getGenericType());
            if (isField && isFile(parameter.getType(), parameter.getGenericType())) {
                blocking.add(parameter.getParamName());
            }
            if (parameter.getParamType() == ParamType.MESSAGE_BODY) {
                hasEntity = true;
                isList = isListOfEntityParts(parameter.getType(), parameter.getGenericType());
            }
            hasFields |= isField || isBean;
            all |= isBean || isList;
            takesFiles |= isBean
                    || (isField && (isPart || isFile(parameter.getType(), parameter.getGenericType())))
                    || isList;
        }
        final boolean ofResource = Stream.of(
                        method.getResourceClass().getFields(),
                        method.getResourceClass().getSetters())
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .anyMatch(member -> member.getParamType() == ParamType.FORM_PARAM
                        || (BEANS.contains(member.getParamType()) && hasFields(member.getType())));
        return new FormFields(
                hasFields || ofResource,
                hasEntity,
                isList,
                takesFiles,
                all || ofResource ? null : Set.copyOf(blocking));
    }

    /** Returns true if the method reads only parts of the body. */
    public boolean isWhole() {
        return hasEntity ? isListOfParts : hasFields;
    }

    /** Returns true if a method may run on a worker thread because parts are in files. */
    public boolean mayBlock(final ResourceMethod method) {
        return (blocking == null || !blocking.isEmpty())
                && !method.getAnnotatedMethod().isAnnotationPresent(NonBlocking.class);
    }

    static boolean isPart(final Class<?> type, final Type genericType) {
        return type == Part.class
                || isListOf(Part.class, type, genericType)
                || (type == Optional.class
                        && genericType instanceof final ParameterizedType optional
                        && optional.getActualTypeArguments()[0] == Part.class);
    }

    /** Returns true for Jakarta REST's types of parts and for {@code InputStream}. */
    static boolean isFile(final Class<?> type, final Type genericType) {
        return type == EntityPart.class || type == InputStream.class || isListOfEntityParts(type, genericType);
    }

    static boolean isListOfEntityParts(final Class<?> type, final Type genericType) {
        return isListOf(EntityPart.class, type, genericType);
    }

    private static boolean isListOf(final Class<?> element, final Class<?> type, final Type genericType) {
        return type == List.class
                && genericType instanceof final ParameterizedType list
                && list.getActualTypeArguments()[0] == element;
    }

    /** Returns true if a bean, or one in it, has a {@code @FormParam}. */
    private static boolean hasFields(final Class<?> bean) {
        return hasFields(bean, new HashSet<>());
    }

    private static boolean hasFields(final Class<?> bean, final Set<Class<?>> seen) {
        for (Class<?> each = bean;
                each != null && each != Object.class && seen.add(each);
                each = each.getSuperclass()) {
            for (final Field field : each.getDeclaredFields()) {
                if (isField(field) || (isBean(field) && hasFields(field.getType(), seen))) {
                    return true;
                }
            }
            for (final Method setter : each.getDeclaredMethods()) {
                if (isField(setter)
                        || (isBean(setter)
                                && setter.getParameterCount() == 1
                                && hasFields(setter.getParameterTypes()[0], seen))) {
                    return true;
                }
            }
            if (Arrays.stream(each.getDeclaredConstructors())
                    .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                    .anyMatch(parameter ->
                            isField(parameter) || (isBean(parameter) && hasFields(parameter.getType(), seen)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isField(final AnnotatedElement element) {
        return element.isAnnotationPresent(FormParam.class)
                || element.isAnnotationPresent(org.jboss.resteasy.annotations.jaxrs.FormParam.class);
    }

    private static boolean isBean(final AnnotatedElement element) {
        return element.isAnnotationPresent(BeanParam.class);
    }
}
