package org.jzenith.rest.internal.check;

import com.google.inject.TypeLiteral;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.construct.ResourceInstances;
import org.jzenith.rest.internal.route.MethodTable;

/** Parameters that would be null at each request, or take a body that is not there for them. */
final class ParameterCheck {

    /** Parameter types that only resource methods take and that are not the body. */
    private static final Set<Class<?>> CONTEXTS = Set.of(ContainerRequestContext.class, Sse.class, SseEventSink.class);

    private static final Type OPTIONAL_IDENTITY = new TypeLiteral<Optional<Identity>>() {}.getType();

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE");

    private static final Set<ParamType> MAY_TAKE_BODY =
            Set.of(ParamType.FORM_PARAM, ParamType.FORM, ParamType.BEAN_PARAM, ParamType.UNKNOWN);

    private final ApplicationProviders providers;
    private final Findings findings;
    private final List<MissingPathParameter> missing = new ArrayList<>();
    private final Map<Class<?>, BeanUse> beans = new LinkedHashMap<>();

    /** The use of a class as {@code @BeanParam}: the path parameters there, and if there may be further ones. */
    private static final class BeanUse {
        private final Set<String> names = new TreeSet<>();
        private final Set<Class<?>> resources = new LinkedHashSet<>();
        private boolean hasUnknownPath;
    }

    /** A path parameter that the path of a root resource does not have. */
    private record MissingPathParameter(Class<?> resource, StartProblem problem) {}

    ParameterCheck(final ApplicationProviders providers, final Findings findings) {
        this.providers = providers;
        this.findings = findings;
    }

    /** The parameters of a method or locator of a root resource. */
    void lookAt(final ResourceLocator method, final boolean isRoot) {
        final List<Parameter> bodies = new ArrayList<>();
        boolean hasForm = false;
        for (final Parameter parameter : method.getParams()) {
            final ParamType kind = parameter.getParamType();
            if (kind == ParamType.MESSAGE_BODY) {
                bodies.add(parameter);
                checkBody(method, parameter);
            } else if (kind == ParamType.FORM_PARAM) {
                hasForm = true;
            } else if (kind == ParamType.PATH_PARAM && isRoot && isOwn(method) && parameter.getDefaultValue() == null) {
                checkPath(method, parameter);
            } else if (kind == ParamType.BEAN_PARAM) {
                addBean(
                        parameter.getType(),
                        method.getResourceClass().getClazz(),
                        MethodTable.parameterNames(text(method.getFullpath())),
                        isRoot,
                        new HashSet<>());
            } else if (kind == ParamType.CONTEXT && !providers.isArgument().test(parameter)) {
                checkContext(
                        "A parameter of the method " + Named.method(method.getMethod()),
                        method.getResourceClass().getClazz(),
                        parameter);
                checkSink(method, parameter);
            }
        }
        if (bodies.isEmpty() && method instanceof final ResourceMethod resource) {
            checkConsumes(resource);
        }
        if (bodies.size() > 1) {
            findings.mistake(
                    method,
                    "The method " + Named.method(method.getMethod()) + " has " + bodies.size()
                            + " body parameters: "
                            + String.join(
                                    " and ",
                                    bodies.stream()
                                            .map(body -> Named.type(body.getGenericType()))
                                            .toList())
                            + ".",
                    "Annotate all parameters except the body, for example with @QueryParam or @Context.");
        } else if (hasForm
                && bodies.size() == 1
                && isOfApplication(bodies.get(0).getType())) {
            findings.mistake(
                    method,
                    "The method " + Named.method(method.getMethod()) + " takes the request body both as a form, with "
                            + "@FormParam, and as "
                            + Named.type(bodies.get(0).getGenericType()) + ".",
                    "Use either @FormParam for each field, or "
                            + bodies.get(0).getType().getSimpleName()
                            + " alone. @BeanParam combines several @FormParam in one object.");
        }
    }

    /** The fields and setters of a root resource. */
    void lookAt(final ResourceClass resource) {
        final List<Parameter> members = new ArrayList<>(List.of(resource.getFields()));
        members.addAll(List.of(resource.getSetters()));
        if (members.isEmpty()) {
            return;
        }
        final Set<String> names = new TreeSet<>(MethodTable.parameterNames(text(resource.getPath())));
        for (final ResourceLocator method : all(resource)) {
            names.addAll(MethodTable.parameterNames(text(method.getFullpath())));
        }
        for (final Parameter member : members) {
            if (member.getParamType() == ParamType.PATH_PARAM
                    && member.getDefaultValue() == null
                    && isOwn(member, resource)
                    && !names.contains(member.getParamName())) {
                missing.add(new MissingPathParameter(
                        resource.getClazz(),
                        StartProblem.of("@PathParam(\"" + member.getParamName() + "\") on " + name(member)
                                        + " is always null: no path of the class has a parameter of this name.")
                                .from(resource.getClazz().getName())
                                .remedy(pathRemedy(member.getParamName(), names))));
            } else if (member.getParamType() == ParamType.BEAN_PARAM) {
                addBean(member.getType(), resource.getClazz(), names, true, new HashSet<>());
            } else if (member.getParamType() == ParamType.CONTEXT) {
                checkContext(name(member), resource.getClazz(), member);
            }
        }
    }

