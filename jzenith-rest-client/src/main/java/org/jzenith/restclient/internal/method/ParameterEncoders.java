package org.jzenith.restclient.internal.method;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;

/** Makes the encoders of annotated parameters, at start. */
final class ParameterEncoders {

    private final List<ParamConverterProvider> providers;
    private final boolean multipart;
    private final Consumer<MethodProblem> problems;
    private final Set<String> pathParameters = new HashSet<>();
    private boolean form;

    /**
     * @param multipart true if form parameters are parts of a multipart form
     * @param problems receives the mistakes
     */
    ParameterEncoders(
            final List<ParamConverterProvider> providers,
            final boolean multipart,
            final Consumer<MethodProblem> problems) {
        this.providers = providers;
        this.multipart = multipart;
        this.problems = problems;
    }

    Set<String> pathParameters() {
        return pathParameters;
    }

    boolean hasForm() {
        return form;
    }

    /** Adds one value to its place. */
    @FunctionalInterface
    private interface Destination {
        void add(RequestBuilder request, String value);
    }

    /** Returns the encoder of a parameter; null if it has no annotation of Jakarta REST, so it is the body. */
    @Nullable
    ArgumentEncoder of(final Class<?> type, final Type generic, final Annotation[] annotations, final String name) {
        final boolean encoded = find(annotations, Encoded.class) != null;
        if (find(annotations, BeanParam.class) != null) {
            return bean(type);
        }
        final Destination place = place(annotations, encoded);
        final FormParam field = find(annotations, FormParam.class);
        if (field != null && elementOf(type, generic) == EntityPart.class) {
            return parts(field.value());
        }
        if (place != null) {
            return values(type, generic, annotations, name, place);
        }
        if (find(annotations, Context.class) != null) {
            problems.accept(new MethodProblem(
                    "has the parameter '" + name + "' with @Context, which a client does not have",
                    "Remove the parameter, or use @HeaderParam or @QueryParam."));
            return (value, request) -> {};
        }
        return null;
    }

    private @Nullable Destination place(final Annotation[] annotations, final boolean encoded) {
        for (final Annotation annotation : annotations) {
            if (annotation instanceof final PathParam path) {
                pathParameters.add(path.value());
                return (request, value) -> request.path(path.value(), value, encoded);
            }
            if (annotation instanceof final QueryParam query) {
                return (request, value) -> request.query(query.value(), value, encoded);
            }
            if (annotation instanceof final MatrixParam matrix) {
                return (request, value) -> request.matrix(matrix.value(), value, encoded);
            }
            if (annotation instanceof final HeaderParam header) {
                return (request, value) -> request.header(header.value(), value);
            }
            if (annotation instanceof final CookieParam cookie) {
                return (request, value) -> request.cookie(cookie.value(), value);
            }
            if (annotation instanceof final FormParam field) {
                form = true;
                return multipart
                        ? (request, value) -> request.textPart(field.value(), value)
                        : (request, value) -> request.form(field.value(), value, encoded);
            }
        }
        return null;
    }

    private static Class<?> elementOf(final Class<?> type, final Type generic) {
        return Collection.class.isAssignableFrom(type) ? rawOf(argumentOf(generic)) : type;
    }

    private ArgumentEncoder parts(final String name) {
        if (!multipart) {
            problems.accept(new MethodProblem(
                    "has the part '" + name + "', but no @Consumes(MediaType.MULTIPART_FORM_DATA)", "Add it."));
        }
        return (value, request) -> {
            request.parts();
            if (value instanceof final Collection<?> several) {
                several.stream().filter(Objects::nonNull).forEach(each -> addPart(name, (EntityPart) each, request));
            } else if (value != null) {
                addPart(name, (EntityPart) value, request);
            }
        };
    }

    private static void addPart(final String name, final EntityPart part, final RequestBuilder request) {
        if (!part.getName().equals(name)) {
            throw new IllegalArgumentException("The part for @FormParam(\"" + name + "\") has the name '"
                    + part.getName() + "'. Build it with EntityPart.withName(\"" + name + "\").");
        }
        request.parts().add(part);
    }

