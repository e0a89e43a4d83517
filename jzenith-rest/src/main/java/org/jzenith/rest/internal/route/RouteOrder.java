package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.route.MethodTable.Entry;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/**
 * Ranks the routes so that one search for the best that matches a path does what the specification does in two steps: all
 * routes of a better resource class come before those of others, and behind them one that says that the class takes the
 * path even if none of its methods does. In two points this is kinder than the specification, as RESTEasy is: a method's
 * path is matched together with that of its class, so that an expression in the latter that matches slashes leaves the
 * method its part; and {@code @Path("")} or {@code @Path("/")} on a method is as none.
 */
final class RouteOrder<T> {

    /** Resource classes with the same path, but for the names of parameters. */
    private record ClassGroup<T>(PathPattern path, Map<String, PathGroup<T>> paths) {

        void add(final Entry<T> entry) {
            final PathPattern full = new PathPattern(entry.template());
            paths.computeIfAbsent(full.regex(), missing -> new PathGroup<>(full, new ArrayList<>(), new ArrayList<>()))
                    .add(entry, full.names());
        }

        /** True if the class has sub-resources; without them it matches its own path only. */
        boolean hasSubResources() {
            return paths.values().stream()
                    .anyMatch(group ->
                            !group.locators.isEmpty() || !group.path.regex().equals(path.regex()));
        }
    }

    /** The methods and locators with the same path, from a group of classes. */
    private record PathGroup<T>(PathPattern path, List<Candidate<T>> methods, List<Selection<T>> locators) {

        void add(final Entry<T> entry, final List<String> names) {
            if (entry.httpMethods().isEmpty()) {
                locators.add(new Selection<>(entry.target(), names, MediaType.WILDCARD_TYPE, false));
            } else {
                methods.add(new Candidate<>(entry, names));
            }
        }

        /**
         * True if methods match an empty rest of the path, before an expression that matches it too (3.7.2, step
         * 2(a)).
         */
        boolean hasMethodsForNothingLeft() {
            return !methods.isEmpty() && path.regex().isEmpty();
        }
    }

    private final Map<String, ClassGroup<T>> classes = new LinkedHashMap<>();
    private final List<Route<T>> routes = new ArrayList<>();

    RouteOrder(final List<Entry<T>> entries) {
        final Map<String, ClassGroup<T>> byTemplate = new HashMap<>();
        for (final Entry<T> entry : entries) {
            byTemplate.computeIfAbsent(entry.classTemplate(), this::group).add(entry);
        }
    }

    /** Groups the entries whose classes have the same path, whatever the names of parameters. */
    static <T> Iterable<List<Entry<T>>> samePaths(final List<Entry<T>> entries) {
        final Map<String, List<Entry<T>>> groups = new LinkedHashMap<>();
        final Map<String, String> expressions = new HashMap<>();
        for (final Entry<T> entry : entries) {
            groups.computeIfAbsent(
                            expressions.computeIfAbsent(entry.classTemplate(), RouteOrder::expression)
                                    + '\n'
                                    + expressions.computeIfAbsent(entry.template(), RouteOrder::expression),
                            missing -> new ArrayList<>())
                    .add(entry);
        }
        return groups.values();
    }

    private static String expression(final String template) {
        return new PathPattern(template).regex();
    }

    private ClassGroup<T> group(final String classTemplate) {
        final PathPattern path = new PathPattern(classTemplate);
        return classes.computeIfAbsent(path.regex(), missing -> new ClassGroup<>(path, new LinkedHashMap<>()));
    }

    List<Route<T>> routes() {
        classes.values().stream().sorted(RouteOrder::compare).forEach(this::addRoutes);
        return routes;
    }

    private void addRoutes(final ClassGroup<T> group) {
        group.paths.values().stream().sorted(RouteOrder::compare).forEach(path -> {
            if (!path.methods.isEmpty()) {
                add(path.path, group, Candidates.byHttpMethod(path.methods), null);
            }
            if (!path.locators.isEmpty()) {
                add(path.path, group, null, path.locators.get(0));
            }
        });
        if (group.hasSubResources()) {
            add(group.path, group, null, null);
        }
    }

    private static int compare(final ClassGroup<?> one, final ClassGroup<?> other) {
        final int better = one.path.compareBestFirst(other.path);
        return better == 0 ? one.path.compareLiteralsFirst(other.path) : better;
    }

    private static int compare(final PathGroup<?> one, final PathGroup<?> other) {
        if (one.hasMethodsForNothingLeft() != other.hasMethodsForNothingLeft()) {
            return one.hasMethodsForNothingLeft() ? -1 : 1;
        }
        final int better = one.path.compareBestFirst(other.path);
        if (better != 0) {
            return better;
        }
        return one.methods.isEmpty() != other.methods.isEmpty()
                ? Boolean.compare(one.methods.isEmpty(), other.methods.isEmpty())
                : one.path.compareLiteralsFirst(other.path);
    }

    private void add(
            final PathPattern path,
            final ClassGroup<T> group,
            final @Nullable Map<String, Candidates<T>> methods,
            final @Nullable Selection<T> locator) {
        routes.add(Route.of(routes.size(), path, group.path, methods, locator));
    }
}
