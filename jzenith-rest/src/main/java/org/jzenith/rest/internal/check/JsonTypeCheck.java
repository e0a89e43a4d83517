package org.jzenith.rest.internal.check;

import io.vertx.core.Future;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.TypedResults;
import org.jzenith.rest.internal.json.JsonEntities;
import org.reactivestreams.Publisher;

/**
 * Bodies that Jackson can neither make nor write. Reflection finds those that may be so; only about these Jackson is asked,
 * with the application's mapper, because each question costs as much as the first document of a type.
 */
final class JsonTypeCheck {

    private static final int LONGEST_NAME = 1_000;

    private final ApplicationProviders providers;
    private final Findings findings;
    private final Set<Type> read = new HashSet<>();
    private final Set<Type> written = new HashSet<>();
    private final Set<Type> writtenAsProperty = new HashSet<>();

    JsonTypeCheck(final ApplicationProviders providers, final Findings findings) {
        this.providers = providers;
        this.findings = findings;
    }

    void lookAt(final ResourceMethod method) {
        if (mayBeJson(method.getConsumes())) {
            for (final Parameter parameter : method.getParams()) {
                if (parameter.getParamType() == ParamType.MESSAGE_BODY
                        && !BodyTypeCheck.isFor(parameter.getGenericType())) {
                    checkRead(method, parameter.getGenericType());
                }
            }
        }
        if (mayBeJson(method.getProduces()) && !method.isAsynchronous()) {
            checkWritten(method, TypedResults.entityOf(method.getGenericReturnType()));
        }
    }

    private static boolean mayBeJson(final MediaType[] types) {
        return types.length == 0 || Arrays.stream(types).anyMatch(JsonTypeCheck::isJson);
    }

    static boolean isJson(final MediaType type) {
        final String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return type.isCompatible(MediaType.APPLICATION_JSON_TYPE)
                || subtype.endsWith("+json")
                || subtype.equals("x-ndjson");
    }

    private void checkRead(final ResourceMethod method, final Type type) {
        for (final Type value : values(type, providers.isRead())) {
            checkRead(method, type, value, null);
        }
    }

    /** The owner is the class that has a property of the type; null for the body itself. */
    private void checkRead(
            final ResourceMethod method, final Type type, final Type value, final @Nullable Class<?> owner) {
        if (!read.add(value) || isEndless(value)) {
            return;
        }
        final Class<?> each = Types.getRawType(value);
        for (final JsonProperties.Property property : properties(value, true)) {
            checkProperty(method, type, each, property, true);
            for (final Type inner : values(property.type(), providers.isRead())) {
                checkRead(method, property.type(), inner, each);
            }
        }
        if (!each.isRecord() && mayBeUnreadable(each) && providers.isRead().test(each)) {
            final String reason = JsonEntities.unreadable(providers.mapper().get(), each);
            if (reason != null) {
                findings.add(
                        owner == null,
                        method,
                        "The resource method " + Named.method(method.getMethod()) + " takes " + Named.type(type)
                                + (owner == null ? "" : " in " + owner.getName())
                                + " as JSON, and Jackson cannot deserialize " + each.getName() + ": " + reason + ".",
                        each.isInterface() || Modifier.isAbstract(each.getModifiers())
                                ? "Take a class that is not abstract, or list the subclasses with @JsonTypeInfo and "
                                        + "@JsonSubTypes."
                                : "Make the class a record, add a constructor without parameters or with "
                                        + "@JsonCreator, or bind a Jackson module that has a deserializer for the "
                                        + "class.");
            }
        }
    }

    /** A subclass may have what its class has not. */
    private void checkWritten(final ResourceMethod method, final Type type) {
        for (final Type value : values(type, providers.isWritten())) {
            if (!written.add(value)) {
                continue;
            }
            final Class<?> each = Types.getRawType(value);
            checkWrittenProperties(method, type, value, each);
            if (mayBeUnwritable(each)
                    && providers.isWritten().test(each)
                    && JsonEntities.isUnwritable(providers.mapper().get(), each)) {
                findings.add(
                        Modifier.isFinal(each.getModifiers()),
                        method,
                        "The resource method " + Named.method(method.getMethod()) + " returns " + Named.type(type)
                                + " as JSON, and Jackson finds nothing to write in " + each.getName()
                                + ": it has no property.",
                        "Make the class a record, add public getters or fields, or annotate its properties with "
                                + "@JsonProperty.");
            }
        }
    }

    private void checkWrittenProperties(
            final ResourceMethod method, final Type type, final Type value, final Class<?> owner) {
        for (final JsonProperties.Property property : properties(value, false)) {
            checkProperty(method, type, owner, property, false);
            for (final Type inner : values(property.type(), providers.isWritten())) {
                if (writtenAsProperty.add(inner) && !isEndless(inner)) {
                    checkWrittenProperties(method, type, inner, Types.getRawType(inner));
                }
            }
        }
    }

