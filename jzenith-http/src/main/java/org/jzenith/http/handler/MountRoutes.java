package org.jzenith.http.handler;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.Escapes;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.http.write.ResponseHead;

/**
 * The table of a mount's routes, which finds the route of a request:
 *
 * <pre>{@code
 * final MountRoutes<Greeting> routes = MountRoutes.of("/greetings", greetings, Greeting::part);
 * HttpMount.at("/greetings", name(), exchange -> routes.task(exchange, match -> () -> exchange.response()
 *                 .send("text/plain", match.handler().text(match.pathParameters()))))
 *         .withParts(routes.parts());
 * }</pre>
 *
 * <p>A literal segment is preferred to a parameter. A trailing slash is ignored. Immutable.
 *
 * @param <T> the type of the handlers
 */
public final class MountRoutes<T> {

    private final Node<T> root;
    private final List<MountPart> parts;

    /**
     * The route of a request.
     *
     * @param handler the handler of the route
     * @param part the part of the mount
     * @param pathParameters the decoded values of the template's parameters, by name
     * @param <T> the type of the handler
     */
    public record Match<T>(T handler, MountPart part, Map<String, String> pathParameters) {}

    private record Route<T>(T handler, MountPart part, List<String> names) {

        Match<T> match(final List<String> values) {
            final Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                parameters.put(names.get(i), values.get(i));
            }
            return new Match<>(handler, part, Map.copyOf(parameters));
        }
    }

    /** A node of the tree of paths; each level is one segment. */
    private static final class Node<T> {

        private final Map<String, Node<T>> literals = new HashMap<>();
        private final List<Route<T>> routes = new ArrayList<>();
        private @Nullable Node<T> parameter;

        void add(final Route<T> route, final List<PathTemplate.Segment> path) {
            if (path.isEmpty()) {
                routes.add(route);
                return;
            }
            final PathTemplate.Segment first = path.get(0);
            final Node<T> next;
            if (first.content() == PathTemplate.Content.LITERAL) {
                next = literals.computeIfAbsent(first.text(), missing -> new Node<>());
            } else {
                next = parameter == null ? new Node<>() : parameter;
                parameter = next;
            }
            next.add(route, path.subList(1, path.size()));
        }

        /**
         * Finds a route for a method.
         *
         * @param values the values of the parameters so far
         * @param others receives the methods of the path's other routes
         */
        @Nullable
        Match<T> search(
                final HttpMethod method, final List<String> path, final List<String> values, final Set<String> others) {
            if (path.isEmpty()) {
                for (final Route<T> each : routes) {
                    final MountRoute route = each.part().route();
                    if (route == null || route.method().equals(method)) {
                        return each.match(values);
                    }
                    others.add(route.method().name());
                }
                return null;
            }
            final String first = path.get(0);
            final List<String> rest = path.subList(1, path.size());
            final Node<T> literal = literals.get(first);
            final Match<T> found = literal == null ? null : literal.search(method, rest, values, others);
            if (found != null || parameter == null || first.isEmpty()) {
                return found;
            }
            final List<String> more = new ArrayList<>(values);
            more.add(first);
            return parameter.search(method, rest, more, others);
        }
    }

    private MountRoutes(final Node<T> root, final List<MountPart> parts) {
        this.root = root;
        this.parts = parts;
    }

    /**
     * Creates a table.
     *
     * @param mount the path of the mount
     * @param handlers the handlers of the routes; if several match the same requests, the first one gets them
     * @param part returns the handler's part of the mount
     * @param <T> the type of the handlers
     * @return a table
     * @throws IllegalArgumentException if a template is not below the mount, has a parameter that is not a whole segment, or has two
     *     parameters with the same name
     */
    public static <T> MountRoutes<T> of(
            final String mount, final Collection<T> handlers, final Function<? super T, MountPart> part) {
        final String base = withoutSlash(mount);
        final int fixed = PathTemplate.of(base).segments().size();
        final Node<T> root = new Node<>();
        final List<MountPart> parts = new ArrayList<>();
        for (final T handler : handlers) {
            final MountPart each = part.apply(handler);
            if (!(each.template() + "/").startsWith(base + "/")) {
                throw new IllegalArgumentException(
                        "The path '" + each.template() + "' is not below that of the mount, '" + mount + "'.");
            }
            final PathTemplate template = PathTemplate.ofSegments(withoutSlash(each.template()));
            root.add(
                    new Route<>(handler, each, template.names()),
                    template.segments().subList(fixed, template.segments().size()));
            parts.add(each);
        }
        return new MountRoutes<>(root, List.copyOf(parts));
    }

    private static String withoutSlash(final String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /**
     * Returns the parts of the mount, for {@link HttpMount#withParts}.
     *
     * @return in the order of the handlers
     */
    public List<MountPart> parts() {
        return parts;
    }

    /**
     * Finds the route of a request. If there is no route for {@code HEAD}, the route for {@code GET} is used.
     *
     * @param request a request whose base path is the mount
     * @return null if no route matches
     */
    public @Nullable Match<T> find(final ServerRequest request) {
        return find(request, new TreeSet<>());
    }

    private @Nullable Match<T> find(final ServerRequest request, final Set<String> others) {
        final String relative = withoutSlash(request.relativePath());
        if (!relative.isEmpty() && !relative.startsWith("/")) {
            return null;
        }
        final List<String> path = new ArrayList<>();
        if (!relative.isEmpty()) {
            for (final String segment : relative.substring(1).split("/", -1)) {
                path.add(Escapes.decoded(segment, false));
            }
        }
        final Match<T> found = root.search(request.method(), path, List.of(), others);
        return found == null && request.method().equals(HttpMethod.HEAD)
                ? root.search(HttpMethod.GET, path, List.of(), others)
                : found;
    }

    /**
     * Returns the task for a request. The task finds the route, tells observers, asks the guards, and runs the task of the route's
     * handler. It sends 404 and 405 itself, and responds to {@code OPTIONS}.
     *
     * @param exchange a request that the mount handles
     * @param tasks creates the task of a route; called after the guards have let the request pass
     * @return a task for the handler of the mount
     */
    public RequestHandler.Task task(
            final Exchange exchange, final Function<? super Match<T>, ? extends RequestHandler.Task> tasks) {
        return () -> {
            final Set<String> others = new TreeSet<>();
            final Match<T> found = find(exchange.request(), others);
            if (found == null) {
                exchange.selection().reportMount();
                respond(exchange, others);
            } else {
                exchange.matched(found.part().path(), found.part());
                enter(exchange, guarded(exchange, found, () -> enter(exchange, tasks.apply(found))));
            }
        };
    }

    /** Returns the task that asks the guards about a route. */
    private static RequestHandler.Task guarded(final Exchange exchange, final Match<?> route, final Runnable passed) {
        return new GuardTask(
                exchange,
                (guard, request) -> guard.check(request, route.part(), route.pathParameters()),
                exchange.guards().all(),
                passed);
    }

    private static void enter(final Exchange exchange, final RequestHandler.Task task) {
        exchange.selection().enter(task);
        task.run();
    }

    /** @param others the methods of the path's routes; empty if the path has no route */
    private static void respond(final Exchange exchange, final Set<String> others) {
        if (others.isEmpty()) {
            if (!exchange.tryRefuseUnknownPath()) {
                exchange.response().sendProblem(404, "There is nothing at this path.");
            }
            return;
        }
        if (others.contains("GET")) {
            others.add("HEAD");
        }
        others.add("OPTIONS");
        final String allow = String.join(", ", others);
        if (exchange.request().method().equals(HttpMethod.OPTIONS)) {
            exchange.response()
                    .send(
                            ResponseHead.of(200, Map.of("Allow", allow, "Content-Type", "text/plain;charset=UTF-8")),
                            Buffer.buffer(allow));
        } else {
            exchange.response().sendProblem(ResponseHead.of(405, Map.of("Allow", allow)), null);
        }
    }
}
