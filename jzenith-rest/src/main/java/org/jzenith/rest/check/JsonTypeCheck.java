package org.jzenith.rest.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Future;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.json.JsonEntities;
import org.reactivestreams.Publisher;

/**
 * Bodies that Jackson can neither make nor write. Reflection finds those that may be so; only about these Jackson is asked,
 * with the application's mapper, because each question costs as much as the first document of a type.
 */
final class JsonTypeCheck {

    /** The mapper, and the types that it reads and writes. */
    record Json(Supplier<ObjectMapper> mapper, Predicate<Class<?>> isRead, Predicate<Class<?>> isWritten) {}

    private final Json json;
    private final Consumer<StartProblem> problems;
    private final Consumer<StartProblem> warnings;
    private final Set<Type> read = new HashSet<>();
    private final Set<Type> written = new HashSet<>();
    private final Set<Type> writtenAsProperty = new HashSet<>();

    JsonTypeCheck(final Json json, final Consumer<StartProblem> problems, final Consumer<StartProblem> warnings) {
        this.json = json;
        this.problems = problems;
        this.warnings = warnings;
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
            checkWritten(method, method.getGenericReturnType());
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
        for (final Type value : values(type, json.isRead(), Map.of())) {
            checkRead(method, type, value, null);
        }
    }

    /** The owner is the class that has a property of the type; null for the body itself. */
    private void checkRead(
            final ResourceMethod method, final Type type, final Type value, final @Nullable Class<?> owner) {
        final Class<?> each = raw(value);
        if (each == null || !read.add(value)) {
            return;
        }
        for (final JsonProperties.Property property : properties(each, true)) {
            checkProperty(method, type, each, property, true);
            for (final Type inner : values(property.type(), json.isRead(), arguments(value))) {
                checkRead(method, property.type(), inner, each);
            }
        }
        if (!each.isRecord() && mayBeUnreadable(each) && json.isRead().test(each)) {
            final String reason = JsonEntities.unreadable(json.mapper().get(), each);
            if (reason != null) {
                (owner == null ? problems : warnings)
                        .accept(
                                problem(
                                        method,
                                        "takes " + Named.type(type) + (owner == null ? "" : " in " + owner.getName())
                                                + " as JSON, and Jackson cannot deserialize " + each.getName() + ": "
                                                + reason
                                                + ".",
                                        each.isInterface() || Modifier.isAbstract(each.getModifiers())
                                                ? "Take a class that is not abstract, or say with @JsonTypeInfo and @JsonSubTypes"
                                                        + " which classes there are."
                                                : "Make it a record, give it a constructor without parameters or one with"
                                                        + " @JsonCreator, or bind a Jackson module with a deserializer for it."));
            }
        }
    }

    /** A subclass may have what its class has not. */
    private void checkWritten(final ResourceMethod method, final Type type) {
        for (final Type value : values(type, json.isWritten(), Map.of())) {
            final Class<?> each = raw(value);
            if (each == null || !written.add(value)) {
                continue;
            }
            checkWrittenProperties(method, type, value, each);
            if (mayBeUnwritable(each)
                    && json.isWritten().test(each)
                    && JsonEntities.isUnwritable(json.mapper().get(), each)) {
                (Modifier.isFinal(each.getModifiers()) ? problems : warnings)
                        .accept(problem(
                                method,
                                "returns " + Named.type(type) + " as JSON, and Jackson finds nothing to write in "
                                        + each.getName() + ": it has no property.",
                                "Make it a record, give it public getters or fields, or annotate the properties to serialize with"
                                        + " @JsonProperty."));
            }
        }
    }

    private void checkWrittenProperties(
            final ResourceMethod method, final Type type, final Type value, final Class<?> owner) {
        for (final JsonProperties.Property property : properties(owner, false)) {
            checkProperty(method, type, owner, property, false);
            for (final Type inner : values(property.type(), json.isWritten(), arguments(value))) {
                final Class<?> each = raw(inner);
                if (each != null && writtenAsProperty.add(inner)) {
                    checkWrittenProperties(method, type, inner, each);
                }
            }
        }
    }

