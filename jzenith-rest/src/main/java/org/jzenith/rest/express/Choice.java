package org.jzenith.rest.express;

import io.vertx.core.http.HttpMethod;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.core.registry.ClassExpression;
import org.jboss.resteasy.plugins.interceptors.CacheControlFeature;
import org.jboss.resteasy.plugins.providers.multipart.EntityPartFilter;
import org.jboss.resteasy.spi.MethodInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane.Declared;
import org.jzenith.rest.route.RouteTable;

/** Decides at start which resource methods take the lane. */
final class Choice {

    private final ResteasyProviderFactory providers;
    private final List<Declared> declared;
    private final ExpressLane.Encoders encoders;
    private final String basePath;
    private final Map<Whose, ResourceMethodInvoker> invokers = new HashMap<>();
    private final @Nullable GeneralValidator validator;
    private final OwnWriters ownWriters;
    private final Map<HttpMethod, Map<String, Optional<Plan>>> planned = new HashMap<>();
    private final Set<String> literals = new HashSet<>();
    private final List<String> others = new ArrayList<>();
    private int plans;

    /** A method may be inherited by several resource classes, each with filters of its own. */
    private record Whose(Class<?> type, Method method) {}

    Choice(
            final SynchronousDispatcher resteasy,
            final List<Declared> declared,
            final ExpressLane.Encoders encoders,
            final String basePath) {
        this.providers = resteasy.getProviderFactory();
        this.declared = declared;
        this.encoders = encoders;
        this.basePath = basePath;
        resteasy.getRegistry().getBounded().values().stream()
                .flatMap(List::stream)
                .filter(ResourceMethodInvoker.class::isInstance)
                .map(ResourceMethodInvoker.class::cast)
                .forEach(invoker -> invokers.put(new Whose(invoker.getResourceClass(), invoker.getMethod()), invoker));
        final ContextResolver<GeneralValidator> resolver =
                providers.getContextResolver(GeneralValidator.class, MediaType.WILDCARD_TYPE);
        this.validator = resolver == null ? null : resolver.getContext(null);
        this.ownWriters = OwnWriters.of(providers);
    }

    ExpressLane lane() {
        for (final Declared each : declared) {
            final PathTemplate path = PathTemplate.of(each.method().getFullpath());
            if (path.isLiteral()) {
                literals.add(basePath + path.normalized());
            }
        }
        for (final Declared each : declared) {
            if (each.method() instanceof ResourceMethod method) {
                final String reason = reason(each, method);
                if (reason != null) {
                    others.add(name(method) + ": " + reason);
                }
            }
        }
        final Map<HttpMethod, RouteTable<Optional<Plan>>> routes = new HashMap<>();
        planned.forEach((method, byPath) -> {
            // What RESTEasy answers at a literal path is no value of a parameter.
            literals.forEach(path -> byPath.putIfAbsent(path, Optional.empty()));
            routes.put(method, RouteTable.of(byPath));
        });
        return new ExpressLane(Map.copyOf(routes), plans, List.copyOf(others));
    }

    private static String name(final ResourceMethod method) {
        return method.getResourceClass().getClazz().getSimpleName() + "."
                + method.getMethod().getName();
    }

    /** Plans the method, or says why not. */
    private @Nullable String reason(final Declared each, final ResourceMethod method) {
        final Class<?> type = method.getResourceClass().getClazz();
        final ResourceMethodInvoker invoker = invokers.get(new Whose(type, method.getMethod()));
        final MethodInjector injector = each.injector();
        final Supplier<?> resources = each.resources();
        if (resources == null) {
            return "a constructor with parameters of the request, or a resource that is declared by an interface";
        }
        if (invoker == null || injector == null) {
            return "it blocks";
        }
        if (isFiltered(invoker)) {
            return "filters or interceptors";
        }
        if (method.getResourceClass().getFields().length > 0
                || method.getResourceClass().getSetters().length > 0) {
            return "injected fields";
        }
        if (validator != null && validator.isValidatable(type)) {
            return "a resource with constraints";
        }
        if (method.getHttpMethods().size() > 1 || method.getHttpMethods().contains(HttpMethod.HEAD.name())) {
            return "HEAD or several HTTP methods";
        }
        if (mayConvertPaths(method)) {
            return "a dynamic feature that may bring a converter for a path parameter";
        }
        final Result result = Result.of(
                method,
                providers.getAsyncResponseProvider(method.getReturnType()) != null
                        || providers.getAsyncStreamProvider(method.getReturnType()) != null
                        || method.isAsynchronous());
        if (result == null) {
            return "its type of result";
        }
        final PathTemplate path = PathTemplate.of(method.getFullpath());
        final List<Argument> arguments = arguments(injector.getParams(), method, path);
        if (arguments == null) {
            return "a parameter that is not in the path or the query";
        }
        return place(method, path, plan(resources, method, result, arguments));
    }