    private ArgumentEncoder values(
            final Class<?> type,
            final Type generic,
            final Annotation[] annotations,
            final String name,
            final Destination place) {
        final DefaultValue fallback = find(annotations, DefaultValue.class);
        final boolean isCollection = Collection.class.isAssignableFrom(type);
        final boolean isOptional = type == Optional.class;
        final boolean isArray = type.isArray();
        final Type elementType = isArray
                ? generic instanceof final GenericArrayType array
                        ? array.getGenericComponentType()
                        : type.getComponentType()
                : isCollection || isOptional ? argumentOf(generic) : generic;
        final Class<?> element = rawOf(elementType);
        final Function<Object, String> text = element == Cookie.class
                ? value -> ((Cookie) value).getValue()
                : ValueText.of(element, elementType, annotations, providers);
        if (text == null) {
            problems.accept(new MethodProblem(
                    "has the parameter '" + name + "' of the type " + element.getName()
                            + ", which cannot be converted to text",
                    element == ExpectedVersion.class
                            ? "Send the entity tag as a String."
                            : "Add a static method valueOf(String) to the type, or pass a ParamConverterProvider to "
                                    + "withConverters(..) of the client."));
            return (value, request) -> {};
        }
        return (value, request) -> {
            final Object given = isOptional && value != null ? ((Optional<?>) value).orElse(null) : value;
            if (given == null) {
                if (fallback != null) {
                    place.add(request, fallback.value());
                }
            } else if (isCollection) {
                for (final Object each : (Collection<?>) given) {
                    add(each, text, place, request);
                }
            } else if (isArray) {
                for (int i = 0; i < Array.getLength(given); i++) {
                    add(Array.get(given, i), text, place, request);
                }
            } else {
                add(given, text, place, request);
            }
        };
    }

    /** Null is left out, also as an element and as the text of a value. */
    private static void add(
            final @Nullable Object value,
            final Function<Object, @Nullable String> text,
            final Destination place,
            final RequestBuilder request) {
        final String written = value == null ? null : text.apply(value);
        if (written != null) {
            place.add(request, written);
        }
    }

    private ArgumentEncoder bean(final Class<?> type) {
        final List<Field> fields = new ArrayList<>();
        final List<ArgumentEncoder> encoders = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (final Field field : each.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                    continue;
                }
                final ArgumentEncoder encoder =
                        of(field.getType(), field.getGenericType(), field.getAnnotations(), field.getName());
                if (encoder != null) {
                    if (!field.trySetAccessible()) {
                        problems.accept(new MethodProblem(
                                "has the bean " + type.getName() + ", whose field '" + field.getName()
                                        + "' cannot be read",
                                "Open its package to jZenith in module-info.java."));
                    }
                    fields.add(field);
                    encoders.add(encoder);
                }
            }
        }
        if (encoders.isEmpty()) {
            problems.accept(new MethodProblem(
                    "has the bean " + type.getName() + ", which has no field with an annotation such as @QueryParam",
                    "Annotate the fields; a client does not use setters."));
        }
        return (value, request) -> {
            if (value == null) {
                return;
            }
            for (int i = 0; i < fields.size(); i++) {
                try {
                    encoders.get(i).encode(fields.get(i).get(value), request);
                } catch (final IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static Type argumentOf(final Type generic) {
        return generic instanceof final ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : String.class;
    }

    static Class<?> rawOf(final Type type) {
        if (type instanceof final Class<?> plain) {
            return plain;
        }
        if (type instanceof final ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        return type instanceof final GenericArrayType array
                ? Array.newInstance(rawOf(array.getGenericComponentType()), 0).getClass()
                : Object.class;
    }

    static <A extends Annotation> @Nullable A find(final Annotation[] annotations, final Class<A> type) {
        for (final Annotation annotation : annotations) {
            if (type.isInstance(annotation)) {
                return type.cast(annotation);
            }
        }
        return null;
    }
}