    /** Returns true for a type that has itself as a property with ever more arguments, such as {@code Node<List<T>>} in {@code Node<T>}. */
    private static boolean isEndless(final Type type) {
        return type.getTypeName().length() > LONGEST_NAME;
    }

    /** Returns the properties to check; none if the application reads or writes the class itself. */
    private List<JsonProperties.Property> properties(final Type type, final boolean reading) {
        final boolean isHandled = (reading ? providers.isRead() : providers.isWritten()).test(Types.getRawType(type));
        return isHandled ? JsonProperties.of(type, reading) : List.of();
    }

    /** A property of a type that is not a value, unless a module of Jackson knows the type. */
    private void checkProperty(
            final ResourceMethod method,
            final Type type,
            final Class<?> owner,
            final JsonProperties.Property property,
            final boolean reading) {
        final Class<?> declared = Types.getRawType(property.type());
        final String reason = JsonProperties.reason(declared, reading);
        if (reason != null && JsonEntities.isUnknown(providers.mapper().get(), owner, declared, reading)) {
            findings.warning(
                    method,
                    "The resource method " + Named.method(method.getMethod()) + (reading ? " takes " : " returns ")
                            + Named.type(type) + " as JSON, and " + owner.getName() + "." + property.name()
                            + " has the type " + Named.type(property.type()) + ": " + reason + ".",
                    "Change the property's type to that of its value, or annotate the property with @JsonIgnore.");
        }
    }

    private static boolean mayBeUnreadable(final Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return true;
        }
        return Arrays.stream(type.getDeclaredConstructors())
                .noneMatch(each -> each.getParameterCount() == 0 || isForJackson(each));
    }

    private static boolean mayBeUnwritable(final Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type.isRecord()) {
            return false;
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (isForJackson(each)
                    || Arrays.stream(each.getDeclaredFields()).anyMatch(JsonTypeCheck::isWritten)
                    || Arrays.stream(each.getDeclaredMethods()).anyMatch(JsonTypeCheck::isGetter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWritten(final Field field) {
        return Modifier.isPublic(field.getModifiers()) || isForJackson(field);
    }

    private static boolean isGetter(final Method method) {
        final String name = method.getName();
        return isForJackson(method)
                || (Modifier.isPublic(method.getModifiers())
                        && method.getParameterCount() == 0
                        && (name.startsWith("get") || name.startsWith("is")));
    }

    private static boolean isForJackson(final AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .anyMatch(each -> each.annotationType().getName().startsWith("com.fasterxml."));
    }

    /**
     * Returns the application's classes that a type is or holds, in arrays, collections, maps and asynchronous types.
     * Map keys are texts. An argument of another type is only found by the properties of that type.
     *
     * @param handled true if Jackson reads or writes a class
     */
    private static List<Type> values(final Type type, final Predicate<Class<?>> handled) {
        if (type instanceof final Class<?> plain) {
            return plain.isArray()
                    ? values(plain.getComponentType(), handled)
                    : isOfApplication(plain) ? List.of(plain) : List.of();
        }
        if (type instanceof final GenericArrayType array) {
            return values(array.getGenericComponentType(), handled);
        }
        if (type instanceof final WildcardType any) {
            return values(any.getUpperBounds()[0], handled);
        }
        if (!(type instanceof final ParameterizedType container)) {
            return List.of();
        }
        final Class<?> raw = (Class<?>) container.getRawType();
        if (isOfApplication(raw)) {
            return List.of(container);
        }
        final Type[] arguments = container.getActualTypeArguments();
        return isHolder(raw, arguments.length) && handled.test(raw)
                ? values(arguments[arguments.length - 1], handled)
                : List.of();
    }

    /** Returns true if a document contains the values of the type's last argument. */
    private static boolean isHolder(final Class<?> type, final int arguments) {
        return arguments == 1
                ? Iterable.class.isAssignableFrom(type)
                        || type == Optional.class
                        || Publisher.class.isAssignableFrom(type)
                        || Flow.Publisher.class.isAssignableFrom(type)
                        || CompletionStage.class.isAssignableFrom(type)
                        || type == Future.class
                        || type.getName().startsWith("io.reactivex.")
                : arguments == 2 && Map.class.isAssignableFrom(type);
    }

    private static boolean isOfApplication(final Class<?> type) {
        return !type.isPrimitive() && !type.isEnum() && !isOfLibrary(type.getName());
    }

    private static boolean isOfLibrary(final String name) {
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jakarta.")
                || name.startsWith("io.vertx.")
                || name.startsWith("io.reactivex.")
                || name.startsWith("com.fasterxml.")
                || name.startsWith("org.jboss.")
                || name.startsWith("org.reactivestreams.");
    }
}
