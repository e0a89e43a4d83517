package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Provider;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.call.RemoteService;

/** The compiled methods of an interface. Immutable. */
public final class ClientInterface {

    private final Class<?> type;
    private final Map<Method, ClientMethod> methods;

    private ClientInterface(final Class<?> type, final Map<Method, ClientMethod> methods) {
        this.type = type;
        this.methods = methods;
    }

    /**
     * The parts that compiled methods use.
     *
     * @param name of the client
     * @param line that made the client, for problems
     * @param converters of parameters
     * @param mapper asked at the first call
     */
    public record Parts(
            String name, String line, List<ParamConverterProvider> converters, Provider<ObjectMapper> mapper) {}

    /**
     * Compiles an interface.
     *
     * @param type the interface
     * @param parts used by its methods
     * @param problems receives the mistakes in its methods
     * @return its methods without those that have mistakes
     */
    public static ClientInterface compile(final Class<?> type, final Parts parts, final List<StartProblem> problems) {
        final Map<Method, ClientMethod> methods = new HashMap<>();
        for (final Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                final List<MethodProblem> found = new ArrayList<>();
                final ClientMethod compiled = compile(type, method, parts, found);
                for (final MethodProblem problem : found) {
                    problems.add(StartProblem.of("The method " + name(method) + " of the client '" + parts.name() + "' "
                                    + problem.text() + ".")
                            .from(parts.line())
                            .remedy(problem.remedy()));
                }
                if (compiled != null && found.isEmpty()) {
                    methods.put(method, compiled);
                }
            }
        }
        if (methods.isEmpty() && problems.isEmpty()) {
            problems.add(StartProblem.of(
                            "The client '" + parts.name() + "' is for " + type.getName() + ", which has no methods.")
                    .from(parts.line())
                    .remedy("Declare the methods of the service, with annotations such as @GET."));
        }
        return new ClientInterface(type, methods);
    }

    private static String name(final Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "(..)";
    }

    private static @Nullable ClientMethod compile(
            final Class<?> type, final Method method, final Parts parts, final List<MethodProblem> found) {
        final String verb = verb(method, found);
        final Path typePath = type.getAnnotation(Path.class);
        final Path methodPath = method.getAnnotation(Path.class);
        final MethodPath path;
        try {
            path = MethodPath.of(
                    typePath == null ? "" : typePath.value(), methodPath == null ? "" : methodPath.value());
        } catch (final IllegalArgumentException e) {
            found.add(new MethodProblem("has a path in which " + e.getMessage(), "Correct its @Path."));
            return null;
        }
        final String description = parts.name() + ": " + verb + " " + path;
        final ParameterEncoders encoders =
                new ParameterEncoders(parts.converters(), BodyEncoder.isMultipart(consumes(type, method)), found::add);
        final List<ArgumentEncoder> arguments = new ArrayList<>();
        boolean hasBody = false;
        for (final Parameter parameter : method.getParameters()) {
            ArgumentEncoder encoder = encoders.of(
                    parameter.getType(),
                    parameter.getParameterizedType(),
                    parameter.getAnnotations(),
                    parameter.getName());
            if (encoder == null) {
                if (hasBody) {
                    found.add(new MethodProblem(
                            "has two parameters without annotation, but a request has only one body",
                            "Annotate one of them, for example with @QueryParam, or combine both in one type."));
                }
                hasBody = true;
                final BodyEncoder body =
                        new BodyEncoder(parameter.getParameterizedType(), consumes(type, method), parts.mapper());
                final MethodProblem problem = body.problem();
                if (problem != null) {
                    found.add(problem);
                }
                encoder = body;
            }
            arguments.add(encoder);
        }
        if (hasBody && encoders.hasForm()) {
            found.add(new MethodProblem(
                    "has both form parameters and a body",
                    "Remove the parameter without annotation, or annotate it with @FormParam."));
        }
        if (hasBody && (verb.equals("GET") || verb.equals("HEAD"))) {
            found.add(new MethodProblem(
                    "has a body, which a " + verb + " does not have",
                    "Annotate the parameter, for example with @QueryParam, or use @POST."));
        }
        checkPath(path, encoders.pathParameters(), found);
        final ResultReader result = ResultReader.of(method.getGenericReturnType(), description, parts.mapper());
        if (result == null) {
            found.add(new MethodProblem(
                    "returns " + method.getGenericReturnType().getTypeName() + ", which a client method cannot return",
                    "Return a Single, Maybe, Completable or Flowable."));
            return null;
        }
        final MethodProblem unreadable = ContentCheck.ofResult(method.getGenericReturnType());
        if (unreadable != null) {
            found.add(unreadable);
        }
        return new ClientMethod(
                description, HttpMethod.valueOf(verb), path, arguments, result, produces(type, method), parts.mapper());
    }

    private static String verb(final Method method, final List<MethodProblem> found) {
        final Set<String> verbs = new LinkedHashSet<>();
        for (final Annotation annotation : method.getAnnotations()) {
            final jakarta.ws.rs.HttpMethod verb =
                    annotation.annotationType().getAnnotation(jakarta.ws.rs.HttpMethod.class);
            if (verb != null) {
                verbs.add(verb.value());
            }
        }
        if (verbs.size() != 1) {
            found.add(new MethodProblem(
                    verbs.isEmpty()
                            ? "has no HTTP method"
                            : "has more than one HTTP method: " + String.join(", ", verbs),
                    "Annotate it with one of @GET, @POST, @PUT, @PATCH, @DELETE and @HEAD, or give it a body with"
                            + " 'default'."));
        }
        return verbs.isEmpty() ? "GET" : verbs.iterator().next();
    }

    private static void checkPath(final MethodPath path, final Set<String> given, final List<MethodProblem> found) {
        for (final String name : path.parameters()) {
            if (!given.contains(name)) {
                found.add(new MethodProblem(
                        "has the path " + path + ", but no @PathParam(\"" + name + "\")",
                        "Annotate a parameter with it."));
            }
        }
        for (final String name : given) {
            if (!path.parameters().contains(name)) {
                found.add(new MethodProblem(
                        "has @PathParam(\"" + name + "\"), which is not in its path " + path,
                        "Add {" + name + "} to @Path, or use @QueryParam."));
            }
        }
    }

    private static @Nullable String consumes(final Class<?> type, final Method method) {
        final Consumes own = method.getAnnotation(Consumes.class);
        final Consumes all = own == null ? type.getAnnotation(Consumes.class) : own;
        return all == null || all.value().length == 0 || all.value()[0].contains("*") ? null : all.value()[0];
    }

    private static @Nullable String produces(final Class<?> type, final Method method) {
        final Produces own = method.getAnnotation(Produces.class);
        final Produces all = own == null ? type.getAnnotation(Produces.class) : own;
        return all == null || all.value().length == 0 ? null : String.join(", ", all.value());
    }

    /**
     * Makes the object that users inject.
     *
     * @param service receives the calls; asked at each
     * @return an implementation of the interface
     */
    public Object implement(final Supplier<RemoteService> service) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new ClientProxy(type, methods, service));
    }
}
