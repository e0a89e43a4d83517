package org.jzenith.rest.pipeline;

import jakarta.validation.Constraint;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.json.JsonEntities;

/**
 * A part of the request that a resource method takes: in a parameter, in a field, setter or constructor of its resource, or in a part of a
 * {@code @BeanParam}.
 *
 * @param name the name of the path parameter, query parameter, header, cookie, matrix parameter or form field; empty for a body or context
 * @param kind the part of the request
 * @param type the declared type
 * @param annotatedType the declared type with the annotations of its parts, such as {@code List<@Size(max = 9) String>}
 * @param annotations the annotations of the parameter
 * @param defaultValue the text of {@code @DefaultValue}
 * @param isRequired true for a path parameter, for a body that is read as a document, and for a parameter with {@code @NotNull},
 *     {@code @NotEmpty} or {@code @NotBlank}; false for a parameter with a default value or an {@code Optional}
 * @param isValidated true if the parameter or its type arguments have {@code @Valid} or constraints
 */
public record ParameterModel(
        String name,
        Kind kind,
        Type type,
        AnnotatedType annotatedType,
        List<Annotation> annotations,
        Optional<String> defaultValue,
        boolean isRequired,
        boolean isValidated) {

    /** The parts of a request. */
    public enum Kind {
        /** A parameter in the template of the path. */
        PATH,
        /** A parameter of the query. */
        QUERY,
        /** A header. */
        HEADER,
        /** A cookie. */
        COOKIE,
        /** A matrix parameter of a path segment. */
        MATRIX,
        /** A field or part of a form. */
        FORM,
        /** The body, or an argument that an {@link ArgumentProvider} reads. */
        BODY,
        /** An object of the request, such as {@code UriInfo} or {@code AsyncResponse}. */
        CONTEXT
    }

    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private static final Set<Class<?>> DEMANDING = Set.of(NotNull.class, NotEmpty.class, NotBlank.class);

    /**
     * Finds an annotation.
     *
     * @param wanted the type of the annotation
     * @return null if the parameter has none of this type
     */
    public <A extends Annotation> @Nullable A annotation(final Class<A> wanted) {
        return annotations.stream()
                .filter(wanted::isInstance)
                .map(wanted::cast)
                .findFirst()
                .orElse(null);
    }

    /** Returns all parts of a request that a method or locator takes, its own parameters first. */
    public static List<ParameterModel> of(final ResourceLocator method) {
        final List<ParameterModel> all = new ArrayList<>();
        final AnnotatedType[] types = method.getAnnotatedMethod().getAnnotatedParameterTypes();
        for (int i = 0; i < method.getParams().length; i++) {
            add(method.getParams()[i], types[i], List.of(), all);
        }
        final List<ParameterModel> ofResource = new ArrayList<>();
        addMembers(method.getResourceClass(), List.of(), ofResource);
        ofResource.stream().filter(each -> each.kind != Kind.CONTEXT).forEach(all::add);
        return List.copyOf(all);
    }

    /** Returns a parameter that the method itself declares; null if the parameter has several parts. */
    public static @Nullable ParameterModel of(final ResourceLocator method, final int index) {
        final Parameter parameter = method.getParams()[index];
        final Kind kind = kind(parameter);
        return kind == null
                ? null
                : of(parameter, kind, method.getAnnotatedMethod().getAnnotatedParameterTypes()[index]);
    }

    /** Adds the members of a class. Leaves out parameters that Guice injects, because they look like a body to RESTEasy. */
    @SuppressWarnings("deprecation") // the method that replaces locator(..) is protected
    private static void addMembers(
            final ResourceClass owner, final List<Class<?>> beans, final List<ParameterModel> all) {
        final Constructor<?>[] constructors = owner.getClazz().getDeclaredConstructors();
        if (constructors.length == 1 && constructors[0].getParameterCount() > 0) {
            final ResourceBuilder.ResourceConstructorBuilder builder =
                    ResourceBuilder.locator(owner.getClazz()).constructor(constructors[0]);
            for (int i = 0; i < constructors[0].getParameterCount(); i++) {
                builder.param(i).fromAnnotations();
            }
            final ResourceClass built = builder.buildConstructor().buildClass();
            final AnnotatedType[] types = constructors[0].getAnnotatedParameterTypes();
            for (int i = 0; i < types.length; i++) {
                addMember(built.getConstructor().getParams()[i], types[i], beans, all);
            }
        }
        if (owner.getClazz().isRecord()) {
            return; // its fields have the annotations of the constructor
        }
        for (final Parameter field : owner.getFields()) {
            addMember(field, ((Field) field.getAccessibleObject()).getAnnotatedType(), beans, all);
        }
        for (final Parameter setter : owner.getSetters()) {
            addMember(setter, ((Executable) setter.getAccessibleObject()).getAnnotatedParameterTypes()[0], beans, all);
        }
    }

    private static void addMember(
            final Parameter member,
            final AnnotatedType type,
            final List<Class<?>> beans,
            final List<ParameterModel> all) {
        if (member.getParamType() != Parameter.ParamType.MESSAGE_BODY) {
            add(member, type, beans, all);
        }
    }

    private static void add(
            final Parameter parameter,
            final AnnotatedType type,
            final List<Class<?>> beans,
            final List<ParameterModel> all) {
        final Kind kind = kind(parameter);
        if (kind != null) {
            all.add(of(parameter, kind, type));
        } else if (!beans.contains(parameter.getType())) {
            final List<Class<?>> inside = new ArrayList<>(beans);
            inside.add(parameter.getType());
            addMembers(new ResourceBuilder().getLocatorFromAnnotations(parameter.getType()), inside, all);
        }
    }

    /** Returns null for a parameter that has several parts. */
    private static @Nullable Kind kind(final Parameter parameter) {
        return switch (parameter.getParamType()) {
            case PATH_PARAM -> Kind.PATH;
            case QUERY_PARAM -> Kind.QUERY;
            case HEADER_PARAM -> Kind.HEADER;
            case COOKIE_PARAM -> Kind.COOKIE;
            case MATRIX_PARAM -> Kind.MATRIX;
            case FORM_PARAM -> Kind.FORM;
            case MESSAGE_BODY -> Kind.BODY;
            case CONTEXT, SUSPENDED, UNKNOWN -> Kind.CONTEXT;
            case BEAN_PARAM, FORM, QUERY -> null;
        };
    }

    private static ParameterModel of(final Parameter parameter, final Kind kind, final AnnotatedType type) {
        final List<Annotation> annotations = List.of(parameter.getAnnotations());
        final boolean isDemanded = kind == Kind.PATH
                || (kind == Kind.BODY && isDocument(parameter))
                || annotations.stream().anyMatch(each -> DEMANDING.contains(each.annotationType()));
        return new ParameterModel(
                kind == Kind.BODY || kind == Kind.CONTEXT ? "" : parameter.getParamName(),
                kind,
                parameter.getGenericType(),
                type,
                annotations,
                Optional.ofNullable(parameter.getDefaultValue()),
                isDemanded && parameter.getDefaultValue() == null && !OPTIONAL.contains(parameter.getType()),
                annotations.stream().anyMatch(ParameterModel::isChecked) || isValidated(type));
    }

    private static boolean isDocument(final Parameter parameter) {
        return JsonEntities.isDocument(Types.getRawType(ContentTypes.bodyType(parameter.getGenericType())));
    }

    private static boolean isValidated(final AnnotatedType type) {
        return Arrays.stream(type.getAnnotations()).anyMatch(ParameterModel::isChecked)
                || (type instanceof final AnnotatedParameterizedType container
                        && Arrays.stream(container.getAnnotatedActualTypeArguments())
                                .anyMatch(ParameterModel::isValidated));
    }

    private static boolean isChecked(final Annotation annotation) {
        return annotation instanceof Valid || annotation.annotationType().isAnnotationPresent(Constraint.class);
    }
}