    /** Returns the properties to check; none if the application reads or writes the class itself. */
    private List<JsonProperties.Property> properties(final Class<?> type, final boolean reading) {
        return (reading ? json.isRead() : json.isWritten()).test(type) ? JsonProperties.of(type, reading) : List.of();
    }

    /** A property of a type that is no value, unless a module of Jackson knows the type. */
    private void checkProperty(
            final ResourceMethod method,
            final Type type,
            final Class<?> owner,
            final JsonProperties.Property property,
            final boolean reading) {
        final Class<?> declared = raw(property.type());
        final String reason = declared == null ? null : JsonProperties.reason(declared, reading);
        if (declared != null
                && reason != null
                && JsonEntities.isUnknown(json.mapper().get(), owner, declared, reading)) {
            warnings.accept(problem(
                    method,
                    (reading ? "takes " : "returns ") + Named.type(type) + " as JSON, and " + owner.getName() + "."
                            + property.name() + " has the type " + Named.type(property.type()) + ": " + reason + ".",
                    "Give it the type of a value, or annotate it with @JsonIgnore."));
        }
    }

    private static @Nullable Class<?> raw(final Type type) {
        return type instanceof final Class<?> plain
                ? plain
                : type instanceof final ParameterizedType container ? (Class<?>) container.getRawType() : null;
    }

    private static StartProblem problem(final ResourceMethod method, final String what, final String remedy) {
        return StartProblem.of("The resource method " + Named.method(method.getMethod()) + " " + what)
                .from(method.getResourceClass().getClazz().getName())
                .remedy(remedy);
    }

    private static boolean mayBeUnreadable(final Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return true;
        }
        for (final Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 0 || isForJackson(constructor)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayBeUnwritable(final Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type.isRecord()) {
            return false;
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (isForJackson(each)) {
                return false;
            }
            for (final Field field : each.getDeclaredFields()) {
                if (Modifier.isPublic(field.getModifiers()) || isForJackson(field)) {
                    return false;
                }
            }
            for (final Method method : each.getDeclaredMethods()) {
                final String name = method.getName();
                if (isForJackson(method)
                        || (Modifier.isPublic(method.getModifiers())
                                && method.getParameterCount() == 0
                                && (name.startsWith("get") || name.startsWith("is")))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isForJackson(final AnnotatedElement element) {
        for (final Annotation annotation : element.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().startsWith("com.fasterxml.")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the application's classes that a type is or holds, in arrays, collections, maps and asynchronous types.
     * Map keys are texts. An argument of another type is only found by the properties of that type.
     *
     * @param handled true if Jackson reads or writes a class
     * @param bindings the values of type variables
     */
    private static List<Type> values(
            final Type type, final Predicate<Class<?>> handled, final Map<TypeVariable<?>, Type> bindings) {
        if (type instanceof final Class<?> plain) {
            return plain.isArray()
                    ? values(plain.getComponentType(), handled, bindings)
                    : isOfApplication(plain) ? List.of(plain) : List.of();
        }
        if (type instanceof final GenericArrayType array) {
            return values(array.getGenericComponentType(), handled, bindings);
        }
        if (type instanceof final WildcardType any) {
            return values(any.getUpperBounds()[0], handled, bindings);
        }
        if (type instanceof final TypeVariable<?> variable) {
            final Type bound = bindings.get(variable);
            return bound == null ? List.of() : values(bound, handled, Map.of());
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
                ? values(arguments[arguments.length - 1], handled, bindings)
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

    private static Map<TypeVariable<?>, Type> arguments(final Type type) {
        if (!(type instanceof final ParameterizedType container)) {
            return Map.of();
        }
        final TypeVariable<?>[] variables = ((Class<?>) container.getRawType()).getTypeParameters();
        final Map<TypeVariable<?>, Type> bindings = new HashMap<>();
        for (int i = 0; i < variables.length; i++) {
            bindings.put(variables[i], container.getActualTypeArguments()[i]);
        }
        return bindings;
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