    private boolean isFiltered(final ResourceMethodInvoker invoker) {
        return providers.getContainerRequestFilterRegistry().preMatch().length > 0
                || !Arrays.stream(invoker.getRequestFilters()).allMatch(EntityPartFilter.class::isInstance)
                || invoker.getResponseFilters().length > 0
                || invoker.getWriterInterceptors().length > 0
                || providers.getProperty("resteasy.server.tracing.type") != null;
    }

    /** A feature may register converters for one method only, and the injectors of path parameters hide theirs. */
    private boolean mayConvertPaths(final ResourceMethod method) {
        return providers.getServerDynamicFeatures().stream()
                        .anyMatch(feature -> !(feature instanceof CacheControlFeature))
                && Arrays.stream(method.getParams())
                        .anyMatch(parameter -> parameter.getParamType() == ParamType.PATH_PARAM);
    }

    private @Nullable List<Argument> arguments(
            final ValueInjector[] parameters, final ResourceMethod method, final PathTemplate path) {
        final List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < method.getParams().length; i++) {
            final MethodParameter parameter = method.getParams()[i];
            final Argument argument = Argument.of(parameter, parameters[i], path.names(), providers);
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        return arguments;
    }

    private Plan plan(
            final Supplier<?> resources,
            final ResourceMethod method,
            final Result result,
            final List<Argument> arguments) {
        method.getMethod().setAccessible(true);
        return new Plan(
                method,
                result,
                arguments,
                resources,
                validator != null && validator.isMethodValidatable(method.getMethod()) ? validator : null,
                providers,
                ownWriters,
                encoders);
    }

    private @Nullable String place(final ResourceMethod method, final PathTemplate path, final Plan plan) {
        if (!path.isSimple() || (path.normalized().equals("/") && !basePath.isEmpty())) {
            return "its path";
        }
        if (isContested(method, path)) {
            return "another method that its requests may belong to";
        }
        for (final String name : method.getHttpMethods()) {
            planned.computeIfAbsent(HttpMethod.valueOf(name), missing -> new HashMap<>())
                    .put(basePath + path.normalized(), Optional.of(plan));
        }
        plans++;
        return null;
    }

    /** Whether RESTEasy might give one of its requests to another method, or to nobody. */
    private boolean isContested(final ResourceMethod method, final PathTemplate path) {
        return declared.stream()
                .map(Declared::method)
                .filter(other -> other != method)
                .anyMatch(other -> path.isLiteral() ? isDouble(method, path, other) : mayTake(method, path, other));
    }

    private static boolean isDouble(final ResourceMethod method, final PathTemplate path, final ResourceLocator other) {
        return PathTemplate.of(other.getFullpath()).isSameAs(path) && sharesHttpMethods(method, other);
    }

    /** RESTEasy looks for the one class whose path fits best, and then among all methods of classes with this path. */
    private static boolean mayTake(final ResourceMethod method, final PathTemplate path, final ResourceLocator other) {
        final ClassExpression home = home(method);
        final ClassExpression otherHome = home(other);
        if (!home.getRegex().equals(otherHome.getRegex())) {
            return home.compareTo(otherHome) >= 0
                    && path.mayBeginWith(
                            PathTemplate.of(other.getResourceClass().getPath()));
        }
        final PathTemplate otherPath = PathTemplate.of(other.getFullpath());
        return other instanceof ResourceMethod
                ? !otherPath.isLiteral() && path.mayMeet(otherPath) && sharesHttpMethods(method, other)
                : path.mayBeginWith(otherPath);
    }

    /** As RESTEasy knows the path of a class, with the order in which it tries them. */
    private static ClassExpression home(final ResourceLocator method) {
        final String path = method.getResourceClass().getPath();
        return new ClassExpression(path == null ? "" : path.replaceAll("^/|/$", ""));
    }

    private static boolean sharesHttpMethods(final ResourceMethod method, final ResourceLocator other) {
        return !(other instanceof ResourceMethod sibling)
                || !Collections.disjoint(sibling.getHttpMethods(), method.getHttpMethods());
    }
}