    /**
     * Adds the path parameters that occur in no path. A class that a locator returns also has the locator's.
     *
     * @param located the classes that the locators of all resources declare
     */
    void addMissingPathParameters(final Collection<Class<?>> located) {
        for (final MissingPathParameter each : missing) {
            if (!isLocated(each.resource(), located)) {
                findings.mistakes().accept(each.problem());
            }
        }
        beans.forEach((bean, use) -> {
            if (!use.hasUnknownPath && use.resources.stream().noneMatch(resource -> isLocated(resource, located))) {
                for (final Field field : bean.getDeclaredFields()) {
                    checkBean(bean, use, field, field);
                }
                if (bean.isRecord()) {
                    return; // its methods and constructor have the annotations of the fields
                }
                for (final Method method : bean.getDeclaredMethods()) {
                    checkBean(bean, use, method, method);
                }
                for (final Constructor<?> constructor : bean.getDeclaredConstructors()) {
                    for (final java.lang.reflect.Parameter parameter : constructor.getParameters()) {
                        checkBean(bean, use, parameter, constructor);
                    }
                }
            }
        });
    }

    private static boolean isLocated(final Class<?> resource, final Collection<Class<?>> located) {
        return located.stream().anyMatch(type -> type == Class.class || type.isAssignableFrom(resource));
    }

