package org.jzenith.javascript.internal.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.javascript.internal.schema.BodySchema;

/** Receives the calls of {@code get(..)}, {@code post(..)} and so on while files are loaded. For one thread at a time. */
public final class RouteRegistration {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final String mountPath;
    private final BodySchema.SchemaCompiler schemas;
    private final List<ScriptRoute> routes = new ArrayList<>();
    private final Map<String, ScriptRoute> byShape = new HashMap<>();
    private final List<StartProblem> problems = new ArrayList<>();
    private String file = "";
    private boolean closed;
    private int next;

    /**
     * Creates a registration without routes.
     *
     * @param mountPath the path of the mount, without a trailing slash
     * @param schemas compiles the schemas of bodies
     */
    public RouteRegistration(final String mountPath, final BodySchema.SchemaCompiler schemas) {
        this.mountPath = mountPath;
        this.schemas = schemas;
    }

    /**
     * Names the file that is loaded next.
     *
     * @param name for reports
     */
    public void begin(final String name) {
        file = name;
    }

    /**
     * Ends the registration and returns the routes.
     *
     * @return all routes without a problem
     */
    public MountRoutes<ScriptRoute> end() {
        closed = true;
        return MountRoutes.of(mountPath, routes, ScriptRoute::part);
    }

    /**
     * Returns the mistakes.
     *
     * @return empty if there are none
     */
    public List<StartProblem> problems() {
        return problems;
    }

    /**
     * Registers a route.
     *
     * @param arguments the HTTP method, the path, the options as JSON, the handler, and what is wrong between the path and the
     *     handler or undefined
     */
    public void add(final Value... arguments) {
        if (closed) {
            throw new IllegalStateException("Register routes at the top level of a file, not in a handler or a timer.");
        }
        final HttpMethod method = HttpMethod.valueOf(arguments[0].asString());
        final String path = arguments[1].asString();
        final Value handler = arguments[3];
        final int index = next++;
        final String name = method + " " + (path.startsWith("/") ? mountPath : "") + path;
        if (!handler.canExecute()) {
            problems.add(StartProblem.of("The route " + name + " has no handler.")
                    .from(file)
                    .remedy("Pass a function as the last argument: "
                            + method.name().toLowerCase(Locale.ROOT) + "('" + path + "', request => ..)"));
            return;
        }
        final SourceSection section = handler.getSourceLocation();
        final String origin = section == null ? file : section.getSource().getName() + ":" + section.getStartLine();
        final String full = path.equals("/") ? mountPath : mountPath + path;
        final PathTemplate template;
        final ScriptRoute route;
        try {
            template = template(path);
            if (!arguments[4].isNull()) {
                throw new IllegalArgumentException(arguments[4].asString());
            }
            final JsonNode options = options(arguments[2]);
            route = new ScriptRoute(
                    new MountPart(
                            full, ScriptRoute.class, route(method, options).withOrigin(origin)),
                    options,
                    schema(options),
                    index);
        } catch (final IllegalArgumentException e) {
            problems.add(StartProblem.of("The route " + name + " is wrong: " + e.getMessage())
                    .from(origin)
                    .remedy("Write a path such as '/users/{id}', and options such as { roles: ['admin'] }."));
            return;
        }
        final ScriptRoute other = byShape.putIfAbsent(method + " " + template.shape(), route);
        if (other == null) {
            routes.add(route);
        } else {
            problems.add(StartProblem.of("Two handlers have the route " + name + ".")
                    .from(origin(other) + " and " + origin)
                    .remedy("Change the path or the HTTP method of one of them."));
        }
    }

    private static String origin(final ScriptRoute route) {
        return Objects.requireNonNull(route.part().route()).origin();
    }

    private static PathTemplate template(final String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("The path does not start with a slash.");
        }
        if (path.length() > 1 && path.endsWith("/")) {
            throw new IllegalArgumentException("The path ends with a slash.");
        }
        return PathTemplate.ofSegments(path.equals("/") ? "" : path);
    }

    /** Reads the options that the framework knows. */
    private static MountRoute route(final HttpMethod method, final JsonNode options) {
        MountRoute route = MountRoute.of(method);
        final JsonNode roles = options.path("roles");
        if (roles.isArray()) {
            final Set<String> all = new LinkedHashSet<>();
            roles.forEach(each -> all.add(each.asText()));
            route = route.withRoles(all);
        } else if (roles.asText().equals("*")) {
            route = route.permittingAll();
        } else if (!roles.isMissingNode()) {
            throw new IllegalArgumentException("The roles must be an array, or '*' for everyone.");
        }
        if (options.path("summary").isTextual()) {
            route = route.withSummary(options.path("summary").asText());
        }
        return options.path("body").isObject()
                ? route.withRequestSchema(options.path("body").toString())
                : route;
    }

    private @Nullable BodySchema schema(final JsonNode options) {
        final JsonNode schema = options.path("body");
        try {
            return schema.isMissingNode() ? null : schemas.compile(schema);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("The body is not a valid JSON Schema: " + e.getMessage() + ".", e);
        }
    }

    private static JsonNode options(final Value json) {
        try {
            return JSON.readTree(json.asString());
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("jZenith's JavaScript prelude did not write JSON.", e);
        }
    }
}