    private void addBean(
            final Class<?> bean,
            final Class<?> resource,
            final Collection<String> names,
            final boolean isRoot,
            final Set<Class<?>> seen) {
        if (!seen.add(bean)) {
            return;
        }
        final BeanUse use = beans.computeIfAbsent(bean, first -> new BeanUse());
        use.names.addAll(names);
        use.hasUnknownPath |= !isRoot;
        use.resources.add(resource);
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (final Field field : each.getDeclaredFields()) {
                if (field.isAnnotationPresent(BeanParam.class)) {
                    addBean(field.getType(), resource, names, isRoot, seen);
                }
            }
        }
        for (final Constructor<?> constructor : bean.getDeclaredConstructors()) {
            for (final java.lang.reflect.Parameter parameter : constructor.getParameters()) {
                if (parameter.isAnnotationPresent(BeanParam.class)) {
                    addBean(parameter.getType(), resource, names, isRoot, seen);
                }
            }
        }
    }

    private void checkBean(
            final Class<?> bean,
            final BeanUse use,
            final AnnotatedElement element,
            final java.lang.reflect.Member member) {
        final PathParam parameter = element.getAnnotation(PathParam.class);
        if (parameter != null
                && !element.isAnnotationPresent(DefaultValue.class)
                && !use.names.contains(parameter.value())) {
            findings.mistake(
                    String.join(
                            " and ", use.resources.stream().map(Class::getName).toList()),
                    "@PathParam(\"" + parameter.value() + "\") on "
                            + member.getDeclaringClass().getName() + "." + member.getName()
                            + " is always null: none of the methods that take " + bean.getSimpleName()
                            + " with @BeanParam has a path parameter of this name.",
                    pathRemedy(parameter.value(), use.names));
        }
    }

    private void checkSink(final ResourceLocator locator, final Parameter parameter) {
        if (parameter.getType() == SseEventSink.class
                && locator instanceof final ResourceMethod method
                && Arrays.stream(method.getProduces()).noneMatch(MediaType.SERVER_SENT_EVENTS_TYPE::isCompatible)) {
            findings.mistake(
                    method,
                    "The method " + Named.method(method.getMethod())
                            + " takes an SseEventSink but does not produce text/event-stream.",
                    "Add @Produces(MediaType.SERVER_SENT_EVENTS).");
        }
    }

    /**
     * Checks that a method with {@code @Consumes} has a body; on a class, the annotation is for the methods that have
     * one.
     */
    private void checkConsumes(final ResourceMethod method) {
        final Consumes consumes = method.getAnnotatedMethod().getAnnotation(Consumes.class);
        if (consumes != null
                && WITHOUT_BODY.containsAll(method.getHttpMethods())
                && Arrays.stream(method.getParams())
                        .noneMatch(parameter -> MAY_TAKE_BODY.contains(parameter.getParamType()))) {
            findings.warning(
                    method,
                    "The method " + Named.method(method.getMethod()) + " handles "
                            + String.join(" and ", new TreeSet<>(method.getHttpMethods()))
                            + " and takes no body, so the only effect of its @Consumes is that requests with a "
                            + "different Content-Type are refused.",
                    "Remove @Consumes. Use @Produces for the response's type.");
        }
    }

    /**
     * Returns true if the resource itself declares the method; inherited methods may belong to the paths of other
     * classes.
     */
    private static boolean isOwn(final ResourceLocator method) {
        final Class<?> resource = method.getResourceClass().getClazz();
        return method.getAnnotatedMethod().getDeclaringClass() == resource;
    }

    private static boolean isOwn(final Parameter member, final ResourceClass resource) {
        return member.getAccessibleObject() instanceof final java.lang.reflect.Member known
                && known.getDeclaringClass() == resource.getClazz();
    }

    private static String name(final Parameter member) {
        return member.getAccessibleObject() instanceof final java.lang.reflect.Member known
                ? known.getDeclaringClass().getName() + "." + known.getName()
                : "a field";
    }

    static List<ResourceLocator> all(final ResourceClass resource) {
        final List<ResourceLocator> all = new ArrayList<>(Arrays.asList(resource.getResourceMethods()));
        all.addAll(Arrays.asList(resource.getResourceLocators()));
        return all;
    }

    private void checkPath(final ResourceLocator method, final Parameter parameter) {
        final Collection<String> names = MethodTable.parameterNames(text(method.getFullpath()));
        if (!names.contains(parameter.getParamName())) {
            missing.add(new MissingPathParameter(
                    method.getResourceClass().getClazz(),
                    Findings.problem(
                            method,
                            "@PathParam(\"" + parameter.getParamName() + "\") of the method "
                                    + Named.method(method.getMethod()) + " is always null: its path '"
                                    + text(method.getFullpath()) + "' has no parameter of this name.",
                            pathRemedy(parameter.getParamName(), names))));
        }
    }

    private static String pathRemedy(final String name, final Collection<String> names) {
        return "Add {" + name + "} to the @Path"
                + (names.isEmpty() ? "" : ", or use one of its parameters: " + String.join(", ", names))
                + ".";
    }

    private void checkBody(final ResourceLocator method, final Parameter parameter) {
        final Class<?> type = parameter.getType();
        if (isIdentity(parameter)) {
            findings.mistake(
                    method,
                    "The method " + Named.method(method.getMethod()) + " takes an Identity, but the application does "
                            + "not authenticate requests.",
                    MissingPlugins.advice(Identity.class.getName()) + ".");
            return;
        }
        final String annotation = type == AsyncResponse.class
                ? "@Suspended"
                : CONTEXTS.contains(type) || ResourceInstances.isContext(type) ? "@Context" : null;
        if (annotation != null) {
            findings.mistake(
                    method,
                    "The method " + Named.method(method.getMethod()) + " takes the body of the request as "
                            + type.getSimpleName() + ", because this parameter has no annotation.",
                    "Annotate the parameter with " + annotation + ".");
        }
    }

    private static boolean isIdentity(final Parameter parameter) {
        return parameter.getType() == Identity.class
                || parameter.getGenericType().equals(OPTIONAL_IDENTITY);
    }

    private void checkContext(final String what, final Class<?> resource, final Parameter parameter) {
        final Class<?> type = parameter.getType();
        if (!providers.hasContext().test(type)) {
            findings.mistake(
                    resource.getName(),
                    what + " has @Context and the unsupported type " + type.getName() + ".",
                    isIdentity(parameter)
                            ? MissingPlugins.advice(Identity.class.getName())
                                    + ", and take the Identity as a parameter of a method."
                            : "Use a type of jakarta.ws.rs.core, such as UriInfo. To inject a Guice "
                                    + "binding, add it to the"
                                    + " constructor without @Context.");
        }
    }

    private static boolean isOfApplication(final Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && !type.getName().startsWith("java.")
                && !type.getName().startsWith("jakarta.")
                && !type.getName().startsWith("io.vertx.")
                && !type.getName().startsWith("io.reactivex.")
                && !type.getName().startsWith("org.jboss.resteasy.");
    }

    private static String text(final @org.jspecify.annotations.Nullable String path) {
        return path == null ? "" : path;
    }
}
